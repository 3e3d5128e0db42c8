/** Files that rules of the user let tools change without a question. */

import { kindsOf, type PolicyRule } from "../../core/settings/sections/policyRule";
import type { WriteEffect } from "../../core/vocabulary/effect";
import { isInside, relativeInside } from "../../core/vocabulary/paths";
import { treeMatcher } from "../../lib/globs/pathMatcher";
import { memo } from "../matching/memo";

const nothing = () => false;

/** On the other side than for rules that deny: what is written otherwise, or cannot be read, is not meant. */
const matcherOf = memo((glob: string): ((path: string) => boolean) => {
  const pattern = glob.replace(/\/+$/, "");
  try {
    return treeMatcher(pattern.includes("/") ? pattern : `**/${pattern}`, true);
  } catch {
    return nothing;
  }
});

/**
 * True when a rule allows the change: every name of the file matches as it is written. Deleting is always asked about.
 * @param policy the user's rules.
 */
export function allowsWriting({ target, after }: WriteEffect, policy: readonly PolicyRule[]): boolean {
  const { root, path, real } = target;
  if (root === undefined || after === undefined || !isInside(root, path) || !isInside(root, real)) return false;
  const names = [...new Set([path, real])].map((name) => relativeInside(root, name));
  return policy.some(
    ({ match, decision, ...rule }) =>
      decision === "allow" &&
      kindsOf(rule).includes("write") &&
      typeof match === "string" &&
      names.every(matcherOf(match)),
  );
}
