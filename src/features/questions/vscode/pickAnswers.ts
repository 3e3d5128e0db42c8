import * as vscode from "vscode";
import type { Answer } from "../../../core/calls/approvals/answer";
import { revealed } from "../../../core/text/markdown";
import type { PresentEffect, Question, QuestionAnswer } from "../../../core/vocabulary/effect";
import { answerOf, maxAnswerCharacters } from "../questionText";

/** A line of the list; the one without a label of an option asks for other words. */
interface OptionLine extends vscode.QuickPickItem {
  readonly option?: string;
}

/** What a person made of one question. */
type Step = QuestionAnswer | "back" | "left";

/** A question among others. */
interface Place {
  readonly title: string;
  readonly isFirst: boolean;
  /** What was answered before the person went back to it. */
  readonly before: QuestionAnswer | undefined;
}

/** Asks questions one after the other in a list, with a way back to those before. @param title says who asks. */
export async function pickAnswers(
  title: string,
  { questions = [] }: Pick<PresentEffect, "questions">,
  signal: AbortSignal,
): Promise<Answer> {
  const answers: QuestionAnswer[] = [];
  let at = 0;
  for (let question = questions[0]; question; question = questions[at]) {
    const number = questions.length > 1 ? ` (${at + 1}/${questions.length})` : "";
    const place = { title: `${revealed(title)}${number}`, isFirst: at === 0, before: answers[at] };
    const step = await askOne(question, place, signal);
    if (step === "left")
      return signal.aborted
        ? { approved: false, by: "nobody", feedback: "the request was cancelled" }
        : { approved: false, by: "person" };
    if (step === "back") at--;
    else answers[at++] = step;
  }
  return { approved: true, by: "person", answers };
}

async function askOne(question: Question, place: Place, signal: AbortSignal): Promise<Step> {
  for (;;) {
    const chosen = await pickOptions(question, place, signal);
    if (typeof chosen === "string") return chosen;
    const labels = chosen.map(({ option }) => option);
    if (!labels.includes(undefined)) return answerOf(question, labels, undefined);
    const words = await askForWords(question, place, signal);
    if (words !== undefined) return answerOf(question, labels, words);
    if (signal.aborted) return "left";
  }
}

/** Shows the options. An empty choice is none: it goes on waiting. */
function pickOptions(
  { question, options, multiple }: Question,
  { title, isFirst, before }: Place,
  signal: AbortSignal,
): Promise<readonly OptionLine[] | "back" | "left"> {
  if (signal.aborted) return Promise.resolve("left");
  const pick = vscode.window.createQuickPick<OptionLine>();
  const lines: OptionLine[] = options.map(({ label, description }) => ({
    label: revealed(label),
    option: label,
    ...(description !== undefined && { detail: revealed(description) }),
  }));
  pick.title = title;
  pick.placeholder = revealed(question);
  pick.ignoreFocusOut = true;
  pick.canSelectMany = multiple;
  pick.matchOnDetail = true;
  pick.items = [...lines, { label: vscode.l10n.t("$(edit) Other…"), alwaysShow: true }];
  pick.buttons = isFirst ? [] : [vscode.QuickInputButtons.Back];
  const earlier = lines.filter(({ option }) => option !== undefined && before?.chosen.includes(option));
  if (multiple) pick.selectedItems = earlier;
  else pick.activeItems = earlier;
  const leave = () => pick.hide();
  signal.addEventListener("abort", leave, { once: true });
  return new Promise<readonly OptionLine[] | "back" | "left">((resolve) => {
    pick.onDidAccept(() => pick.selectedItems.length > 0 && resolve([...pick.selectedItems]));
    pick.onDidTriggerButton(() => resolve("back"));
    pick.onDidHide(() => resolve("left"));
    pick.show();
  }).finally(() => {
    signal.removeEventListener("abort", leave);
    pick.dispose();
  });
}

/** Asks for words; undefined when the person thought better of it. */
async function askForWords(
  { question }: Question,
  { title, before }: Place,
  signal: AbortSignal,
): Promise<string | undefined> {
  const cancelling = new vscode.CancellationTokenSource();
  const cancel = () => cancelling.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const options: vscode.InputBoxOptions = {
    ...{ title, prompt: revealed(question), ignoreFocusOut: true, value: before?.text ?? "" },
    validateInput: (value) =>
      value.trim() === ""
        ? vscode.l10n.t("Write an answer.")
        : value.length > maxAnswerCharacters
          ? vscode.l10n.t("An answer may have at most {0} characters.", maxAnswerCharacters)
          : undefined,
  };
  try {
    return await vscode.window.showInputBox(options, cancelling.token);
  } finally {
    signal.removeEventListener("abort", cancel);
    cancelling.dispose();
  }
}
