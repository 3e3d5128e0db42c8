import type { JudgedCall } from "../../../core/calls/call";
import type { Crib } from "../../../core/calls/crib";

/** What the answer depends on beside the verdict. */
interface Asked {
  readonly crib: { readonly approvals: Pick<Crib["approvals"], "cover"> };
  /** As VS Code knows it. */
  readonly tool: string;
  readonly inChat: boolean;
}

/**
 * Whether VS Code's own question asks about a call. Where no chat shows it, VS Code would ask in a dialog, and nothing tells
 * what was answered there: our own surface asks instead.
 */
export function asksInChat(
  { crib, tool, inChat }: Asked,
  { decision, plan, byEffect, tool: meant }: Pick<JudgedCall, "decision" | "plan" | "byEffect" | "tool">,
): boolean {
  if (!inChat || decision.kind !== "ask" || decision.always) return false;
  // VS Code remembers answers by tool, so that an answer to one call through the bridge would answer every other.
  const isBridged = tool !== meant.name;
  return !isBridged && !crib.approvals.cover(plan.effects, byEffect);
}
