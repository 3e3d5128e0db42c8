/** The problems of one file, once its language has looked at it. */
import * as vscode from "vscode";
import type { CodeWait } from "../../core/ports/editor/codeIntelligence";

/** Milliseconds without further news after which a language is taken to have finished. */
const quiet = 500;

/** Milliseconds that a language gets for a file which it may have looked at without finding anything. */
const patience = 3000;

/** The version of each document that its language has looked at. */
const seen = new WeakMap<vscode.TextDocument, number>();

/** What a language said of a file. */
export interface SettledProblems {
  readonly found: readonly vscode.Diagnostic[];
  /** Milliseconds. */
  readonly waitedMs: number;
  /** True when the language said nothing of the file in all that time. */
  readonly isSilent: boolean;
}

/** Waits for the first word about a file, and until no more come; one that was looked at as it is now is not waited for. */
export async function settledProblems(
  document: vscode.TextDocument,
  { limitMs, signal }: CodeWait,
): Promise<SettledProblems> {
  const { uri, version } = document;
  const now = () => vscode.languages.getDiagnostics(uri);
  const before = seen.get(document);
  seen.set(document, version);
  if (before === version || (before === undefined && now().length > 0))
    return { found: now(), waitedMs: 0, isSilent: false };
  const began = Date.now();
  let heard = 0;
  const subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    if (uris.some((one) => one.toString() === uri.toString())) heard = Date.now();
  });
  const limit = Math.min(limitMs, patience);
  const settled = () => heard > 0 && Date.now() - heard >= quiet;
  try {
    while (!signal.aborted && Date.now() - began < limit && !settled())
      await new Promise((resolve) => setTimeout(resolve, 50));
  } finally {
    subscription.dispose();
  }
  return { found: now(), waitedMs: Date.now() - began, isSilent: heard === 0 && before === undefined };
}
