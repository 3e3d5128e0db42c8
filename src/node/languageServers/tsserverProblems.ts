/**
 * The problems of a TypeScript file, asked of the compiler behind typescript-language-server. That server only tells of problems
 * when their list changes, and of wrong types later than of wrong syntax, so that its silence says nothing.
 */
import { pathToFileURL } from "node:url";
import type * as lsp from "vscode-languageserver-protocol";

/** The command by which it passes a question on. */
export const tsserverRequest = "typescript.tsserverRequest";

/** What the compiler is asked, in turn: each of these answers with a list, and at once. */
export const problemQuestions = [
  "syntacticDiagnosticsSync",
  "semanticDiagnosticsSync",
  "suggestionDiagnosticsSync",
] as const;

/** A place as the compiler counts: from 1. */
interface Place {
  readonly line: number;
  readonly offset: number;
}

/** A part of a text as the compiler has it. */
export interface TsRange {
  readonly start: Place;
  readonly end: Place;
}

/** A problem in the compiler's own words. */
interface TsProblem extends TsRange {
  readonly text: string;
  readonly code?: number;
  readonly category: string;
  readonly source?: string;
  readonly relatedInformation?: readonly {
    readonly message: string;
    readonly span?: TsRange & { readonly file: string };
  }[];
}

const severities: Readonly<Record<string, lsp.DiagnosticSeverity>> = {
  error: 1,
  warning: 2,
  message: 3,
  suggestion: 4,
};

/** As the protocol counts. */
export const rangeOfCompiler = ({ start, end }: TsRange): lsp.Range => ({
  start: placeOf(start),
  end: placeOf(end),
});

/** In a file that does not exist yet the compiler counts from 0. */
const placeOf = ({ line, offset }: Place): lsp.Position => ({
  line: Math.max(0, line - 1),
  character: Math.max(0, offset - 1),
});

/** @throws TypeError for what is no such answer. */
export function problemsIn(answer: { readonly body?: readonly TsProblem[] } | undefined): lsp.Diagnostic[] {
  return (answer?.body ?? []).map(({ start, end, text, code, category, source, relatedInformation = [] }) => ({
    range: rangeOfCompiler({ start, end }),
    message: text,
    severity: severities[category] ?? 1,
    source: source ?? "typescript",
    ...(code !== undefined && { code }),
    relatedInformation: relatedInformation.flatMap(({ span, message }) =>
      span ? [{ message, location: { uri: pathToFileURL(span.file).href, range: rangeOfCompiler(span) } }] : [],
    ),
  }));
}
