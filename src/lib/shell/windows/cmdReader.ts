/**
 * Reads cmd.exe's language as far as finding commands that are never run takes; nothing of it is run unasked (D-12).
 */
import { clause } from "../../../core/text/clauses/clause";
import type { Piece } from "../words/types";
import { Block, type Script } from "./block";
import { wordFrom } from "./word";

const delimiter = /[ \t,;=\v\f]/;
const endsWord = /[ \t,;=\v\f\r\n&|<>()]/;
const redirection = /\d?(?:>>?|<)(?:&\d)?/y;
const variable = /%%?~?[\w:~,=*.-]+%?|![^!\s]+!/y;
/** The shell's own commands, which take what follows them without a blank. */
const attached = /^(?:rd|rmdir|del|erase|cd|chdir|md|mkdir|copy|move|type|echo|format|start|call)(?=[\\/.:"])/i;
/** Words around a condition, with the number of words of it that follow them. */
const conditions: Readonly<Record<string, number>> = {
  if: 2,
  exist: 1,
  defined: 1,
  errorlevel: 1,
  do: 0,
  else: 0,
  in: 0,
};
const insideCondition = /^(?:not|\/i|equ|neq|lss|leq|gtr|geq)$/i;

/** Goes once through a text. */
export class CmdReader {
  #at = 0;
  /** Words of a condition that are still to come. */
  #conditionWords = 0;
  readonly #block: Block;

  constructor(private readonly script: Script) {
    this.#block = new Block(script, 0);
  }

  /** Reads the text to its end. */
  read(): void {
    while (this.#at < this.script.text.length) this.#step();
    this.#block.endStatement();
  }

  #next(offset = 0): string {
    return this.script.text[this.#at + offset] ?? "";
  }

  #rest(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.script.text)?.[0];
  }

  #step(): void {
    const next = this.#next();
    if (delimiter.test(next)) this.#at++;
    else if (/[\r\n()]/.test(next)) {
      this.#at++;
      this.#block.endStatement();
    } else if (/[&|]/.test(next)) this.#operator();
    else if (next === "@" && this.#block.words.length === 0) this.#at++;
    else if (this.#rest(redirection) !== undefined) this.#redirect();
    else this.#word();
  }

  #operator(): void {
    const op = this.#next();
    const isDouble = this.#next(1) === op;
    this.#at += isDouble ? 2 : 1;
    if (!isDouble && op === "|") this.#block.pipe();
    else if (isDouble) this.#block.chain(op === "|" ? "||" : "&&");
    else this.#block.endStatement();
  }

  #redirect(): void {
    const start = this.#at;
    const op = this.#rest(redirection) ?? "";
    this.#at += op.length;
    const merged = /&(\d)$/.exec(op)?.[1];
    while (merged === undefined && delimiter.test(this.#next())) this.#at++;
    const from = this.#at;
    const target = merged === undefined ? this.#pieces() : [{ text: merged }];
    const source = merged ?? this.script.text.slice(from, this.#at);
    if (source === "") this.script.parseErrors.push(clause`${op} lacks its target`);
    const word = wordFrom(source, target, source.includes('"'));
    this.#block.redirect({ op: merged === undefined ? op.replace(/^\d/, "") : ">&", target: word }, start, this.#at);
  }

  #word(): void {
    const start = this.#at;
    const isFirst = this.#block.words.length === 0;
    const glued = isFirst ? attached.exec(this.script.text.slice(start, start + 16))?.[0] : undefined;
    if (glued !== undefined) this.#at += glued.length;
    const pieces = glued === undefined ? this.#pieces() : [{ text: glued }];
    const source = this.script.text.slice(start, this.#at);
    // A condition stands before the command that it is for.
    const name = source.toLowerCase();
    const follows = Object.hasOwn(conditions, name) ? conditions[name] : undefined;
    if (follows !== undefined) {
      this.#block.endStatement();
      this.#conditionWords = follows;
    } else if (this.#conditionWords > 0) this.#conditionWords -= insideCondition.test(source) ? 0 : 1;
    else this.#block.add(wordFrom(source, pieces, source.includes('"')), this.#at);
  }

  #pieces(): Piece[] {
    const pieces: Piece[] = [];
    let isQuoted = false;
    while (this.#at < this.script.text.length) {
      const next = this.#next();
      if (next === "\n" || (!isQuoted && endsWord.test(next))) break;
      if (next === '"') isQuoted = !isQuoted;
      else if (next === "^" && !isQuoted) pieces.push({ text: this.#next(1) });
      const found = /[%!]/.test(next) ? this.#rest(variable) : undefined;
      if (found !== undefined) pieces.push({ variable: `env:${found.replace(/^[%!]+|[%!]+$/g, "")}` });
      else if (!/["^]/.test(next) || (isQuoted && next === "^")) pieces.push({ text: next });
      this.#at += found?.length ?? (next === "^" && !isQuoted ? 2 : 1);
    }
    if (isQuoted) this.script.parseErrors.push(clause`a string lacks its closing quote`);
    return pieces;
  }
}
