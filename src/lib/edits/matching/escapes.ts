/** Text in which a model wrote escape sequences for the characters they stand for. */

const meanings: Readonly<Record<string, string>> = { n: "\n", t: "\t", '"': '"', "'": "'", "`": "`", "\\": "\\" };

/** The text with `\n`, `\t`, `\"`, `\'`, `` \` `` and `\\` as what they stand for. */
export const unescaped = (text: string): string =>
  text.replace(/\\([nt"'`\\])/g, (_, letter: string) => meanings[letter] as string);
