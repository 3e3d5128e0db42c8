/** What a language server says is wrong in a file, asked for or waited for. */
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type * as lsp from "vscode-languageserver-protocol";
import type { CodeWait } from "../../core/ports/editor/codeIntelligence";
import type { LanguageServer } from "./languageServer";
import { problemQuestions, problemsIn } from "./tsserverProblems";

/** Milliseconds without news after which the problems of a file are complete. */
const quiet = 400;

/** What is wrong in a file by now. @returns undefined when the server said nothing in time. @throws see {@link LanguageServer.ask}. */
export async function problemsOf(
  server: LanguageServer,
  uri: string,
  wait: CodeWait,
): Promise<readonly lsp.Diagnostic[] | undefined> {
  if (!server.passesOn) return told(server, uri, wait);
  const ends = performance.now() + wait.limitMs;
  const found: lsp.Diagnostic[] = [];
  for (const question of problemQuestions) {
    const left = { ...wait, limitMs: Math.max(1, Math.ceil(ends - performance.now())) };
    found.push(...(await server.askCompiler(question, { file: fileURLToPath(uri) }, left, problemsIn)));
  }
  server.news.correct(uri, found);
  return found;
}

/** Waits until it has reported on a file and says nothing more. */
async function told(
  server: LanguageServer,
  uri: string,
  { limitMs, signal }: CodeWait,
): Promise<readonly lsp.Diagnostic[] | undefined> {
  const { news } = server;
  const until = performance.now() + limitMs;
  const isLate = () => performance.now() >= until || signal.aborted || server.isOver;
  while (!news.problems.has(uri) && !isLate()) await delay(50);
  for (let count = -1; count !== news.told && !isLate(); ) {
    count = news.told;
    await delay(quiet);
  }
  return news.problems.get(uri);
}
