/** Escapes and classes of a search's regular expression. */
import { type Cursor, Malformed, unsupported } from "./patternCursor";
import { type ClassItem, escaped, type PatternNode } from "./patternTree";

const wordItems = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}";
const word = `[${wordItems}]`;

/** Unicode throughout, as ripgrep has it. */
const classEscapes: Readonly<Record<string, string>> = {
  d: "\\p{Nd}",
  s: "\\p{White_Space}",
  w: wordItems,
};

const edges: Readonly<Record<string, string>> = {
  b: `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`,
  B: `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`,
  "<": `(?<!${word})(?=${word})`,
  ">": `(?<=${word})(?!${word})`,
};

const controls: Readonly<Record<string, string>> = { a: "\x07", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** What stands in ASCII for the names between `[:` and `:]`. */
const posixClasses: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  ascii: "\\0-\\x7f",
  blank: "\\t\\x20",
  cntrl: "\\0-\\x1f\\x7f",
  digit: "0-9",
  graph: "!-~",
  lower: "a-z",
  print: "\\x20-~",
  punct: "!-\\/:-@\\[-`\\{-~",
  space: "\\t-\\r\\x20",
  upper: "A-Z",
  word: "\\w",
  xdigit: "0-9A-Fa-f",
};

/** Reads what follows a backslash outside of a class. */
export function readEscape(at: Cursor): PatternNode {
  if (at.match(/b\{/y)) throw unsupported('"\\b{" is read differently by different engines', "Use \\b, \\< or \\>");
  const edge = edges[at.peek()];
  if (edge !== undefined) {
    at.next();
    return { kind: "edge", source: edge };
  }
  if (/[Az]/.test(at.peek()))
    throw unsupported(`"\\${at.peek()}" means nothing where lines are searched one by one`, "Use ^ or $");
  const item = readEscapedItem(at);
  return "character" in item
    ? { kind: "literal", character: inLine(item.character) }
    : { kind: "class", items: [item], negated: false };
}

/** @throws ToolError for a line end: lines are searched without them. */
function inLine(character: string): string {
  if (character !== "\n" && character !== "\r") return character;
  throw unsupported(
    `the literal "${character === "\n" ? "\\n" : "\\r"}" matches nothing, because lines are searched one by one and without their ends`,
    "Search for a part of one line; $ is its end",
  );
}

/** A literal character of the pattern. */
export const readLiteral = (at: Cursor): PatternNode => ({ kind: "literal", character: inLine(at.next()) });

type Escaped = ClassItem | { readonly character: string };

function readEscapedItem(at: Cursor): Escaped {
  if (at.isDone) throw new Malformed("the pattern ends with a backslash");
  const character = at.next();
  const source = classEscapes[character.toLowerCase()];
  if (source !== undefined) return { source, negated: character !== character.toLowerCase() };
  if (character === "p" || character === "P") return { source: readProperty(at), negated: character === "P" };
  const control = controls[character];
  if (control !== undefined) return { character: control };
  if (/[xuU]/.test(character)) return { character: readHex(at, character) };
  if (/\d/.test(character) || character === "k")
    throw unsupported(
      `back-references and octal escapes such as "\\${character}" are not supported`,
      "Write out what is meant",
    );
  if (!/[!-/:-@[-`{-~ ]/.test(character) || character === "<" || character === ">")
    throw unsupported(`the escape "\\${character}" is not known to all engines`, "Write out what is meant");
  return { character };
}

function readHex(at: Cursor, kind: string): string {
  const digits = { x: 2, u: 4, U: 8 }[kind];
  const found = at.match(/\{([\dA-Fa-f]{1,8})\}/y) ?? at.match(new RegExp(`([\\dA-Fa-f]{${digits}})`, "y"));
  const code = Number.parseInt(found?.[1] ?? "", 16);
  if (!(code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff))
    throw new Malformed(`"\\${kind}" is followed by no character's number`);
  return String.fromCodePoint(code);
}

/** A property of Unicode, by the names that Rust and JavaScript share. */
function readProperty(at: Cursor): string {
  const found = at.match(/\{(?:(?:Script|sc|General_Category|gc)=)?(\w+)\}/y) ?? at.match(/([A-Za-z])/y);
  const name = found?.[1] ?? "";
  for (const candidate of [`\\p{${name}}`, `\\p{Script=${name}}`]) {
    try {
      new RegExp(candidate, "u");
      return candidate;
    } catch {
      // The next way of writing it may be the one that exists.
    }
  }
  throw unsupported(
    `the Unicode property ${found ? `"${name}"` : "after \\p"} is not known to all engines under this name`,
    "Use a name as Unicode writes it, such as \\p{L}, \\p{Lu} or \\p{Greek}",
  );
}

/** Reads what follows the opening bracket of a class. */
export function readClass(at: Cursor): PatternNode {
  const negated = at.take("^");
  const items: Escaped[] = [];
  for (let first = true; first || !at.isAt("]"); first = false) {
    if (at.isDone) throw new Malformed('"[" is not closed');
    items.push(readClassItem(at));
  }
  at.next();
  const ends = items.filter((item) => "character" in item && /[\r\n]/.test(item.character));
  if (!negated && ends.length === items.length) inLine((ends[0] as { character: string }).character);
  return { kind: "class", items: items.map(asClassItem), negated };
}

const asClassItem = (item: Escaped): ClassItem =>
  "character" in item ? { source: escaped(item.character), negated: false } : item;

function readClassItem(at: Cursor): Escaped {
  const posix = at.match(/\[:(\^?)([a-z]+):\]/y);
  const named = posixClasses[posix?.[2] ?? ""];
  if (named !== undefined) return { source: named, negated: posix?.[1] === "^" };
  if (posix || /^(?:\[|&&|--|~~)/.test(at.rest.slice(0, 2)))
    throw unsupported(
      'classes in classes and the operators "&&", "--" and "~~" are read differently by different engines',
      'Escape each such character in a class, as "\\["',
    );
  const from = readClassCharacter(at);
  if (!/^-[^\]-]/.test(at.rest.slice(0, 2))) return from;
  at.next();
  const to = readClassCharacter(at);
  if (!("character" in from) || !("character" in to)) throw new Malformed("a range in a class needs two characters");
  if ((from.character.codePointAt(0) as number) > (to.character.codePointAt(0) as number))
    throw new Malformed(`the range ${from.character}-${to.character} is empty`);
  return { source: `${escaped(from.character)}-${escaped(to.character)}`, negated: false };
}

function readClassCharacter(at: Cursor): Escaped {
  return at.take("\\") ? readEscapedItem(at) : { character: at.next() };
}
