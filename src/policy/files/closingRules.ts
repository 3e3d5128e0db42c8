/** Rules that deny reading or listing close files to everything, as `.toolcribignore` does. */

import type { RuleContext } from "../../core/rules/rule";
import type { SourcedRule } from "../../core/settings/policies";
import { kindsOf } from "../../core/settings/sections/policyRule";
import { overlaps, segments } from "../../core/vocabulary/paths";
import { matchesPath, ruleOpinionOf } from "../matching/ruleMatching";
import { standingFor, type WorktreePlace } from "../matching/standingFor";

/** What rules close beside the files of the roots. */
export interface ClosedByRules {
  /** Why a path is closed by either of its names. */
  reason(names: { readonly path: string; readonly real: string }): string | undefined;
  /** True when something below a folder may be closed. */
  reaches(folder: string): boolean;
}

/** The part of a glob before its first wildcard, where it begins in one folder; undefined where it may begin in any. */
function startOf({ rule: { match } }: SourcedRule): string | undefined {
  if (typeof match !== "string" || !match.replace(/\/+$/, "").includes("/")) return undefined;
  const start = /^[^*?[\]{}\\]*/.exec(match)?.[0] ?? "";
  const names = segments(start === match ? start : start.replace(/[^/]*$/, ""));
  return names.length === 0 || /^[~/]/.test(match) ? undefined : names.join("/");
}

/** @returns undefined when no rule closes anything. */
export function closedByRules(
  context: Pick<RuleContext, "policies" | "roots" | "home"> & WorktreePlace,
): ClosedByRules | undefined {
  const closing = context.policies.rules.filter(
    ({ rule }) => rule.decision === "deny" && kindsOf(rule).some((kind) => kind === "read" || kind === "list"),
  );
  if (closing.length === 0) return undefined;
  return {
    reason(names) {
      const found = closing.find((sourced) => matchesPath(sourced, names, context));
      return found && ruleOpinionOf(found)?.reason;
    },
    reaches: (folder) =>
      closing.some((sourced) => {
        const roots = sourced.root === undefined ? context.roots : [sourced.root];
        const start = startOf(sourced);
        return roots.some((root) => {
          const place = start === undefined ? root : `${root.replace(/\/$/, "")}/${start}`;
          return standingFor(folder, context).some((name) => overlaps(name, place, false));
        });
      }),
  };
}

/** True when a rule asks about something before it is read or listed. */
export const asksToRead = ({ policies }: Pick<RuleContext, "policies">): boolean =>
  policies.rules.some(
    ({ rule }) => rule.decision === "ask" && kindsOf(rule).some((kind) => kind === "read" || kind === "list"),
  );

/** Globs of what rules ask about before it is read, for searches to leave out. */
export const askedGlobs = ({ policies }: Pick<RuleContext, "policies">): string[] =>
  policies.rules.flatMap(({ rule }) => {
    const isMeant = rule.decision === "ask" && kindsOf(rule).includes("read") && typeof rule.match === "string";
    return isMeant ? [String(rule.match)] : [];
  });
