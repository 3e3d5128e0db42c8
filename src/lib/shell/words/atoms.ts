/** A parsed word as single characters that know whether they were quoted: what braces, globs and tildes work on. */

import type { DoubleQuotedChild, Word as ParsedWord, WordPart } from "unbash";
import { clause } from "../../../core/text/clauses/clause";
import type { Piece } from "./types";

/** One character, or one part that has no value yet. */
export interface Atom {
  /** One character when it is known; empty for an empty pair of quotes, which still makes a word. */
  readonly text: string;
  readonly quoted: boolean;
  /** Set when the value is only known while the command runs. */
  readonly piece?: Exclude<Piece, { text: string }>;
}

/** Atoms of a word, and what was strange about it. */
export interface WordAtoms {
  readonly atoms: readonly Atom[];
  readonly notes: readonly string[];
}

type Part<T extends WordPart["type"]> = Extract<WordPart, { type: T }>;

const plainNumbers = /^\$?[[(]+[\d\s+\-*/%<>=!&|^~?:(),]*[)\]]+$/;

const lettersBeyondAscii = (text: string) => text.replace(/[\0-\x7f]+/g, "");

/** Turns one parsed word into atoms. */
export function atomsOf(word: ParsedWord): WordAtoms {
  const reader = new WordReader();
  if (word.parts) for (const part of word.parts) reader.part(part, false);
  else reader.plain(word.text);
  return reader;
}

/** Takes the parts of one word in their order. */
class WordReader implements WordAtoms {
  readonly atoms: Atom[] = [];
  readonly notes: string[] = [];

  /** What a person may write within a word; what is worked out while the command runs is left to `#computed`. */
  part(part: WordPart, quoted: boolean): void {
    switch (part.type) {
      case "Literal":
        if (quoted) this.#literalInQuotes(part);
        else this.plain(part.text);
        break;
      case "Glob":
        this.plain(part.text);
        break;
      case "SingleQuoted":
        this.#quotes();
        this.#add(part.value, true);
        break;
      case "AnsiCQuoted":
        this.#ansiQuotes(part);
        break;
      case "LocaleString":
        this.notes.push(clause`$"…" may be translated`);
        this.#doubleQuotes(part.parts);
        break;
      case "DoubleQuoted":
        this.#doubleQuotes(part.parts);
        break;
      case "BraceExpansion":
        this.#braces(part, quoted);
        break;
      default:
        this.#computed(part, quoted);
    }
  }

  /** Unquoted text: a backslash quotes the next character, and a backslash before a newline vanishes. */
  plain(source: string): void {
    for (let at = 0; at < source.length; ) {
      const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
      at += character.length;
      if (character === "\\") {
        const next = source.codePointAt(at);
        if (next === undefined) this.#add("\\", true);
        else {
          const escaped = String.fromCodePoint(next);
          at += escaped.length;
          if (escaped !== "\n") this.#add(escaped, true);
        }
      } else {
        // The parser should have made parts of these; if it did not, it and bash disagree, as about `a=(>(program))x`.
        if (/["'`<>]/.test(character) || (character === "$" && /^[\w({[@*#?!~^=+:-]/.test(source.slice(at))))
          this.notes.push(clause`${source} cannot be analysed`);
        this.#add(character, false);
      }
    }
  }

  #computed(part: WordPart, quoted: boolean): void {
    switch (part.type) {
      case "SimpleExpansion":
      case "ParameterExpansion":
        this.#parameter(part.text, quoted);
        break;
      case "CommandExpansion":
        this.#later({ runs: "command", source: part.text }, quoted);
        break;
      case "ProcessSubstitution":
        this.#later({ runs: "process" }, quoted);
        break;
      case "ArithmeticExpansion":
        this.#later({ runs: plainNumbers.test(part.text) ? "number" : "other" }, quoted);
        break;
      case "ExtendedGlob":
        this.notes.push(clause`${part.text} is an extended glob`);
        this.#later({ runs: "other" }, false);
        break;
      default:
        this.notes.push(clause`a part of a word cannot be analysed`);
        this.#later({ runs: "other" }, quoted);
    }
  }

  #add(text: string, quoted: boolean): void {
    for (const character of text) this.atoms.push({ text: character, quoted });
  }

  #later(piece: NonNullable<Atom["piece"]>, quoted: boolean): void {
    this.atoms.push({ text: "", quoted, piece });
  }

  /** Quotes make a word even with nothing in them. */
  #quotes(): void {
    this.atoms.push({ text: "", quoted: true });
  }

  #doubleQuotes(parts: readonly DoubleQuotedChild[]): void {
    this.#quotes();
    for (const part of parts) this.part(part, true);
  }

  #ansiQuotes({ text, value }: Part<"AnsiCQuoted">): void {
    this.#quotes();
    if (/[^\t\n\u0020-\u{10ffff}]/u.test(value)) this.notes.push(clause`${text} contains control characters`);
    // A backslash before a newline stays here, and `\x{41}` is `A`: the parser has neither.
    // Escapes of other letters and bytes mean what the locale makes of them: `\u00e9` stays as it is written in C.
    if (/\\\n|\\x\{/.test(text) || lettersBeyondAscii(value) !== lettersBeyondAscii(text))
      this.notes.push(clause`${text} cannot be analysed`);
    this.#add(value, true);
  }

  #literalInQuotes({ text, value }: Part<"Literal">): void {
    if (/(?<!\\)(?:\\\\)*(?:`|\$[({])/.test(text)) this.notes.push(clause`${text} cannot be analysed`);
    this.#add(value, true);
  }

  #braces({ parts, text }: Part<"BraceExpansion">, quoted: boolean): void {
    if (!parts) {
      this.plain(text);
      return;
    }
    this.#add("{", false);
    for (const inner of parts) this.part(inner, quoted);
    this.#add("}", false);
  }

  #parameter(text: string, quoted: boolean): void {
    const name = /^\$(?:\{([A-Za-z_]\w*|[0-9]+|[?#$!@*-])\}|([A-Za-z_]\w*|[0-9?#$!@*-]))$/.exec(text);
    const variable = name?.[1] ?? name?.[2];
    if (variable !== undefined) this.#later({ variable }, quoted);
    else this.#later({ runs: "other", source: text }, quoted);
  }
}
