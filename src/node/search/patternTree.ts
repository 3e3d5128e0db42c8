/** A regular expression taken apart, as far as every search engine reads it alike. */

/** Part of a class; `source` is what stands between the brackets of a JavaScript class. */
export interface ClassItem {
  readonly source: string;
  /** The item stands for everything else, as `\W` does. */
  readonly negated: boolean;
}

/** What a part of a pattern stands for. */
export type PatternNode =
  | { readonly kind: "literal"; readonly character: string }
  | { readonly kind: "any" }
  | { readonly kind: "class"; readonly items: readonly ClassItem[]; readonly negated: boolean }
  /** A place between characters; `source` is JavaScript. */
  | { readonly kind: "edge"; readonly source: string }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly part: PatternNode;
      readonly least: number;
      readonly most: number;
      readonly lazy: boolean;
    };

/** A pattern that every engine reads alike. */
export interface SearchPattern {
  readonly tree: PatternNode;
  readonly caseSensitive: boolean;
}

/** Neither line ends, which are no part of a line, nor what is no text (textOf). */
const anyCharacter = "[^\\r\\n\\ud800-\\udfff]";

/** Whether the part can match without taking a character. */
export function canBeEmpty(node: PatternNode): boolean {
  switch (node.kind) {
    case "literal":
    case "any":
    case "class":
      return false;
    case "edge":
      return true;
    case "sequence":
      return node.parts.every(canBeEmpty);
    case "choice":
      return node.parts.some(canBeEmpty);
    case "repeat":
      return node.least === 0 || canBeEmpty(node.part);
  }
}

/** What a class of Unicode weighs in a ripgrep that writes out repetitions, against one character. */
const unicodeWeight = 5;

/** How many elements the part has when repetitions are written out, classes of Unicode counted several times. */
export function unrolledSize(node: PatternNode): number {
  switch (node.kind) {
    case "sequence":
    case "choice":
      return node.parts.reduce((sum, part) => sum + unrolledSize(part), 1);
    case "repeat":
      return unrolledSize(node.part) * Math.max(1, Number.isFinite(node.most) ? node.most : node.least);
    case "class":
      return node.items.some(({ source }) => source.includes("\\p{")) ? unicodeWeight : 1;
    default:
      return 1;
  }
}

const codePoint = (character: string) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`;

/** A character as it stands in a JavaScript expression, in or outside of a class. */
export const escaped = (character: string): string => (/\w/.test(character) ? character : codePoint(character));

function classSource(items: readonly ClassItem[], negated: boolean): string {
  const within = items.filter((item) => !item.negated).map((item) => item.source);
  const beyond = items.filter((item) => item.negated).map((item) => `(?!${inBrackets(item.source)})${anyCharacter}`);
  const choices = [...(within.length > 0 ? [inBrackets(within.join(""))] : []), ...beyond];
  const one = choices.length === 1 ? (choices[0] as string) : `(?:${choices.join("|")})`;
  return negated ? `(?:(?!${one})${anyCharacter})` : `(?:${one})`;
}

/** A class that holds line ends does not match them, as nothing does. */
function inBrackets(source: string): string {
  const brackets = `[${source}]`;
  const matches = new RegExp(brackets, "u");
  return matches.test("\r") || matches.test("\n") ? `(?![\\r\\n])${brackets}` : brackets;
}

/** The part as JavaScript, for a regular expression with the flag `u`. */
export function javaScriptOf(node: PatternNode): string {
  switch (node.kind) {
    case "literal":
      return escaped(node.character);
    case "any":
      return anyCharacter;
    case "class":
      return classSource(node.items, node.negated);
    case "edge":
      return node.source;
    case "sequence":
      return node.parts.map(javaScriptOf).join("");
    case "choice":
      return `(?:${node.parts.map(javaScriptOf).join("|")})`;
    case "repeat":
      return repeatSource(node);
  }
}

function repeatSource({ part, least, most, lazy }: Extract<PatternNode, { kind: "repeat" }>): string {
  const one = javaScriptOf(part);
  // Not `?`: JavaScript does not take an optional part that matches nothing, where others do.
  if (least === 0 && most === 1) return lazy ? `(?:|${one})` : `(?:${one}|)`;
  const count = Number.isFinite(most) ? `{${least},${most}}` : `{${least},}`;
  return `(?:${one})${count}${lazy ? "?" : ""}`;
}

/** Letters of ASCII that other letters are the capitals or small forms of. */
const foldedBeyondAscii = /[kKsS]/;

/**
 * The longest text that every match contains, for leaving out what cannot match without looking closer.
 * Empty when there is none. Without regard to case it is ASCII, so that bytes can be compared.
 */
export function requiredText({ tree, caseSensitive }: SearchPattern): string {
  let longest = "";
  let open = "";
  const close = () => {
    if (open.length > longest.length) longest = open;
    open = "";
  };
  const isPlain = (character: string) => caseSensitive || (character < "\x80" && !foldedBeyondAscii.test(character));
  const walk = (node: PatternNode): void => {
    if (node.kind === "literal" && isPlain(node.character)) open += node.character;
    else if (node.kind === "sequence") node.parts.forEach(walk);
    else {
      close();
      if (node.kind === "repeat" && node.least > 0) walk(node.part);
      if (node.kind !== "edge") close();
    }
  };
  walk(tree);
  close();
  return longest;
}
