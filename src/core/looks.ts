/** Which calls may look on while a command runs (OR-2). */
import type { Crib } from "./crib";
import { type DialectTool, metadataOf } from "./dialect";
import type { EffectKind } from "./effect";
import type { Plan } from "./tool";

const looking: ReadonlySet<EffectKind> = new Set(["read", "list"]);

/** Whether a tool does no more than look, so that nothing it is called for leaves the machine or changes a file, a task or a job. */
export function onlyLooks(tool: DialectTool): boolean {
  const { concurrencySafe, readOnly } = metadataOf(tool);
  return concurrencySafe && readOnly && tool.tool.touches.every((kind) => looking.has(kind));
}

/**
 * Whether calls that only look may run beside a plan's run: beside a command, as beside one in the background, unless its
 * own words say that it writes files, which a read that came after it is to see.
 */
export const runsBesideLooks = ({ effects }: Plan, { isKnownToWrite }: Pick<Crib, "isKnownToWrite">): boolean =>
  effects.length > 0 && effects.every((effect) => effect.kind === "exec" && !isKnownToWrite(effect));
