/** Reading while a call is planned, judged read by read (D-6). */
import type { Crib } from "./crib";
import type { ReadEffect, ResolvedPath, WriteEffect } from "./effect";
import { judgeEffect, type RuleContext } from "./rule";
import type { PlanHost } from "./tool";
import { ToolError } from "./toolError";

/** Thrown when planning needs to read what only a person may open; the call is asked about and planned again. */
export class ApprovalNeeded extends Error {
  constructor(readonly effect: ReadEffect) {
    super(`Reading ${effect.target.shown} has to be approved first.`);
  }
}

/**
 * @param approved real paths that a person has already said may be read for this call.
 */
export function planHost(crib: Crib, context: RuleContext, approved: ReadonlySet<string>): PlanHost {
  const { files } = crib.host;
  const judged = async (target: ResolvedPath): Promise<ResolvedPath> => {
    const effect: ReadEffect = { kind: "read", target };
    const decision = await judgeEffect(crib.rules, effect, context);
    if (decision.kind === "deny") throw new ToolError("denied", deniedText(`Read ${target.shown}`, decision.reason));
    if (decision.kind === "ask" && !approved.has(target.real)) throw new ApprovalNeeded(effect);
    return target;
  };
  return {
    resolve: (path, base) => files.resolve(path, base),
    stat: async (target) => files.stat(await judged(target)),
    read: async (target) => files.read(await judged(target)),
    encodingOf: (target) => files.encodingOf(target),
    async mayWrite(target) {
      const effect: WriteEffect = { kind: "write", target, before: undefined, after: new Uint8Array() };
      const { kind, reason } = await judgeEffect(crib.rules, effect, context);
      if (kind === "deny") throw new ToolError("denied", deniedText(`Write ${target.shown}`, reason));
    },
  };
}

/** How a model is told that the policy refuses something. */
export const deniedText = (what: string, reason: string): string =>
  `Denied by policy: ${reason}. "${what}" was not done; do not retry it another way: choose something inside the workspace, or tell the person what you need.`;
