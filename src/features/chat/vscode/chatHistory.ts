/** What @crib keeps of a turn between requests, as VS Code stores it with the chat. */
import * as vscode from "vscode";
import { type Message, userSays } from "../../../lib/modelLoop/conversation";
import type { LoopEnding } from "../../../lib/modelLoop/loop";
import { readSavedTurn, savedTurn } from "../../../lib/modelLoop/savedTurn";

/** Facts of an answered request. */
export interface ChatTurnFacts {
  /** Id of the turn in the journal. */
  readonly turn: string;
  readonly ending: LoopEnding | "failed";
  /** It ended in plan mode, which a request that goes on with it has to be in as well. */
  readonly planning: boolean;
  /** The person was told that earlier messages had to go. */
  readonly toldOfTrimming: boolean;
  /** It changed files. */
  readonly changed: boolean;
  /** It ran a command after its last change. */
  readonly checked: boolean;
  /** Ids of removed turns whose changes the answer offered to undo. */
  readonly offeredUndo?: readonly string[];
}

interface KeptTurn extends ChatTurnFacts {
  readonly version: 1;
  readonly messages?: unknown;
}

/** `ChatResult.metadata` of a turn. */
export function turnMetadata(facts: ChatTurnFacts, turn: readonly Message[]): { readonly toolcrib: KeptTurn } {
  const messages = savedTurn(turn);
  return { toolcrib: { version: 1, ...facts, ...(messages && { messages }) } };
}

/** The facts of a turn; undefined for an answer that is not of this kind, or of another version. */
export function factsOf({ metadata }: vscode.ChatResult): KeptTurn | undefined {
  const kept = metadata?.toolcrib as Partial<KeptTurn> | undefined;
  return kept?.version === 1 && typeof kept.turn === "string" ? (kept as KeptTurn) : undefined;
}

/** The facts of all turns of a chat, newest first. */
export const factsIn = ({ history }: vscode.ChatContext): KeptTurn[] =>
  history.flatMap((turn) => (turn instanceof vscode.ChatResponseTurn ? (factsOf(turn.result) ?? []) : [])).reverse();

/** Earlier turns of this chat: with their calls and results where these were kept, else as plain text. */
export function earlierMessages({ history }: vscode.ChatContext): Message[] {
  return history.flatMap((turn, index): Message[] => {
    if (!(turn instanceof vscode.ChatResponseTurn) || isAside(turn)) return [];
    const request = history[index - 1];
    const kept = readSavedTurn(factsOf(turn.result)?.messages);
    if (kept) return kept;
    const asked = request instanceof vscode.ChatRequestTurn ? [userSays(request.prompt)] : [];
    return [...asked, ...saidIn(turn)];
  });
}

/** What a slash command told the person was not said to the model. */
const isAside = ({ command }: vscode.ChatResponseTurn) => command !== undefined && command !== "plan";

function saidIn({ response }: vscode.ChatResponseTurn): Message[] {
  const text = response
    .map((part) => (part instanceof vscode.ChatResponseMarkdownPart ? part.value.value : ""))
    .join("");
  return text === "" ? [] : [{ role: "assistant", parts: [{ kind: "text", text }] }];
}

const checkChange = "Run the tests that cover the change, and fix what fails.";

/** What a person may well want next; each fits what happened. */
export function followUps(result: vscode.ChatResult): vscode.ChatFollowup[] {
  const facts = factsOf(result);
  if (!facts) return [];
  const goesOn = facts.ending === "rounds" || facts.ending === "cancelled";
  return [
    ...(goesOn
      ? [{ prompt: "continue", label: vscode.l10n.t("Continue"), ...(facts.planning && { command: "plan" }) }]
      : []),
    ...(facts.changed && !facts.checked && facts.ending === "done"
      ? [{ prompt: checkChange, label: vscode.l10n.t("Run the tests") }]
      : []),
    ...(facts.changed ? [{ prompt: "", label: vscode.l10n.t("Undo this…"), command: "undo" }] : []),
  ];
}
