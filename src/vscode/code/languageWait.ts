/** Waiting for languages that are still loading, which answer with nothing or not at all. */
import * as vscode from "vscode";
import type { CodeAnswer, CodeWait } from "../../core/ports/editor/codeIntelligence";
import { loadedProject } from "./loadedProject";
import { within } from "./within";

/** Milliseconds between two questions to a language that has not answered yet. */
const pause = 300;

/** Milliseconds after which a language that knows the outline of the file is taken to have loaded. */
const settling = 3000;

/** Milliseconds that every question gets, however much of the limit is used up. */
const leastMs = 5000;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What a language has answered so far. */
interface Asked<T> {
  readonly found: readonly T[];
  /** Milliseconds since the first question. */
  readonly passed: number;
}

/** Remembers which languages have answered in this window. */
export class LanguageWait {
  readonly #ready = new Set<string>();

  /**
   * Asks until there is an answer that stays the same, or the language is known to have loaded, or the time is over.
   * @param ask one question; nothing counts as no answer. @param ofProject false for what a file tells by itself.
   */
  async answer<T>(
    document: vscode.TextDocument,
    ask: () => Thenable<readonly T[] | undefined>,
    wait: CodeWait,
    ofProject = true,
  ): Promise<CodeAnswer<T>> {
    const { uri, languageId } = document;
    const began = Date.now();
    const isLoaded = ofProject && (await loadedProject(document, wait));
    const loadedMs = Date.now() - began;
    const question = async (): Promise<Asked<T>> => {
      const left = Math.max(wait.limitMs - (Date.now() - began), leastMs);
      const found = (await within(ask(), languageId, { ...wait, limitMs: left })) ?? [];
      return { found, passed: Date.now() - began };
    };
    let asked = await question();
    if (isLoaded || this.#ready.has(languageId)) return { found: asked.found, waitedMs: loadedMs, isSilent: false };
    for (;;) {
      const { found, passed } = asked;
      if (found.length === 0 && passed >= Math.min(settling, wait.limitMs) && (await hasOutline(uri))) break;
      if (passed >= wait.limitMs) return { found, waitedMs: passed, isSilent: found.length === 0 };
      await sleep(pause);
      asked = await question();
      if (found.length > 0 && asked.found.length === found.length) break;
    }
    this.#ready.add(languageId);
    return { found: asked.found, waitedMs: asked.passed, isSilent: false };
  }
}

/** Whether anything tells the symbols of a file. */
async function hasOutline(uri: vscode.Uri): Promise<boolean> {
  const symbols = await vscode.commands
    .executeCommand<unknown[] | undefined>("vscode.executeDocumentSymbolProvider", uri)
    .then(undefined, () => undefined);
  return (symbols?.length ?? 0) > 0;
}
