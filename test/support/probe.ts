/** A crib whose one tool has effects of the test's choosing. */

import type { Answer } from "../../src/core/calls/approvals/answer";
import type { Rule } from "../../src/core/rules/rule";
import type { RunContext, ToolResult } from "../../src/core/tools/tool";
import type { Effect } from "../../src/core/vocabulary/effect";
import { type BareCrib, type BareOptions, bareCrib, toolOf } from "./bareCrib";

/** What the tool returns unless told otherwise. */
export const done: ToolResult = { text: "done", isError: false, data: { n: 1 } };
/** A person's yes. */
export const person: Answer = { approved: true, by: "person" };

/** A rule of the test. */
export const rule = (judge: Rule["judge"]): Rule => ({ name: "test", judge });

/** What a model is told of a denial. */
export const denied = (
  title: string,
  reason: string,
  advice = "do not retry it another way: go on without it, or tell the person what you need",
) => `Denied by policy: ${reason}. "${title}" was not done; ${advice}.`;

/** The tool is called `probe`, titled "Probe it"; each run is noted. */
export async function running(
  effects: (at: BareCrib) => Promise<readonly Effect[]>,
  options: BareOptions = {},
  run: (context: RunContext, effects: readonly Effect[]) => Promise<ToolResult> = async () => done,
): Promise<{ at: BareCrib; runs: RunContext[] }> {
  const made: { at?: BareCrib } = {};
  const runs: RunContext[] = [];
  const tool = toolOf(async () => {
    const at = made.at as BareCrib;
    const planned = await effects(at);
    return {
      title: "Probe it",
      effects: planned,
      run: async (context) => {
        at.events.push("run");
        runs.push(context);
        return run(context, planned);
      },
    };
  });
  const at = await bareCrib({ tree: { a: "old", b: "b" }, tools: { tool }, ...options });
  made.at = at;
  return { at, runs };
}
