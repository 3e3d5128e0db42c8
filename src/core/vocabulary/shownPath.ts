/**
 * Names of files as people and models read them. A name may hold line breaks, which forge lines of a result, and characters
 * that hide or reorder what stands beside them: those are written as `\u{…}` with their code point in hexadecimal.
 */

/** Whatever breaks a line, is not seen or changes the reading direction. */
const hidden = String.raw`\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Surrogate}\ufff9-\ufffb`;

/** A backslash before `u{` is written so too: what stands for itself never looks like what is written. */
const written = new RegExp(String.raw`[${hidden}]|\\(?=u\{)`, "gu");

const readBack = /\\u\{([0-9a-f]{1,6})\}/g;

const isWritten = new RegExp(String.raw`^[${hidden}\\]$`, "u");

/** Printable ASCII but for the backslash: nothing of it is written otherwise, as in nearly every name. */
const plain = /^[ -[\]-~]*$/;

/** A path or name for a result, a title, a list or a message. Equal for equal names, different for different ones. */
export const shownPath = (path: string): string =>
  plain.test(path) ? path : path.replace(written, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** The path that a caller means who may have copied it from what {@link shownPath} gave; any other path is itself. */
export const meantPath = (path: string): string =>
  path.replace(readBack, (escaped, digits: string) => {
    const code = Number.parseInt(digits, 16);
    const character = code <= 0x10ffff ? String.fromCodePoint(code) : "";
    return isWritten.test(character) ? character : escaped;
  });
