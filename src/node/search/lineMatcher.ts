/** Matches lines in a thread of its own, so that no pattern can keep everything else waiting (C-32). */
import { Worker } from "node:worker_threads";
import { ToolError } from "../../core/toolError";
import { mostPlaces } from "../ripgrepEvents";
import { javaScriptOf, type SearchPattern } from "./patternTree";

/** A line that matches: its 0-based number, and [start, end, start, end, …] in UTF-16 units. */
export type MatchingLine = readonly [line: number, places: readonly number[]];

/** What the thread is asked. */
interface Question {
  readonly source: string;
  readonly flags: string;
  readonly text: string;
  /** Matching lines at most. */
  readonly lines: number;
  /** Places of one line at most. */
  readonly places: number;
}

const usualPatience = 5000;

/**
 * The lines of a text that match. It goes to the thread as text, so it uses nothing but what it is given, and defines no
 * function.
 */
export function matchingLines({ source, flags, text, lines, places }: Question): MatchingLine[] {
  const regex = new RegExp(source, flags);
  const found: [number, number[]][] = [];
  for (let line = 0, from = 0; from < text.length && found.length < lines; line++) {
    const feed = text.indexOf("\n", from);
    const next = feed === -1 ? text.length : feed;
    const end = feed > from && text[feed - 1] === "\r" ? feed - 1 : next;
    const its: number[] = [];
    let previous = -1;
    for (const match of text.slice(from, end).matchAll(regex)) {
      const stop = match.index + match[0].length;
      // Nothing right after something that was found is not found again.
      if (stop > match.index || match.index !== previous) its.push(match.index, stop);
      previous = stop;
      if (its.length === places * 2) break;
    }
    // As ripgrep has it: after a last line without an end, the place there counts when nothing else does.
    if (feed === -1 && its.length > 2 && its.at(-2) === end - from) its.length -= 2;
    if (its.length > 0) found.push([line, its]);
    from = next + 1;
  }
  return found;
}

const thread = `const { parentPort } = require("node:worker_threads");
const matchingLines = ${matchingLines};
parentPort.on("message", (question) => parentPort.postMessage(matchingLines(question)));`;

/** One pattern; to be closed when it is no longer needed. */
export class LineMatcher {
  readonly #source: string;
  readonly #flags: string;
  #worker: Worker | undefined;

  /**
   * @param signal ends what is being matched.
   * @param patience milliseconds for one file.
   */
  constructor(
    pattern: SearchPattern,
    private readonly signal: AbortSignal,
    private readonly patience = usualPatience,
  ) {
    this.#source = javaScriptOf(pattern.tree);
    this.#flags = pattern.caseSensitive ? "gu" : "giu";
  }

  /**
   * @param shown the file, for people.
   * @param lines matching lines at most.
   * @param isCounted every place of a line is wanted, not the first alone.
   * @throws ToolError `cancelled`, or `invalid_pattern` for one that takes too long.
   */
  match(text: string, lines: number, shown: string, isCounted = false): Promise<readonly MatchingLine[]> {
    this.#worker ??= new Worker(thread, { eval: true, env: {}, execArgv: [], stdin: false });
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        this.signal.removeEventListener("abort", cancel);
        worker.off("message", receive);
        worker.off("error", giveUp);
        act();
      };
      const giveUp = (error: unknown) => settle(() => void this.close().then(() => reject(error)));
      const cancel = () => giveUp(new ToolError("cancelled", "The search was cancelled."));
      const timer = setTimeout(() => giveUp(tooSlow(shown, this.patience)), this.patience);
      this.signal.addEventListener("abort", cancel, { once: true });
      const receive = (found: MatchingLine[]) => settle(() => resolve(found));
      worker.once("message", receive);
      worker.once("error", giveUp);
      const places = isCounted ? Number.MAX_SAFE_INTEGER : mostPlaces;
      const question: Question = { source: this.#source, flags: this.#flags, text, lines, places };
      worker.postMessage(question);
      if (this.signal.aborted) cancel();
    });
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

const tooSlow = (shown: string, patience: number) =>
  new ToolError(
    "invalid_pattern",
    `The search could not run: matching ${shown} took more than ${patience / 1000} seconds. Simplify the pattern: repetitions inside of repetitions, such as (a+)+, multiply the work.`,
  );
