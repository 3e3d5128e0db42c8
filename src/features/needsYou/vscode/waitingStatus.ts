import * as vscode from "vscode";
import type { StatusSource } from "../../status/statusParts";
import type { WaitingThings } from "../waitingThings";

/** How many things wait for the person; undefined for none. */
export function waitingText(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1 ? vscode.l10n.t("1 thing needs you") : vscode.l10n.t("{0} things need you", count);
}

/** Says in the status bar how much waits. */
export const waitingStatus = (waiting: WaitingThings): StatusSource => ({
  statusPart() {
    const count = waiting.count();
    const about = waitingText(count);
    if (about === undefined) return undefined;
    const show = { icon: "bell-dot", label: vscode.l10n.t("Show What Needs You"), command: "toolcrib.needsYou.focus" };
    return { text: `$(bell-dot) ${count}`, about, actions: [show] };
  },
  onStatusChange: (listener) => waiting.onChange(listener),
});
