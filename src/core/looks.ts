/** Which calls may look on while a command runs (OR-2). */
import type { Crib } from "./crib";
import { metadataOf } from "./dialect";
import type { EffectKind } from "./effect";
import type { DialectTool, Plan } from "./tool";

const looking: ReadonlySet<EffectKind> = new Set(["read", "list"]);

/** Does not wait either: it may be called to end the very command that runs. */
const stopping = "job_stop";

/** Whether a tool does no more than look, so that nothing it is called for leaves the machine or changes a file or a task. */
export function onlyLooks(tool: DialectTool): boolean {
  const { concurrencySafe, readOnly } = metadataOf(tool);
  const { name, touches } = tool.tool;
  return concurrencySafe && (readOnly || name === stopping) && touches.every((kind) => looking.has(kind));
}

/**
 * Whether calls that only look may run beside a plan's run: beside a command, as beside one in the background, unless its
 * own words say that it writes files, which a read that came after it is to see.
 */
export const runsBesideLooks = ({ effects }: Plan, { isKnownToWrite }: Pick<Crib, "isKnownToWrite">): boolean =>
  effects.length > 0 && effects.every((effect) => effect.kind === "exec" && !isKnownToWrite(effect));
