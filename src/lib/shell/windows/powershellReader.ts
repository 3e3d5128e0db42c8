/**
 * Reads PowerShell: which commands with which words are in a text, wherever they stand in it. Blocks, subexpressions and
 * texts with variables are looked into for commands that are never run; what is more than words and pipes is never run
 * unasked, so nothing of it has to be understood (D-12).
 */
import { clause } from "../../../core/text/clauses/clause";
import type { Piece, Word } from "../words/types";
import { unknownWord } from "../words/words";
import { Block, type Script } from "./block";
import { wordFrom } from "./word";

/** Blocks in blocks beyond this are not read. */
const deepest = 64;

const blank = /[^\S\r\n]|\p{Z}/u;
const endsWord = /[\s\p{Z};|&,)}<>]/u;
const singleQuote = /['‘’‚‛]/;
const doubleQuote = /["“”„]/;
const anyDash = /^[–—―]/;
const redirection = /[1-6*]?>>?(?:&[12])?/y;
const variable = /\$(?:\{([^}]*)\}|((?:\w+:)?\w+|[$?^]))/y;
const assigning = /\s*(?:[-+*/%]|\?\?)?=(?!=)/y;

const keywords = new Set(
  "if elseif else while do until for foreach in switch try catch finally return throw exit break continue function filter workflow configuration trap param begin process end dynamicparam class enum using data parallel sequence inlinescript".split(
    " ",
  ),
);

/** What a backtick makes of a letter; of any other it makes the letter itself. */
const escapes: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Goes once through a text. */
export class PowerShellReader {
  #at = 0;
  #depth = 0;

  constructor(private readonly script: Script) {}

  /** Reads the text to its end. */
  read(): void {
    this.#block(undefined);
  }

  #rest(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.script.text);
  }

  #next(offset = 0): string {
    return this.script.text[this.#at + offset] ?? "";
  }

  #starts(text: string): boolean {
    return this.script.text.startsWith(text, this.#at);
  }

  #fail(problem: string): void {
    this.script.parseErrors.push(problem);
  }

  /** Reads statements up to the closing bracket. */
  #block(closer: ")" | "}" | undefined): void {
    const block = new Block(this.script, this.#depth);
    if (this.#depth++ >= deepest) {
      this.#fail(clause`it is nested too deeply`);
      this.#at = this.script.text.length;
    }
    while (this.#at < this.script.text.length && this.#next() !== closer) this.#step(block);
    block.endStatement();
    if (closer && this.#next() !== closer) this.#fail(clause`${closer} is missing`);
    this.#at += closer ? 1 : 0;
    this.#depth--;
  }

  #step(block: Block): void {
    const next = this.#next();
    if (/[\r\n;]/.test(next)) {
      this.#at++;
      block.endStatement();
    } else if (blank.test(next)) this.#at++;
    else if (this.#continuation() > 0) this.#at += this.#continuation();
    else if (next === "#") this.#at = this.#lineEnd();
    else if (next === "<") this.#blockComment();
    else if (/[|&]/.test(next)) this.#operator(block);
    else if (/[)}]/.test(next)) {
      this.#fail(clause`${next} has no matching opening bracket`);
      this.#at++;
      block.endStatement();
    } else if (next === ",") {
      this.script.unusual.push(clause`it passes a list of values`);
      this.#at++;
    } else if (this.#rest(redirection)) this.#redirect(block);
    else this.#wordOf(block);
  }

  /** How long the backtick and the end of a line here are. */
  #continuation(): number {
    if (this.#starts("`\n")) return 2;
    return this.#starts("`\r\n") ? 3 : 0;
  }

  #lineEnd(): number {
    const end = this.script.text.indexOf("\n", this.#at);
    return end < 0 ? this.script.text.length : end;
  }

  #blockComment(): void {
    const end = this.#starts("<#") ? this.script.text.indexOf("#>", this.#at) : -1;
    if (end < 0) this.#fail(clause`< is not supported here`);
    this.#at = end < 0 ? this.#at + 1 : end + 2;
  }

  #operator(block: Block): void {
    const op = this.#starts("&&") ? "&&" : this.#starts("||") ? "||" : this.#next();
    this.#at += op.length;
    if (op === "&&" || op === "||") block.chain(op);
    else if (op === "|") block.pipe();
    else if (block.words.length === 0) this.script.unusual.push(clause`it calls a command by a computed name`);
    else {
      this.script.unusual.push(clause`it starts a background job`);
      block.endStatement();
    }
  }

  #redirect(block: Block): void {
    const start = this.#at;
    const [op = ""] = this.#rest(redirection) ?? [];
    this.#at += op.length;
    const merged = /&([12])$/.exec(op)?.[1];
    while (merged === undefined && blank.test(this.#next())) this.#at++;
    const target = merged === undefined ? this.#word() : wordFrom(merged, [{ text: merged }], false);
    if (target.source === "") this.#fail(clause`${op} lacks its target`);
    block.redirect({ op: merged === undefined ? op.replace(/^[1-6*]/, "") : ">&", target }, start, this.#at);
  }

  /** A word that may as well be a keyword or the beginning of an assignment. */
  #wordOf(block: Block): void {
    const word = this.#word(block.words.length === 0);
    const [first] = block.words;
    const isPlain = !word.quoted && word.value !== undefined;
    if (!first && isPlain && (keywords.has((word.value ?? "").toLowerCase()) || word.value === ".")) {
      this.script.unusual.push(word.value === "." ? clause`it dot-sources a script` : clause`it uses ${word.value}`);
      return;
    }
    if (!first && /^['"‘’‚‛“”„]/.test(word.source)) this.script.unusual.push(clause`it starts with a quoted string`);
    if (isPlain && first && /^[$[]/.test(first.source) && block.words.length === 1 && /^in$/i.test(word.source)) {
      block.drop();
      return;
    }
    block.add(word, this.#at);
    if (!first && /^[$[]/.test(word.source)) this.#assignment(block);
  }

  #assignment(block: Block): void {
    const [sign] = this.#rest(assigning) ?? [];
    if (sign === undefined) return;
    this.script.unusual.push(clause`it sets a variable`);
    this.#at += sign.length;
    block.drop();
  }

  #word(isFirst = false): Word {
    const start = this.#at;
    const pieces: Piece[] = [];
    const startsQuoted = singleQuote.test(this.#next()) || doubleQuote.test(this.#next());
    let isQuoted = false;
    while (this.#at < this.script.text.length && !endsWord.test(this.#next())) {
      if (isFirst && start < this.#at && /^[$[]/.test(this.script.text[start] ?? "") && this.#rest(assigning)) break;
      if (this.#continuation() > 0) break;
      if (startsQuoted && pieces.length > 0)
        this.script.unusual.push(clause`a quoted string is followed by more text without a space`);
      const before = this.#at;
      isQuoted = this.#piece(pieces) || isQuoted;
      // Whatever happens, the reader moves on.
      if (this.#at === before) this.#at++;
    }
    const source = this.script.text.slice(start, this.#at);
    const [first] = pieces;
    if (anyDash.test(source) && first && "text" in first) pieces[0] = { text: first.text.replace(anyDash, "-") };
    return wordFrom(source, pieces, isQuoted);
  }

  /** Reads a piece of a word. @returns whether it was quoted. */
  #piece(pieces: Piece[]): boolean {
    const next = this.#next();
    if (next === "@" && /['"‘’‚‛“”„]/.test(this.#next(1))) this.#hereString(pieces);
    else if (singleQuote.test(next)) this.#single(pieces);
    else if (doubleQuote.test(next)) this.#double(pieces);
    else if (next === "`") this.#escape(pieces);
    else if (next === "$") this.#dollar(pieces);
    else if (next === "(" || next === "{") this.#group(pieces);
    else if (next === "@" && pieces.length === 0) {
      pieces.push(...unknownWord("").pieces);
      this.#at++;
    } else {
      pieces.push({ text: next });
      this.#at++;
    }
    return singleQuote.test(next) || doubleQuote.test(next) || next === "`";
  }

  #group(pieces: Piece[]): void {
    const closer = this.#next() === "{" ? "}" : ")";
    this.#at++;
    this.script.unusual.push(clause`it contains a block or a subexpression`);
    pieces.push({ runs: "command" });
    this.#block(closer);
  }

  #dollar(pieces: Piece[]): void {
    if (this.#starts("$(")) {
      this.#at++;
      this.#group(pieces);
      return;
    }
    const found = this.#rest(variable);
    pieces.push(found ? { variable: found[1] ?? found[2] ?? "" } : { text: "$" });
    this.#at += found?.[0].length ?? 1;
  }

  #escape(pieces: Piece[]): void {
    const code = /^`u\{([\da-f]{1,6})\}/i.exec(this.script.text.slice(this.#at, this.#at + 10));
    const point = Number.parseInt(code?.[1] ?? "", 16);
    const letter = this.#next(1);
    if (letter === "") this.#fail(clause`it ends in a backtick`);
    pieces.push({ text: code && point <= 0x10ffff ? String.fromCodePoint(point) : (escapes[letter] ?? letter) });
    this.#at += code?.[0].length ?? 2;
  }

  #single(pieces: Piece[]): void {
    let text = "";
    for (this.#at++; this.#at < this.script.text.length; this.#at++) {
      if (singleQuote.test(this.#next()) && !singleQuote.test(this.#next(1))) break;
      if (singleQuote.test(this.#next())) this.#at++;
      text += this.#next();
    }
    if (this.#at >= this.script.text.length) this.#fail(clause`a string lacks its closing quote`);
    this.#at++;
    pieces.push({ text });
  }

  #double(pieces: Piece[]): void {
    pieces.push({ text: "" });
    for (this.#at++; this.#at < this.script.text.length; ) {
      const next = this.#next();
      const isQuote = doubleQuote.test(next);
      if (isQuote && !doubleQuote.test(this.#next(1))) break;
      if (next === "$") this.#dollar(pieces);
      else if (next === "`") this.#escape(pieces);
      else {
        pieces.push({ text: next });
        this.#at += isQuote ? 2 : 1;
      }
    }
    if (this.#at >= this.script.text.length) this.#fail(clause`a string lacks its closing quote`);
    this.#at++;
  }

  /** Its end is a quote and `@` at the beginning of a line. */
  #hereString(pieces: Piece[]): void {
    const isSingle = singleQuote.test(this.#next(1));
    const end = /\r?\n['"‘’‚‛“”„]@/g;
    end.lastIndex = this.#at + 2;
    const found = end.exec(this.script.text);
    const body = this.script.text.slice(this.#at + 2, found?.index);
    this.script.unusual.push(clause`it contains a here-string`);
    if (!found) this.#fail(clause`a here-string is not closed`);
    pieces.push(isSingle ? { text: body.replace(/^[^\n]*\n/, "") } : { runs: "other" });
    // A text with variables is read on as if it were script, so that what it runs is found.
    if (isSingle || !found) this.#at = found ? found.index + found[0].length : this.script.text.length;
    else this.#at = this.#readUntil(found.index) + found[0].length;
  }

  /** Finds the subexpressions up to a place. */
  #readUntil(end: number): number {
    while (this.#at < end)
      if (this.#starts("$(")) this.#dollar([]);
      else this.#at++;
    return Math.max(end, this.#at);
  }
}
