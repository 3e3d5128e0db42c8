import type { Piece, Word } from "../words/types";

/** A word of PowerShell or cmd.exe, neighbouring texts put together. */
export function wordFrom(source: string, given: readonly Piece[], quoted: boolean): Word {
  const pieces: Piece[] = [];
  for (const piece of given) {
    const last = pieces.at(-1);
    if ("text" in piece && last && "text" in last) pieces[pieces.length - 1] = { text: last.text + piece.text };
    else pieces.push(piece);
  }
  const isKnown = pieces.every((piece) => "text" in piece);
  const value = pieces.map((piece) => ("text" in piece ? piece.text : "")).join("");
  return {
    source,
    ...(isKnown && { value }),
    quoted,
    // Its providers know `~` in quotes too.
    tilde: isKnown && /^~(?:[\\/]|$)/.test(value),
    glob: isKnown && /[*?[]/.test(value),
    brace: false,
    pieces: pieces.length > 0 ? pieces : [{ text: "" }],
  };
}
