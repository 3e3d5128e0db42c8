import * as vscode from "vscode";
import type { Confirm } from "../../../core/calls/approvals/answer";
import type { Call } from "../../../core/calls/call";
import { withoutLinks } from "../../../core/text/markdown";
import type { DialectTool, ToolResult } from "../../../core/tools/tool";
import { type AskParts, askPerson } from "../../approvals/vscode/askPerson";

/** Milliseconds after which a call that is not asking anything shows that it is at work. */
const unnoticed = 400;

/**
 * Makes a call with a notification that can cancel it, shown while it works and not while it waits for the person.
 * @param make is given the call and how it is asked about.
 */
export async function runShown(
  { name, displayName }: Pick<DialectTool, "name" | "displayName">,
  input: Record<string, unknown>,
  surfaces: AskParts,
  make: (call: Call, confirm: Confirm) => Promise<ToolResult>,
): Promise<ToolResult> {
  const cancelled = new AbortController();
  let report = (_line: string) => {};
  let hideProgress = () => {};
  const showProgress = () => {
    const hidden = new Promise<void>((resolve) => {
      hideProgress = resolve;
    });
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: `Toolcrib: ${displayName}`,
      cancellable: true,
    };
    void vscode.window.withProgress(options, (progress, token) => {
      report = (line) => progress.report({ message: withoutLinks(line.slice(0, 80)) });
      token.onCancellationRequested(() => cancelled.abort());
      return hidden;
    });
  };
  const timer = setTimeout(showProgress, unnoticed);
  const ask = askPerson(surfaces, cancelled.signal);
  const call = { tool: name, input, signal: cancelled.signal, progress: (line: string) => report(line) };
  try {
    return await make(call, async (judged) => {
      clearTimeout(timer);
      hideProgress();
      const answer = await ask(judged);
      if (answer.approved) showProgress();
      return answer;
    });
  } finally {
    clearTimeout(timer);
    hideProgress();
  }
}
