/** Files by which a folder becomes a git repository without being called `.git`: git obeys the settings that lie beside them (D-7). */

import type { Rule, RuleContext } from "../../../core/rules/rule";
import { clause } from "../../../core/text/clauses/clause";
import { askAlways, type Decision } from "../../../core/vocabulary/decision";
import type { Effect, WriteEffect } from "../../../core/vocabulary/effect";
import { parentOf, relativeInside, segments } from "../../../core/vocabulary/paths";
import { foldName } from "../../matching/fileNames";
import { isOwn } from "../scope";

const rule = "repositories";

/** What git takes for a HEAD; of a file in a folder that is moved as it is, nobody has looked at the bytes. */
const headText = /^(?:ref:\s*refs\/|[0-9a-f]{40}|$)/i;

/** Bytes of it that are looked at; git reads 256. */
const headBytes = 4096;

/** What every repository has beside its settings. */
const parts = ["head", "objects", "refs"];

function makesHead({ after, kinds, whole }: WriteEffect, name: string): boolean {
  if (name !== "head" || after === undefined || kinds?.after === "folder") return false;
  return (
    kinds?.after === "link" ||
    whole !== undefined ||
    headText.test(Buffer.from(after.subarray(0, headBytes)).toString())
  );
}

/** The folder that would be the repository, where this is one of its settings or hooks. */
function settingsOf(real: string, names: readonly string[]): string | undefined {
  const [last = "", above = ""] = names.toReversed();
  if (last === "config" || last === "config.worktree" || last === "commondir") return parentOf(real);
  return above === "hooks" ? parentOf(parentOf(real)) : undefined;
}

/** True for a folder that has what git takes a repository by. @param folder real path. */
export async function isRepository(folder: string, context: RuleContext): Promise<boolean> {
  try {
    const found = new Set((await context.names(folder)).map(foldName));
    return parts.every((name) => found.has(name));
  } catch {
    // There is no such folder yet.
    return false;
  }
}

/** A new repository of that kind, and the settings and hooks of one that is there, are asked about every time. */
export const repositoryRule: Rule = {
  name: rule,
  async judge(effect: Effect, context: RuleContext): Promise<Decision | undefined> {
    if (effect.kind !== "write" || effect.after === undefined || isOwn(effect.target, context)) return undefined;
    const { real, root } = effect.target;
    if (root === undefined) return undefined;
    const names = segments(relativeInside(root, real)).map(foldName);
    // That folder is protected by its name.
    if (names.includes(".git")) return undefined;
    if (makesHead(effect, names.at(-1) ?? ""))
      return askAlways(rule, clause`it makes its folder a git repository, whose settings can run programs`);
    const folder = settingsOf(real, names);
    if (folder === undefined || !(await isRepository(folder, context))) return undefined;
    return askAlways(rule, clause`it changes the settings or hooks of a git repository, which can run programs`);
  },
};
