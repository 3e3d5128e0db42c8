/** From parsed words to what a program would receive. */

import type { Word as ParsedWord } from "unbash";
import { clause } from "../../../core/text/clauses/clause";
import { type Atom, atomsOf } from "./atoms";
import { expandBraces } from "./braces";
import type { Piece, Word } from "./types";

const isPlain = (atom: Atom | undefined, pattern: RegExp) =>
  atom !== undefined && !atom.quoted && !atom.piece && pattern.test(atom.text);

function hasGlob(atoms: readonly Atom[]): boolean {
  if (atoms.some((atom) => isPlain(atom, /^[*?]$/))) return true;
  const open = atoms.findIndex((atom) => isPlain(atom, /^\[$/));
  return open >= 0 && atoms.findLastIndex((atom) => isPlain(atom, /^\]$/)) > open;
}

/** `home` for `~` and `~/…`, `other` for `~user`, `~+` and `~-`, which depend on the machine or the moment. */
function tildeOf(atoms: readonly Atom[]): "none" | "home" | "other" {
  if (!isPlain(atoms[0], /^~$/)) return "none";
  const end = atoms.findIndex((atom) => isPlain(atom, /^\/$/));
  const prefix = atoms.slice(1, end < 0 ? undefined : end);
  if (prefix.length === 0) return "home";
  return prefix.every((atom) => isPlain(atom, /./)) ? "other" : "none";
}

function piecesOf(atoms: readonly Atom[]): Piece[] {
  const pieces: Piece[] = [];
  let text = "";
  for (const atom of atoms) {
    if (!atom.piece) text += atom.text;
    else {
      if (text) pieces.push({ text });
      text = "";
      pieces.push(atom.piece);
    }
  }
  if (text || pieces.length === 0) pieces.push({ text });
  return pieces;
}

/** Where the value starts in an argument that looks like an assignment; bash expands a `~` there. */
function assignedAt(atoms: readonly Atom[]): number {
  const equals = atoms.findIndex((atom) => isPlain(atom, /^=$/));
  const name = atoms.slice(0, Math.max(equals, 0));
  const isName =
    name.every((atom) => isPlain(atom, /./)) && /^[A-Za-z_]\w*\+?$/.test(name.map((atom) => atom.text).join(""));
  return isName ? equals + 1 : 0;
}

function wordFrom(source: string, atoms: readonly Atom[], brace: boolean): Word {
  const tilde = tildeOf(atoms);
  const assigned = assignedAt(atoms);
  const assignedTilde = assigned > 0 ? tildeOf(atoms.slice(assigned)) : "none";
  const isElsewhere = tilde === "other" || assignedTilde === "other";
  const pieces: Piece[] = isElsewhere ? [{ runs: "other", source }] : piecesOf(atoms);
  const known = pieces.every((piece) => "text" in piece);
  return {
    source,
    ...(known && { value: pieces.map((piece) => ("text" in piece ? piece.text : "")).join("") }),
    quoted: atoms.some((atom) => atom.quoted),
    tilde: tilde === "home",
    ...(assignedTilde === "home" && { homeAt: assigned }),
    glob: hasGlob(atoms),
    brace,
    pieces,
  };
}

/** Most words: nothing in them is quoted or expands. */
const plainText = /^[\w./,:@%+=-]+$/;

const plainWord = ({ text, parts }: ParsedWord): Word | undefined =>
  parts === undefined && plainText.test(text) ? { ...knownWord(text), quoted: false } : undefined;

/** The words that one parsed word becomes: none, one or several, with notes on what was strange. */
export function expandWord(parsed: ParsedWord): { words: Word[]; notes: readonly string[] } {
  const plain = plainWord(parsed);
  if (plain) return { words: [plain], notes: [] };
  const { atoms, notes } = atomsOf(parsed);
  const expanded = expandBraces(atoms);
  if (!expanded) return { words: [unknownWord(parsed.text)], notes: [...notes, clause`its braces cannot be analysed`] };
  const brace = expanded.length > 1 || expanded[0] !== atoms;
  // An unquoted word that came out empty is no word at all.
  const words = expanded.filter((one) => one.length > 0).map((one) => wordFrom(parsed.text, one, brace));
  return { words, notes };
}

/** A parsed word where the shell does not expand braces: assignment values, redirect targets, `[[ … ]]`. */
export function singleWord(parsed: ParsedWord): { word: Word; notes: readonly string[] } {
  const plain = plainWord(parsed);
  if (plain) return { word: plain, notes: [] };
  const { atoms, notes } = atomsOf(parsed);
  return { word: wordFrom(parsed.text, atoms, false), notes };
}

/** A word whose value is only known while the command runs. */
export const unknownWord = (source: string): Word => ({
  source,
  quoted: false,
  tilde: false,
  glob: false,
  brace: false,
  pieces: [{ runs: "other" }],
});

/** A word with a known value, quoted so that nothing in it expands. */
export const knownWord = (value: string, source = value): Word => ({
  source,
  value,
  quoted: true,
  tilde: false,
  glob: false,
  brace: false,
  pieces: [{ text: value }],
});

/** What is left of a word after its first characters, which must be known text. */
export function sliceWord(word: Word, from: number): Word {
  const [first, ...rest] = word.pieces;
  const pieces: readonly Piece[] = first && "text" in first ? [{ text: first.text.slice(from) }, ...rest] : word.pieces;
  const { value: _, homeAt, ...others } = word;
  return {
    ...others,
    tilde: homeAt === from,
    pieces,
    ...(word.value !== undefined && { value: word.value.slice(from) }),
  };
}

/** The known text a word starts with. */
export const startOf = (word: Word): string => {
  const first = word.pieces[0];
  return first && "text" in first ? first.text : "";
};
