/** Files with more names than one: what one name is asked about for, the others are as well (D-7, D-13). */

import type { FileNamesPort } from "../../core/ports/fileNames";
import type { Rule, RuleContext, TwiceNamed } from "../../core/rules/rule";
import { clause } from "../../core/text/clauses/clause";
import { ask, askAlways, type Decision, deny } from "../../core/vocabulary/decision";
import type { Effect, ResolvedPath } from "../../core/vocabulary/effect";
import { shownBelow } from "../../core/vocabulary/paths";
import { isSecretName, secretPattern, secretTest } from "./secretPaths";

const rule = "otherNames";

/** What is known of files with several names, by their real paths. */
export async function twiceNamed(
  reals: readonly string[],
  context: RuleContext,
  names: FileNamesPort,
): Promise<ReadonlyMap<string, TwiceNamed>> {
  const { roots } = context;
  const secret = await names.others(reals, {
    roots,
    // Asked for where there is such a file.
    get test() {
      return secretTest(context);
    },
    picks: (path, root) => isSecretName(path, root, context),
  });
  if (secret.size === 0) return new Map();
  const closedFiles = await context.closedFiles();
  const reasonOf = (path: string, isFolder: boolean) => closedFiles.reason({ path, real: path }, isFolder);
  const among = {
    roots,
    picks: (path: string, _: string, isFolder: boolean) => reasonOf(path, isFolder) !== undefined,
  };
  const closed = closedFiles.isEmpty ? undefined : await names.others([...secret.keys()], among);
  return new Map(
    [...secret].map(([real, { count, found, isUnsure }]) => {
      const other = closed?.get(real);
      const closedName = other?.found;
      return [
        real,
        {
          count,
          ...(found !== undefined && { secret: shownBelow(found, roots) }),
          ...((isUnsure || other?.isUnsure) && { isUnsure: true as const }),
          ...(closedName !== undefined && {
            closed: clause`it is the same file as ${shownBelow(closedName, roots)}, which is closed`,
          }),
        },
      ];
    }),
  );
}

/** What is said of reading a file by one of its names, on account of another. */
export async function readingTwiceNamed(target: ResolvedPath, context: RuleContext): Promise<Decision | undefined> {
  const names = (await context.otherNames?.([target.real]))?.get(target.real);
  if (names?.closed !== undefined) return deny(rule, names.closed);
  // By this name it is asked about already, and that answer may be remembered.
  if (secretPattern(target, context) !== undefined) return undefined;
  if (names?.secret === undefined)
    return names?.isUnsure
      ? ask(
          rule,
          clause`${target.shown} has other names (hard links), and there are too many folders to find out in time whether one of them may contain secrets`,
        )
      : undefined;
  return ask(rule, clause`${target.shown} is the same file as ${names.secret}, which may contain secrets`);
}

/** A write is seen under all names of a file, wherever they are: that is asked about every time. */
export const otherNamesRule: Rule = {
  name: rule,
  async judge(effect: Effect, context: RuleContext): Promise<Decision | undefined> {
    if (effect.kind === "read") return readingTwiceNamed(effect.target, context);
    if (effect.kind !== "write") return undefined;
    const { real } = effect.target;
    const names = (await context.otherNames?.([real]))?.get(real);
    if (!names) return undefined;
    if (names.closed !== undefined) return deny(rule, names.closed);
    const { shown } = effect.target;
    return askAlways(
      rule,
      names.count === 2
        ? clause`${shown} has another name (hard links), perhaps outside the workspace, which would change with it`
        : clause`${shown} has ${names.count - 1} other names (hard links), perhaps outside the workspace, which would change with it`,
    );
  },
};
