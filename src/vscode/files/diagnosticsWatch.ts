import * as vscode from "vscode";
import type { WriteWatch } from "../../core/calls/crib";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { fileUri } from "./fileUri";

/** Errors of one file told at most; the rest are counted. */
const maxTold = 10;
/** Characters of one message told at most. */
const maxCharacters = 300;
/** Milliseconds without further news after which a language server is taken to have finished. */
const quiet = 300;

interface Watched {
  readonly uri: vscode.Uri;
  readonly shown: string;
  /** Whether its language had been looking at it, so that what it says now can be compared. */
  readonly wasOpen: boolean;
  /** How often each error was there before. */
  readonly before: ReadonlyMap<string, number>;
}

const errorsOf = (uri: vscode.Uri) =>
  vscode.languages.getDiagnostics(uri).filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);

/** What an error is without its place, which a change above it moves. */
const keyOf = ({ source = "", code, message }: vscode.Diagnostic) =>
  `${source}\0${typeof code === "object" ? code.value : (code ?? "")}\0${message}`;

function countByKey(diagnostics: readonly vscode.Diagnostic[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const diagnostic of diagnostics) counts.set(keyOf(diagnostic), (counts.get(keyOf(diagnostic)) ?? 0) + 1);
  return counts;
}

/** Those errors that are there more often than before. */
function newErrors({ uri, before }: Watched): vscode.Diagnostic[] {
  const left = new Map(before);
  return errorsOf(uri).filter((diagnostic) => {
    const known = left.get(keyOf(diagnostic)) ?? 0;
    left.set(keyOf(diagnostic), known - 1);
    return known <= 0;
  });
}

function told(watched: Watched): string[] {
  const errors = newErrors(watched);
  const lines = errors.slice(0, maxTold).map(({ range, message, source, code }) => {
    const name = [source, typeof code === "object" ? code.value : code].filter(Boolean).join(" ");
    const text = message.replace(/\s+/g, " ").slice(0, maxCharacters);
    return `${watched.shown}:${range.start.line + 1}:${range.start.character + 1}: ${text}${name ? ` (${name})` : ""}`;
  });
  if (errors.length > maxTold) lines.push(`${watched.shown}: ${errors.length - maxTold} more`);
  if (errors.length > 0 && !watched.wasOpen)
    lines.push(`[${watched.shown} was not open in VS Code before, so some of its errors may be older.]`);
  return lines;
}

/**
 * Watches for errors that VS Code's languages report after a write and did not report before. Opens the files as documents
 * without showing them, since many language servers look at open documents alone.
 * @param waitMs milliseconds that an answer may take; the call waits no longer.
 */
export function watchDiagnostics(targets: readonly ResolvedPath[], waitMs: number, signal: AbortSignal): WriteWatch {
  const watched = targets.map((target): Watched => {
    const uri = fileUri(target);
    const wasOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
    return { uri, shown: target.shown, wasOpen, before: countByKey(errorsOf(uri)) };
  });
  const mine = new Set(watched.map(({ uri }) => uri.toString()));
  let heard = 0;
  const subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    if (uris.some((uri) => mine.has(uri.toString()))) heard = Date.now();
  });
  return {
    async finish() {
      const written = Date.now();
      const open = watched.map(({ uri }) => vscode.workspace.openTextDocument(uri).then(undefined, () => undefined));
      await Promise.all(open);
      const settled = () => heard > written && Date.now() - heard >= quiet;
      while (!signal.aborted && Date.now() - written < waitMs && !settled())
        await new Promise((resolve) => setTimeout(resolve, 50));
      const lines = watched.flatMap(told);
      return lines.length > 0 ? `New errors after this change:\n${lines.join("\n")}` : "";
    },
    stop: () => void subscription.dispose(),
  };
}
