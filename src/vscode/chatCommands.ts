/** The slash commands of @crib that need no model: `/undo`, `/tasks` and `/explain`. */
import type * as vscode from "vscode";
import type { Crib } from "../core/crib";
import type { Journal } from "../core/journal";
import { inlineCode, plainMarkdown } from "../review/preview";
import { turnsOf } from "../review/turns";
import { factsIn } from "./chatHistory";
import { commandDocument } from "./explainCommand";

/** Shows what this chat changed last, with a button that takes it back. */
export async function showLastTurn(
  stream: vscode.ChatResponseStream,
  context: vscode.ChatContext,
  journal: Journal,
): Promise<void> {
  const turns = turnsOf((await journal.undoable()).toReversed());
  const last = factsIn(context).flatMap((facts) => turns.find(({ id }) => id === facts.turn) ?? [])[0];
  if (!last) {
    stream.markdown("Nothing that @crib changed in this chat is left to take back.");
    return;
  }
  const lines = last.entries.map(
    ({ title, files }) => `- ${plainMarkdown(title)} (${files.map(inlineCode).join(", ")})`,
  );
  stream.markdown(`The last changes in this chat, for “${plainMarkdown(last.title)}”:\n\n${lines.join("\n")}\n\n`);
  stream.button({ command: "toolcrib.undoTurn", title: "Take Back These Changes", arguments: [last.id] });
}

/** Lists tasks, background commands and sub-agents. */
export function listTasks(stream: vscode.ChatResponseStream, { tasks, jobs, agents }: Crib): void {
  const background = jobs.all().filter(({ facts }) => facts.background);
  const sections = [
    ["Tasks", tasks.all().map(({ id, title, state }) => line(state, title, id))],
    [
      "Background commands",
      background.map((job) => line(job.hasEnded ? "ended" : "running", job.facts.command, job.id)),
    ],
    ["Agents", (agents?.all() ?? []).map(({ id, state, wish }) => line(state, wish.description ?? wish.prompt, id))],
  ] as const;
  const shown = sections.filter(([, lines]) => lines.length > 0);
  stream.markdown(
    shown.map(([title, lines]) => `**${title}**\n\n${lines.join("\n")}`).join("\n\n") || "There are no tasks.",
  );
}

/** Characters of a title that are shown. */
const longestTitle = 120;

const line = (state: string, title: string, id: string) =>
  `- ${plainMarkdown(state.replace("_", " "))}: ${plainMarkdown(title.split("\n", 1)[0]?.slice(0, longestTitle) ?? "")} (${inlineCode(id)})`;

/** Explains the command line behind `/explain`; runs nothing (D-12). */
export async function explainInChat(stream: vscode.ChatResponseStream, crib: Crib, prompt: string): Promise<void> {
  const command = prompt.trim();
  if (command === "") stream.markdown("Give a command line: `/explain git log | head -3`. It is judged, not run.");
  else stream.markdown(await commandDocument(crib, command));
}
