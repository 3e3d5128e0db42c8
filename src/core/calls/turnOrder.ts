/** Which calls of a turn may run beside each other (OR-2). */

import type { LetLooksIn } from "../session/callGate";
import { metadataOf } from "../tools/dialect";
import type { DialectTool, Plan } from "../tools/tool";
import type { EffectKind } from "../vocabulary/effect";
import type { CallPolicy } from "./callPolicy";
import type { OpenCall } from "./openCall";

const looking: ReadonlySet<EffectKind> = new Set(["read", "list"]);

/** Does not wait either: it may be called to end the very command that runs. */
const stopping = "job_stop";

/** Whether a tool does no more than look, so that nothing it is called for leaves the machine or changes a file or a task. */
export function onlyLooks(tool: DialectTool): boolean {
  const { concurrencySafe, readOnly } = metadataOf(tool);
  const { name, effectKinds } = tool.tool;
  return concurrencySafe && (readOnly || name === stopping) && effectKinds.every((kind) => looking.has(kind));
}

/**
 * Whether calls that only look may run beside a plan's run: beside a command, as beside one in the background, unless its
 * own words say that it writes files, which a read that came after it is to see.
 */
export const runsBesideLooks = ({ effects }: Plan, context: CallPolicy): boolean =>
  effects.length > 0 && effects.every((effect) => effect.kind === "exec" && !context.isKnownToWrite(effect));

/** The line of calls that are not known to be of a turn. */
const noTurn = "";

const none = () => undefined;

/**
 * Makes a call when those of its turn have ended that must not run beside it.
 * @returns undefined when it was cancelled before.
 */
export async function inTurn<T>(
  { session: { gates }, tools, call }: OpenCall,
  make: (letLooksIn: LetLooksIn) => Promise<T>,
): Promise<T | undefined> {
  const { tool: name, signal, within, turn, unordered, progress } = call;
  // One that is cancelled already does nothing, and is refused in its own words.
  if (unordered || signal.aborted) return make(none);
  const tool = tools.find(name);
  const safe = tool === undefined || metadataOf(tool).concurrencySafe;
  const looks = tool !== undefined && onlyLooks(tool);
  const onWait = () => progress?.("Waiting for another call to end");
  return gates.pass(within ?? turn?.id ?? noTurn, { safe, looks, signal, onWait }, make);
}
