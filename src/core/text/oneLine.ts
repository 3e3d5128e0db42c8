/** Written by a code of their own, but seen: signs that stand before numbers and verses in Arabic and Syriac. */
const seenSigns = String.raw`[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]`;

/** What only makes an emoji of what stands before it, or one of two. */
const inEmoji = String.raw`(?<=[\p{Extended_Pictographic}#*0-9])[\ufe0e\ufe0f]|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`;

/** For a regular expression with `u`: a character that is not seen itself, or reorders what stands beside it; no line break. */
export const unseen: string = String.raw`(?!${seenSigns}|${inEmoji})[\p{Default_Ignorable_Code_Point}\p{Cf}\ufff9-\ufffb]`;

/** Joiners are part of words in the scripts of Persian and of many languages of India. */
const inWord = String.raw`(?<=(?!\p{Script=Latin})[\p{L}\p{M}])[\u200c\u200d]`;

const dropped = new RegExp(String.raw`\p{Bidi_Control}|(?!${inWord})${unseen}`, "gu");

/** A text as a list or a question can show it: nothing that breaks the line, is not seen or changes the reading direction. */
export const oneLine = (text: string): string =>
  text
    .replace(/\ufeff/gu, " ")
    .replace(dropped, "")
    .replace(/[\p{Cc}\s\u2800]+/gu, " ")
    .trim();
