import * as vscode from "vscode";
import type { Answer } from "../../../core/calls/approvals/answer";
import { revealed } from "../../../core/text/markdown";
import type { PresentEffect } from "../../../core/vocabulary/effect";
import type { WaitingThing } from "../../needsYou/waitingThings";
import { questionsText } from "../../questions/questionText";
import { pickAnswers } from "../../questions/vscode/pickAnswers";

/** A button answers, or opens the list of answers. */
const answerCommand = "toolcrib.answerQuestion";

const cancelled: Answer = { approved: false, by: "nobody", feedback: "the request was cancelled" };

/** Questions that wait for their answer. */
interface OpenQuestions {
  readonly title: string;
  /** Who asks. */
  readonly agent: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Takes what a button says. */
  answer(verdict: unknown): void;
}

/** Questions of a model in the chat of our own participant, with a button for each answer to a single one. */
export class AskedInChat {
  readonly #open = new Map<string, OpenQuestions>();

  /** @param changed called when questions are asked, and when they have their answer. */
  constructor(private readonly changed: () => void) {}

  /** Those that are open. */
  waiting(): readonly WaitingThing[] {
    return [...this.#open].map(([id, { title, agent, since, answer }]) => {
      const acts = { open: () => answer("pick"), reject: () => answer("skip") };
      return { ...{ id, kind: "question", agent, since, acts }, label: title, facts: [] };
    });
  }

  /** Draws the questions, and waits until they are answered. @param asker who asks, and under which title. */
  async ask(
    { title, agent }: Pick<OpenQuestions, "title" | "agent">,
    { questions = [] }: Pick<PresentEffect, "questions">,
    stream: vscode.ChatResponseStream,
    signal: AbortSignal,
  ): Promise<Answer> {
    if (signal.aborted) return cancelled;
    // A button stays when it has been pressed, and an address that can be guessed could be pressed by anybody.
    const id = crypto.randomUUID();
    const [only] = questions.length === 1 ? questions : [];
    const options = only && !only.multiple ? only.options : [];
    stream.markdown(`\n\n${questionsText(questions)}\n\n`);
    options.forEach(({ label }, at) => {
      stream.button({ command: answerCommand, title: revealed(label), arguments: [id, at] });
    });
    const more = options.length > 0 ? vscode.l10n.t("Other…") : vscode.l10n.t("Answer…");
    stream.button({ command: answerCommand, title: more, arguments: [id, "pick"] });
    stream.button({ command: answerCommand, title: vscode.l10n.t("Skip"), arguments: [id, "skip"] });
    return new Promise<Answer>((resolve) => {
      signal.addEventListener("abort", () => resolve(cancelled), { once: true });
      const answer = (verdict: unknown) => {
        const chosen = typeof verdict === "number" ? options[verdict] : undefined;
        if (chosen) resolve({ approved: true, by: "person", answers: [{ chosen: [chosen.label] }] });
        else if (verdict === "skip") resolve({ approved: false, by: "person" });
        // One that is closed can be opened again.
        else if (verdict === "pick")
          void pickAnswers(title, { questions }, signal).then((picked) => picked.approved && resolve(picked));
      };
      this.#open.set(id, { title, agent, since: Date.now(), answer });
      this.changed();
    }).finally(() => {
      this.#open.delete(id);
      this.changed();
    });
  }

  /** A button under the questions. A command of VS Code takes any argument. @returns false where none of them is open. */
  answer(id: unknown, verdict: unknown): boolean {
    const question = this.#open.get(String(id));
    question?.answer(verdict);
    return question !== undefined;
  }
}
