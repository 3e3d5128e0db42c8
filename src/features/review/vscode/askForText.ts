import * as vscode from "vscode";
import type { Proposals } from "./proposals";
import { type Verdict, type WaitingEditors, whileWaiting } from "./waitingEditors";

/** What asking in an editor takes. */
export interface TextQuestions {
  readonly proposals: Proposals;
  readonly waiting: WaitingEditors;
}

/** Asks for a text of several lines in an editor. @returns undefined when the person gave none. */
export async function askForText(
  { proposals, waiting }: TextQuestions,
  name: string,
  hint: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const uri = proposals.add(`/${name}.txt`, new Uint8Array());
  let settle: (verdict: Verdict) => void = () => {};
  const answer = new Promise<Verdict>((resolve) => {
    settle = resolve;
  });
  const leave = () => settle("closed");
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();
  waiting.expect(uri, settle);
  try {
    await vscode.window.showTextDocument(uri, { preview: false });
    const verdict = await whileWaiting(vscode.l10n.t("{0} Then press ✓ above the editor.", hint), answer, leave);
    const bytes = await proposals.current(uri);
    return verdict === "accept" && bytes ? Buffer.from(bytes).toString("utf8") : undefined;
  } finally {
    waiting.forget([uri]);
    await proposals.drop([uri]);
  }
}
