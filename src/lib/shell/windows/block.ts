/** Collects the commands of one block of a script while a reader goes through it. */
import { clause } from "../../../core/text/clauses/clause";
import type { Redirect, SimpleCommand, Word } from "../words/types";

/** What all blocks of one text share. */
export interface Script {
  readonly text: string;
  readonly language: "powershell" | "cmd";
  readonly commands: SimpleCommand[];
  /** Why the commands may not be complete or right. */
  readonly parseErrors: string[];
  readonly unusual: string[];
  /** Counts pipelines and chains. */
  readonly ids: { next: number };
}

/** Makes what the blocks of a text share. */
export const scriptOf = (text: string, language: Script["language"], unusual: readonly string[]): Script => ({
  text,
  language,
  commands: [],
  parseErrors: [],
  unusual: [...unusual],
  ids: { next: 1 },
});

/** One block: statements of pipelines, joined by `&&` and `||`. */
export class Block {
  #words: Word[] = [];
  #redirects: Redirect[] = [];
  #range: [start: number, end: number] | undefined;
  #pipeline: SimpleCommand[] = [];
  #awaitsMember = false;
  #chain = 0;
  #member = 0;
  #isCertain = true;

  constructor(
    private readonly script: Script,
    private readonly nesting: number,
  ) {
    this.#chain = script.ids.next++;
  }

  /** The words of the command that is being read. */
  get words(): readonly Word[] {
    return this.#words;
  }

  /** Takes a word that ended just before `end`. */
  add(word: Word, end: number): void {
    this.#words.push(word);
    this.#reach(end - word.source.length, end);
  }

  redirect(redirect: Redirect, start: number, end: number): void {
    this.#redirects.push(redirect);
    this.#reach(start, end);
  }

  /** Forgets the words read so far: they were no command. */
  drop(): void {
    this.#words = [];
    this.#range = undefined;
  }

  pipe(): void {
    this.#endCommand();
    this.#awaitsMember = true;
  }

  chain(op: "&&" | "||"): void {
    this.#endPipeline();
    this.#awaitsMember = true;
    this.#member++;
    if (op === "||") this.#isCertain = false;
  }

  endStatement(): void {
    this.#endPipeline();
    this.#chain = this.script.ids.next++;
    this.#member = 0;
    this.#isCertain = true;
  }

  #reach(start: number, end: number): void {
    // A reader is behind the end of a text whose last quote is missing.
    const { length } = this.script.text;
    this.#range = [this.#range?.[0] ?? Math.min(start, length), Math.min(end, length)];
  }

  #endCommand(): void {
    const [name] = this.#words;
    if (!this.#range) {
      if (this.#awaitsMember) this.script.parseErrors.push(clause`a command is missing`);
      return;
    }
    this.#awaitsMember = false;
    this.#pipeline.push({
      text: this.script.text.slice(...this.#range),
      language: this.script.language,
      ...(name?.value !== undefined && { name: name.value }),
      ...(name && { word: name }),
      args: this.#words.slice(1),
      prefixes: [],
      redirects: this.#redirects,
      assignments: [],
      pipeline: [this.#pipeline.length, 1],
      background: false,
      range: this.#range,
      nesting: this.nesting,
      place: {
        pipes: [],
        chains: [{ id: this.#chain, member: this.#member, certain: this.#isCertain }],
        scopes: [],
        repeated: this.nesting > 0,
        direct: true,
      },
    });
    this.#words = [];
    this.#redirects = [];
    this.#range = undefined;
  }

  #endPipeline(): void {
    this.#endCommand();
    const id = this.script.ids.next++;
    const { length } = this.#pipeline;
    for (const [index, command] of this.#pipeline.entries())
      this.script.commands.push({
        ...command,
        pipeline: [index, length],
        place: { ...command.place, pipes: length > 1 ? [{ id, index }] : [], direct: length === 1 },
      });
    this.#pipeline = [];
  }
}
