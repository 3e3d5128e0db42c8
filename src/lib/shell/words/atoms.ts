/** A parsed word as single characters that know whether they were quoted: what braces, globs and tildes work on. */
import type { DoubleQuotedChild, Word as ParsedWord, WordPart } from "unbash";
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

const plainNumbers = /^\$?[[(]+[\d\s+\-*/%<>=!&|^~?:(),]*[)\]]+$/;

/** Turns one parsed word into atoms. */
export function atomsOf(word: ParsedWord): WordAtoms {
  const atoms: Atom[] = [];
  const notes: string[] = [];
  const add = (text: string, quoted: boolean) => {
    for (const character of text) atoms.push({ text: character, quoted });
  };
  const later = (piece: NonNullable<Atom["piece"]>, quoted: boolean) => atoms.push({ text: "", quoted, piece });

  /** Unquoted text: a backslash quotes the next character, and a backslash before a newline vanishes. */
  const addPlain = (source: string) => {
    for (let at = 0; at < source.length; ) {
      const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
      at += character.length;
      if (character === "\\") {
        const next = source.codePointAt(at);
        if (next === undefined) add("\\", true);
        else {
          const escaped = String.fromCodePoint(next);
          at += escaped.length;
          if (escaped !== "\n") add(escaped, true);
        }
      } else {
        // The parser should have made parts of these; if it did not, it and bash disagree.
        if (/["'`]/.test(character) || (character === "$" && /^[\w({[@*#?!~^=+:-]/.test(source.slice(at))))
          notes.push(`${source} cannot be analysed`);
        add(character, false);
      }
    }
  };
  const addParameter = (text: string, quoted: boolean) => {
    const name = /^\$(?:\{([A-Za-z_]\w*|[0-9]+|[?#$!@*-])\}|([A-Za-z_]\w*|[0-9?#$!@*-]))$/.exec(text);
    const variable = name?.[1] ?? name?.[2];
    if (variable !== undefined) later({ variable }, quoted);
    else later({ runs: "other", source: text }, quoted);
  };
  const addQuoted = (parts: readonly DoubleQuotedChild[]) => {
    atoms.push({ text: "", quoted: true });
    for (const part of parts) addPart(part, true);
  };
  const addPart = (part: WordPart, quoted: boolean): void => {
    switch (part.type) {
      case "Literal":
        if (quoted) {
          if (/(?<!\\)(?:\\\\)*(?:`|\$[({])/.test(part.text)) notes.push(`${part.text} cannot be analysed`);
          add(part.value, true);
        } else addPlain(part.text);
        break;
      case "Glob":
        addPlain(part.text);
        break;
      case "SingleQuoted":
        atoms.push({ text: "", quoted: true });
        add(part.value, true);
        break;
      case "AnsiCQuoted":
        atoms.push({ text: "", quoted: true });
        if (/[^\t\n\u0020-\u{10ffff}]/u.test(part.value)) notes.push(`${part.text} contains control characters`);
        // A backslash before a newline stays here, and `\x{41}` is `A`: the parser has neither.
        if (/\\\n|\\x\{/.test(part.text)) notes.push(`${part.text} cannot be analysed`);
        add(part.value, true);
        break;
      case "LocaleString":
        notes.push('$"…" may be translated');
        addQuoted(part.parts);
        break;
      case "DoubleQuoted":
        addQuoted(part.parts);
        break;
      case "SimpleExpansion":
      case "ParameterExpansion":
        addParameter(part.text, quoted);
        break;
      case "CommandExpansion":
        later({ runs: "command", source: part.text }, quoted);
        break;
      case "ProcessSubstitution":
        later({ runs: "process" }, quoted);
        break;
      case "ArithmeticExpansion":
        later({ runs: plainNumbers.test(part.text) ? "number" : "other" }, quoted);
        break;
      case "ExtendedGlob":
        notes.push(`${part.text} is an extended glob`);
        later({ runs: "other" }, false);
        break;
      case "BraceExpansion":
        if (part.parts) {
          add("{", false);
          for (const inner of part.parts) addPart(inner, quoted);
          add("}", false);
        } else addPlain(part.text);
        break;
      default:
        notes.push("a part of a word cannot be analysed");
        later({ runs: "other" }, quoted);
    }
  };

  if (word.parts) for (const part of word.parts) addPart(part, false);
  else addPlain(word.text);
  return { atoms, notes };
}
