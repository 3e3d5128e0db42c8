/** Requests that VS Code's *Restore Checkpoint* took out of a chat: what our tools wrote for them is still in the files (D-17). */
import * as vscode from "vscode";
import { inlineCode, plainMarkdown } from "../../../core/text/markdown";
import { turnOfPrompt } from "../../../lib/modelLoop/turnsOfCalls";
import { showInformation } from "../../../vscode/ui/notifications";
import type { ChangedTurn } from "../../undo/changesByTurn";
import type { Journal } from "../../undo/journal";
import { type HeldTurns, removedTurns } from "../../undo/removedTurns";
import { factsIn, factsOf } from "./chatHistory";

function heldTurns(chat: string, context: vscode.ChatContext): HeldTurns {
  const { history } = context;
  const titles = history.flatMap((turn, index) => {
    const request = history[index - 1];
    const isUnnamed = turn instanceof vscode.ChatResponseTurn && !factsOf(turn.result);
    return isUnnamed && request instanceof vscode.ChatRequestTurn ? [turnOfPrompt(request.prompt).title] : [];
  });
  return { chat, ids: new Set(factsIn(context).map(({ turn }) => turn)), titles };
}

const filesOf = (turns: readonly ChangedTurn[]) => [
  ...new Set(turns.flatMap(({ entries }) => entries.flatMap(({ files }) => files))),
];

const lineOf = (turn: ChangedTurn) => `- “${plainMarkdown(turn.title)}”: ${filesOf([turn]).map(inlineCode).join(", ")}`;

const toldText = ({ length }: readonly ChangedTurn[], files: string) =>
  length === 1
    ? vscode.l10n.t("Toolcrib: 1 request is no longer in this chat, but its changes are still in {0}.", files)
    : vscode.l10n.t(
        "Toolcrib: {0} requests are no longer in this chat, but their changes are still in {1}.",
        length,
        files,
      );

const offerText = ({ length }: readonly ChangedTurn[]) =>
  length === 1
    ? vscode.l10n.t("1 request is no longer in this chat, but its changes are still in your files:")
    : vscode.l10n.t("{0} requests are no longer in this chat, but their changes are still in your files:", length);

const undo = { command: "toolcrib.undoTurn", title: vscode.l10n.t("Undo These Changes") };

/** What is gone from the chat of one request. */
export class RemovedRequests {
  constructor(
    private readonly context: vscode.ChatContext,
    private readonly chat: string | undefined,
    private readonly journal: Pick<Journal, "undoable">,
    /** Id of the request's own turn, which its chat's history does not have. */
    private readonly own?: string,
  ) {}

  /** The turns whose changes stand, the latest first. */
  async #find(): Promise<ChangedTurn[]> {
    if (this.chat === undefined) return [];
    const turns = removedTurns((await this.journal.undoable()).toReversed(), heldTurns(this.chat, this.context));
    return turns.filter(({ id }) => id !== this.own);
  }

  /** Those that the chat has not offered to undo. */
  async #findNew(): Promise<ChangedTurn[]> {
    const offered = new Set(factsIn(this.context).flatMap(({ offeredUndo = [] }) => offeredUndo));
    return (await this.#find()).filter(({ id }) => !offered.has(id));
  }

  /** Tells the person beside the chat, before anything more is changed; what begins a long answer is folded away. */
  async tell(): Promise<void> {
    const turns = await this.#findNew();
    if (turns.length === 0) return;
    const text = toldText(turns, filesOf(turns).join(", "));
    void showInformation(text, undo.title).then((answer) => {
      if (answer) void vscode.commands.executeCommand(undo.command, idsOf(turns));
    });
  }

  /**
   * Offers in the answer to undo what still stands.
   * @param again also what the chat has offered before.
   * @returns ids of the turns that are offered.
   */
  async offer(stream: vscode.ChatResponseStream, again = false): Promise<readonly string[]> {
    const turns = await (again ? this.#find() : this.#findNew());
    if (turns.length === 0) return [];
    stream.markdown(`\n\n${offerText(turns)}\n\n${turns.map(lineOf).join("\n")}\n\n`);
    stream.button({ ...undo, arguments: [idsOf(turns)] });
    return idsOf(turns);
  }
}

const idsOf = (turns: readonly ChangedTurn[]) => turns.map(({ id }) => id);
