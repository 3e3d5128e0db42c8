/** A text as a list or a question can show it: nothing that breaks the line or changes the reading direction. */
export const oneLine = (text: string): string =>
  text
    .replace(/\p{Bidi_Control}/gu, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
