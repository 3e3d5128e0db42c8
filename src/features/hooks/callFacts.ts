/** A call as other programs are told of it: plain values that lead back to nothing of the crib. */

import type { CallFacts, EffectFacts, ResultFacts } from "../../../toolcrib-api";
import type { EndedCall, HookedCall } from "../../core/calls/beside/hooks";
import type { Decision } from "../../core/vocabulary/decision";
import type { Effect, WriteEffect } from "../../core/vocabulary/effect";
import { shortDiff, unifiedDiff } from "../../lib/edits/diff/unifiedDiff";

/** @param diff whether the changes of files are to be told as well. */
export function callFacts({ id, agent, judged }: HookedCall, diff: boolean): CallFacts {
  const { tool, args, plan, decision, byEffect, context } = judged;
  const { kind, rule, reason } = decision;
  const { dialect, taint, planMode } = context.caller;
  return {
    id,
    agent,
    dialect,
    tool: tool.name,
    ownTool: tool.tool.name,
    input: args,
    title: plan.title,
    effects: plan.effects.map((effect, at) => effectFacts(effect, byEffect[at], diff)),
    verdict: { decision: kind, rule, reason },
    taint,
    planMode,
    roots: context.roots,
  };
}

export const resultFacts = ({ result, level, durationMs }: EndedCall): ResultFacts => ({
  text: result.text,
  isError: result.isError,
  level,
  durationMs,
});

function effectFacts(effect: Effect, decision: Decision | undefined, diff: boolean): EffectFacts {
  switch (effect.kind) {
    case "read":
    case "list":
      return { kind: effect.kind, path: effect.target.real };
    case "write":
      return writeFacts(effect, diff);
    case "exec": {
      const { kind, command, language = "bash", cwd, background = false, outsideSandbox = false } = effect;
      const hosts = new Set(decision?.parts?.flatMap(({ details }) => details?.hosts ?? []));
      return { kind, command, language, cwd: cwd.real, background, outsideSandbox, hosts: [...hosts] };
    }
    case "fetch":
      return { ...effect };
    case "delegate":
      return { kind: effect.kind, to: effect.to, prompt: effect.prompt };
    case "present":
      return { kind: effect.kind, title: effect.title, text: effect.text };
  }
}

const writeFacts = ({ kind, target, before, after, encoding }: WriteEffect, diff: boolean): EffectFacts => ({
  kind,
  path: target.real,
  change: before === undefined ? "create" : after === undefined ? "delete" : "change",
  ...(before && { sizeBefore: before.length }),
  ...(after && { sizeAfter: after.length }),
  ...(diff && { diff: unifiedDiff(before, after, shortDiff, encoding) }),
});
