/** Brace expansion, as bash does it before everything else: `a{b,c}` is two words, `{1..3}` three. */
import type { Atom } from "./atoms";

/** More words than this are not worked out. */
const maxWords = 256;

const is = (atom: Atom | undefined, character: string) =>
  atom !== undefined && !atom.quoted && !atom.piece && atom.text === character;

/** Index of the `}` that closes the brace at `open`, and of the commas between them at its level. */
function matchBrace(atoms: readonly Atom[], open: number): { close: number; commas: number[] } | undefined {
  const commas: number[] = [];
  let depth = 0;
  for (let at = open + 1; at < atoms.length; at++) {
    if (is(atoms[at], "{")) depth++;
    else if (is(atoms[at], "}")) {
      if (depth === 0) return { close: at, commas };
      depth--;
    } else if (depth === 0 && is(atoms[at], ",")) commas.push(at);
  }
  return undefined;
}

/** The members of `1..3`, `a..e` or `01..10..2`; undefined when the text is none of these. */
function sequence(text: string): string[] | undefined {
  const match = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(text);
  if (!match?.[1] || !match[2]) return undefined;
  const numeric = /\d/.test(match[1]);
  if (numeric !== /\d/.test(match[2])) return undefined;
  const first = numeric ? Number(match[1]) : match[1].charCodeAt(0);
  const last = numeric ? Number(match[2]) : match[2].charCodeAt(0);
  const step = Math.abs(Number(match[3] ?? 1)) || 1;
  if (Math.abs(last - first) / step >= maxWords) return Array.from({ length: maxWords + 1 }, () => "");
  const padded = numeric && [match[1], match[2]].some((end) => /^-?0\d/.test(end));
  const width = padded ? Math.max(match[1].length, match[2].length) : 0;
  const show = (value: number) => {
    if (!numeric) return String.fromCharCode(value);
    return (value < 0 ? "-" : "") + String(Math.abs(value)).padStart(width - (value < 0 ? 1 : 0), "0");
  };
  const members: string[] = [];
  for (let value = first; first <= last ? value <= last : value >= last; value += first <= last ? step : -step)
    members.push(show(value));
  return members;
}

/**
 * The words that one word becomes.
 * @returns undefined when they are too many to list, or braces that bash reads in a way of its own.
 */
export function expandBraces(atoms: readonly Atom[]): (readonly Atom[])[] | undefined {
  for (let open = 0; open < atoms.length; open++) {
    if (!is(atoms[open], "{")) continue;
    const match = matchBrace(atoms, open);
    if (!match) continue;
    const inner = atoms.slice(open + 1, match.close);
    let expanded: (readonly Atom[])[] | undefined;
    const listed = (): (readonly Atom[])[] | undefined => {
      const ends = [...match.commas, match.close];
      const found: (readonly Atom[])[] = [];
      let start = open + 1;
      for (const end of ends) {
        const words = expandBraces(atoms.slice(start, end));
        if (!words || found.length + words.length > maxWords) return undefined;
        found.push(...words);
        start = end + 1;
      }
      return found;
    };
    if (match.commas.length === 0) {
      const text = inner.map((atom) => atom.text).join("");
      const members = inner.every((atom) => !atom.quoted && !atom.piece) ? sequence(text) : undefined;
      // Bash has rules of its own for dots that are no range.
      if (!members && text.includes("..")) return undefined;
      // `{x}` without comma or range stays; what is inside of it may still expand.
      if (!members) continue;
      expanded = members.map((member) => [...member].map((character): Atom => ({ text: character, quoted: false })));
    } else expanded = listed();
    if (!expanded) return undefined;
    const rests = expandBraces(atoms.slice(match.close + 1));
    if (!rests || expanded.length * rests.length > maxWords) return undefined;
    const before = atoms.slice(0, open);
    return expanded.flatMap((member) => rests.map((rest) => [...before, ...member, ...rest]));
  }
  return [atoms];
}
