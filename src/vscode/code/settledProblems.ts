/** The problems of one file, once its language has looked at it. */
import * as vscode from "vscode";
import type { CodeWait } from "../../core/ports/editor/codeIntelligence";
import { typescriptProblems } from "./loadedProject";

/** Milliseconds without further news after which a language is taken to have finished. */
const quiet = 500;

/** Milliseconds that a language gets for a file in which it may find nothing. */
const patience = 5000;

/** What a language said of a file. */
export interface SettledProblems {
  readonly found: readonly vscode.Diagnostic[];
  /** Milliseconds. */
  readonly waitedMs: number;
  /** True when the language said nothing of the file in all that time. */
  readonly isSilent: boolean;
}

const tabsOf = ({ uri }: vscode.TextDocument): vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());

/**
 * Has a file in a tab, for languages that check only what has one: behind the others, and closed again if it was not there.
 * A tab in which a person has typed by then stays.
 */
export async function withTab<T>(document: vscode.TextDocument, work: () => Promise<T>): Promise<T> {
  if (tabsOf(document).length > 0) return work();
  await vscode.commands.executeCommand("vscode.open", document.uri, {
    ...{ background: true, preserveFocus: true, preview: false },
  });
  try {
    return await work();
  } finally {
    const left = tabsOf(document).filter(({ isDirty, isActive }) => !isDirty && !isActive);
    if (left.length > 0) await vscode.window.tabGroups.close(left, true).then(undefined, () => undefined);
  }
}

/** What each document's language had said at its version. */
const seen = new WeakMap<vscode.TextDocument, number>();

/** Waits for a language's word about a file that has a tab, and until no more comes. */
export async function settledProblems(document: vscode.TextDocument, wait: CodeWait): Promise<SettledProblems> {
  const { uri, version } = document;
  const began = Date.now();
  let heard = 0;
  const subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    if (uris.some((one) => one.toString() === uri.toString())) heard = Date.now();
  });
  const now = () => vscode.languages.getDiagnostics(uri);
  const result = (isSilent: boolean) => ({ found: now(), waitedMs: Date.now() - began, isSilent });
  const pass = (ms: number) => until(() => heard > 0 && Date.now() - heard >= quiet, ms, wait.signal);
  try {
    if (seen.get(document) === version && now().length > 0) return result(false);
    seen.set(document, version);
    const expected = await typescriptProblems(document, "semanticDiagnosticsSync", wait);
    if (expected === 0) await pass(quiet);
    else if (expected !== undefined) await until(() => now().length > 0, wait.limitMs, wait.signal);
    if (expected !== undefined) return result(expected > 0 && now().length === 0);
    await pass(Math.min(wait.limitMs, patience));
    return result(heard === 0 && now().length === 0);
  } finally {
    subscription.dispose();
  }
}

/** Waits until a test holds, or the time is over. */
export async function until(isOver: () => boolean, limitMs: number, signal: AbortSignal): Promise<void> {
  const began = Date.now();
  while (!signal.aborted && Date.now() - began < limitMs && !isOver())
    await new Promise((resolve) => setTimeout(resolve, 50));
}
