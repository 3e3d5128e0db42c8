/** Which calls a hook is told of; a pattern that cannot be read means every call, so that no hook is passed by. */

import type { JudgedCall } from "../../core/calls/call";
import type { HookMatcher } from "../../core/settings/sections/hookSettings";
import type { Effect } from "../../core/vocabulary/effect";
import { pathMatcher } from "../../lib/globs/pathMatcher";
import { matchesPathGlob } from "../../policy/matching/ruleMatching";

const listOf = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);

function isNamed(glob: string, names: readonly string[]): boolean {
  try {
    return names.some(pathMatcher(glob, true));
  } catch {
    return true;
  }
}

const hasTarget = (effect: Effect) => effect.kind === "read" || effect.kind === "list" || effect.kind === "write";

/** True when a hook with this matcher is told of a call: for the kind and the path it is about the same effect. */
export function isAbout(matcher: HookMatcher | undefined, { tool, plan, context }: JudgedCall): boolean {
  const { tool: tools, effect: kinds, path: paths } = matcher ?? {};
  const names = [tool.name, tool.tool.name];
  if (tools !== undefined && !listOf(tools).some((glob) => isNamed(glob, names))) return false;
  if (kinds === undefined && paths === undefined) return true;
  return plan.effects.some((effect) => {
    if (kinds !== undefined && !listOf<Effect["kind"]>(kinds).includes(effect.kind)) return false;
    if (paths === undefined) return true;
    return hasTarget(effect) && listOf(paths).some((glob) => matchesPathGlob(glob, effect.target, context));
  });
}
