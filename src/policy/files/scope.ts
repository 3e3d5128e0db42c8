/** Where tools may work (D-5, D-6, HB-1, HB-3, PTH-6..PTH-8). */

import type { Rule, RuleContext } from "../../core/rules/rule";
import { clause, nested } from "../../core/text/clauses/clause";
import { allow, ask, askAlways, type Decision, deny } from "../../core/vocabulary/decision";
import type { Effect, ResolvedPath, WriteEffect } from "../../core/vocabulary/effect";
import { isInside } from "../../core/vocabulary/paths";
import { shownPath } from "../../core/vocabulary/shownPath";
import { bothNames, oddIn } from "../matching/fileNames";
import { allowsWriting } from "./allowedWrites";
import { refuseOutside, refuseWritingOutside } from "./outsidePlaces";
import { historyReason, isHistory } from "./ownFiles";

const rule = "scope";

const untrusted: Decision = {
  ...deny(rule, clause`the workspace is not trusted, so tools may only read`),
  instead: "continue with read-only work, or ask the person to trust the workspace",
};

/**
 * Which side of the borders a path is on. `closed` is compared without case: refusing one name too many is the safe
 * side.
 */
export function placeOf(
  target: Pick<ResolvedPath, "path" | "real" | "root">,
  { closed, ownWorkspace, worktree }: Pick<RuleContext, "closed" | "ownWorkspace" | "worktree">,
): "inside" | "outside" | "closed" {
  const isOpened = (path: string) => [ownWorkspace, worktree].some((own) => own !== undefined && isInside(own, path));
  const isClosed = (path: string) => closed.some((folder) => isInside(folder, path, false)) && !isOpened(path);
  if (bothNames(target).some(isClosed)) return "closed";
  return target.root === undefined ? "outside" : "inside";
}

/** True for what lies in the caller's own workspace, by both of its names. */
export const isOwn = ({ path, real }: ResolvedPath, { ownWorkspace }: Pick<RuleContext, "ownWorkspace">): boolean =>
  ownWorkspace !== undefined && isInside(ownWorkspace, real) && isInside(ownWorkspace, path);

/** What is said of a closed place, one clause. */
export const closedReason = clause`it belongs to another agent or to Toolcrib`;

function judgeReading(target: ResolvedPath, context: RuleContext): Decision {
  const place = placeOf(target, context);
  if (place === "closed") return deny(rule, closedReason);
  if (isHistory(target, context)) return deny(rule, historyReason);
  if (place === "outside")
    return context.settings.readOutsideRoots === "ask"
      ? ask(rule, clause`${shownPath(target.real)} is outside the workspace`)
      : {
          ...refuseOutside(rule, clause`${shownPath(target.real)} is outside the workspace`),
          source: { setting: "readOutsideRoots" },
        };
  const odd = oddIn(target);
  return odd === undefined
    ? allow(rule, clause`reading inside the workspace`)
    : ask(rule, clause`"${target.shown}" is an unusual name: ${nested(odd)}`);
}

async function judgeWriting(effect: WriteEffect, context: RuleContext): Promise<Decision> {
  const { target } = effect;
  const place = placeOf(target, context);
  if (place === "closed") return deny(rule, closedReason);
  if (place === "outside") return refuseWritingOutside(rule, target, context);
  if (context.roots.includes(target.real)) return refuseOutside(rule, clause`a workspace folder itself is not a file`);
  if (isOwn(target, context)) return allow(rule, clause`it is the agent's own workspace`);
  if (context.isolated)
    return allow(rule, clause`it is the agent's own worktree, which a person reviews before it is merged`);
  if (effect.whole?.mayBeLost)
    return askAlways(
      rule,
      clause`it cannot be undone, because there is no room to keep a copy of what is deleted or replaced`,
    );
  if (effect.fromLayer) return allow(rule, clause`a command made the change, and it can be undone`);
  return allowsWriting(effect, context.settings.policy)
    ? allow(rule, clause`a user rule allows changes to this file`)
    : ask(rule, clause`it changes a file`);
}

/** Reads and lists inside the roots are allowed, writes ask; outside and in closed folders they are refused (D-5). */
export const scopeRule: Rule = {
  name: rule,
  judge(effect: Effect, context: RuleContext): Decision | Promise<Decision> | undefined {
    const reading = effect.kind === "read" || effect.kind === "list";
    if (!context.trusted && !reading && effect.kind !== "present") return untrusted;
    if (reading) return judgeReading(effect.target, context);
    if (effect.kind === "write") return judgeWriting(effect, context);
    if (effect.kind === "exec") {
      const place = placeOf(effect.cwd, context);
      if (place === "closed") return deny(rule, closedReason);
      if (place === "outside")
        return refuseOutside(
          rule,
          clause`commands run inside the workspace, and ${shownPath(effect.cwd.real)} is outside`,
        );
    }
    return undefined;
  },
};
