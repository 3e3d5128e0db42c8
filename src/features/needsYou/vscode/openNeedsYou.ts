/** The view of what waits for the person, and its commands. */
import type * as vscode from "vscode";
import { messageOf } from "../../../core/vocabulary/toolError";
import { showError } from "../../../vscode/ui/notifications";
import type { StatusParts } from "../../status/statusParts";
import type { WaitingAction, WaitingThings } from "../waitingThings";
import type { NeedsYouCommands } from "./needsYouCommands";
import { NeedsYouView } from "./needsYouView";
import { WaitingInFront } from "./waitingInFront";
import { waitingStatus } from "./waitingStatus";

/** The name of the thing that a line stands for: VS Code hands over whatever its caller likes, and the keys say where they were pressed. */
async function idOf(node: unknown, view: NeedsYouView): Promise<string | undefined> {
  const { id, thing, from } = (node ?? {}) as {
    readonly id?: unknown;
    readonly thing?: { readonly id?: unknown };
    readonly from?: unknown;
  };
  const named = from === "list" ? ((await view.focused()) ?? "") : (thing?.id ?? id);
  return typeof named === "string" ? named : undefined;
}

/** Opens it over the things of all features. @param keep takes what must be released. */
export function openNeedsYou(
  keep: <T extends vscode.Disposable>(part: T) => T,
  status: StatusParts,
  waiting: WaitingThings,
) {
  const needsYouView = keep(new NeedsYouView(waiting));
  status.add("waiting", waitingStatus(waiting));
  const front = keep(new WaitingInFront(waiting));
  const act = (action: WaitingAction) => async (node?: unknown) => {
    const id = await idOf(node, needsYouView);
    const thing = id === undefined ? front.thing() : waiting.find(id);
    try {
      await thing?.acts[action]?.(id === undefined ? "editor" : "list");
    } catch (error) {
      void showError(`Toolcrib: ${messageOf(error)}`);
    }
  };
  const needsYouCommands: NeedsYouCommands = {
    "needsYou.open": act("open"),
    "needsYou.accept": act("accept"),
    "needsYou.reject": act("reject"),
    "needsYou.rejectWithComment": act("rejectWithComment"),
    "needsYou.proposeAgain": act("proposeAgain"),
    "needsYou.dismiss": act("dismiss"),
  };
  return { needsYouView, needsYouCommands };
}
