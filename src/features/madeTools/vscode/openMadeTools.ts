import type * as vscode from "vscode";
import type { WaitingThings } from "../../needsYou/waitingThings";
import type { MadeTools } from "../madeTools";
import { MadeToolReviews, type ShowText } from "./madeToolReviews";
import { MadeToolsView } from "./madeToolsView";

/** The view of the tools that agents made, and its commands; the tools are read before anything is called. */
export async function openMadeTools(
  keep: <T extends vscode.Disposable>(part: T) => T,
  made: MadeTools,
  showText: ShowText,
  things: WaitingThings,
) {
  await made.refresh();
  const madeToolsView = keep(new MadeToolsView(made));
  const { commands: madeToolCommands } = keep(new MadeToolReviews(made, showText, things));
  return { madeToolsView, madeToolCommands };
}
