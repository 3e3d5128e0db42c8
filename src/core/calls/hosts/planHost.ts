/** Reading while a call is planned, judged read by read (D-6). */

import { Denial } from "../../rules/denial";
import { judgeEffect, judgeReads } from "../../rules/rule";
import { actionTitle } from "../../text/clauses/clause";
import type { PlanHost } from "../../tools/tool";
import type { ReadEffect, ResolvedPath, WriteEffect } from "../../vocabulary/effect";
import { isInside, relativeInside } from "../../vocabulary/paths";
import { meantPath } from "../../vocabulary/shownPath";
import type { CallPolicy } from "../callPolicy";
import type { Crib } from "../crib";
import { alikeFiles } from "./alikeFiles";
import { judgedCode } from "./judgedCode";
import { meantPlaces } from "./meantPlaces";
import { meantPlace } from "./sameName";

/** Thrown when planning needs to read what only a person may open; the call is asked about and planned again. */
export class ApprovalNeeded extends Error {
  constructor(readonly effect: ReadEffect) {
    super(`Reading ${effect.target.shown} has to be approved first.`);
  }
}

/**
 * @param approved real paths that a person has already said may be read for this call.
 */
export function planHost(crib: Crib, context: CallPolicy, approved: ReadonlySet<string>): PlanHost {
  const { files, code } = crib.host;
  const judge = (target: ResolvedPath) => judgeEffect(crib.rules, { kind: "read", target }, context);
  const judged = async (target: ResolvedPath): Promise<ResolvedPath> => {
    const effect: ReadEffect = { kind: "read", target };
    const decision = await judge(target);
    if (decision.kind === "deny") throw new Denial(actionTitle`Read ${target.shown}`, decision, effect, context.roots);
    if (decision.kind === "ask" && !approved.has(target.real)) throw new ApprovalNeeded(effect);
    return target;
  };
  // Nobody is asked about the unusual name of a path in the workspace that leads to nothing and was only mistyped.
  const isUnusedName = async (target: ResolvedPath): Promise<boolean> => {
    if (target.root === undefined || !isInside(target.root, target.path)) return false;
    if (meantPlaces(relativeInside(target.root, target.path)).length === 0) return false;
    const decision = await judge(target);
    return decision.kind === "ask" && decision.rule === "scope" && (await files.stat(target)) === undefined;
  };
  const verdict: PlanHost["verdict"] = (effect) => judgeEffect(crib.rules, effect, context);
  return {
    resolve: async (path, base) => meantPlace(await files.resolve(meantPath(path), base), { files, verdict }),
    async stat(target) {
      return (await isUnusedName(target)) ? undefined : files.stat(await judged(target));
    },
    read: async (target) => files.read(await judged(target)),
    encodingOf: (target) => files.encodingOf(target),
    shellLanguage: () => crib.host.shell.languageFor?.(context.settings.shell) ?? "bash",
    async runtimes() {
      const apart = [...context.roots, ...(context.workspace ?? []), ...context.closed];
      const survey = (await crib.host.runtimes?.survey(apart)) ?? { found: [], broken: [] };
      return { ...survey, allows: (runtime) => context.allowsRuntime(runtime) };
    },
    verdict,
    canKeep: async (going) => (await crib.journal.canKeep?.(going)) ?? going.map(() => true),
    alike: (missing) => alikeFiles(missing, { host: crib.host, verdict, ownWorkspace: context.ownWorkspace }),
    unsaved: async () => new Set(((await files.unsaved?.()) ?? []).map(({ real }) => real)),
    debugs: crib.host.debugging !== undefined,
    runsNotebooks: crib.host.notebooks !== undefined,
    runsEditorTests: crib.host.tests?.isThere() === true,
    ...(code && {
      code: judgedCode({ code, files, judge: (targets) => judgeReads(crib.rules, targets, context), readable: judged }),
    }),
    async mayWrite(target) {
      const effect: WriteEffect = { kind: "write", target, before: undefined, after: new Uint8Array() };
      const decision = await judgeEffect(crib.rules, effect, context);
      if (decision.kind === "deny")
        throw new Denial(actionTitle`Write ${target.shown}`, decision, effect, context.roots);
    },
  };
}
