import { unseen } from "./oneLine";

/** A fence that the text inside cannot close. */
export function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

const hidden = new RegExp(String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u2800]|${unseen}`, "gu");

/** Characters that would hide or reorder what a person reads, shown by their code point. */
export const revealed = (text: string): string =>
  text.replace(hidden, (char) => `⟨U+${(char.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}⟩`);

/** The same in one line, in which every break of a line is marked. */
export const revealedLine = (text: string): string => revealed(text).replace(/\s*\n\s*/g, " ⏎ ");

/**
 * Text that Markdown takes as it is: what a model wrote must not become a link or a heading in the question. The colon is
 * among what is escaped because an address becomes a link by itself, with the backslashes of what is escaped in it.
 */
export const plainMarkdown = (text: string): string =>
  revealed(text)
    .replace(/[\\`*_{}[\]()#+\-.:!|<>~$&]/g, "\\$&")
    .replace(/\s*\n\s*/g, " ");

/** A short text in code style; a backtick would end it. */
export const inlineCode = (text: string) => `\`${revealedLine(text).replaceAll("`", "'")}\``;

/**
 * A model's Markdown for rendering. A picture is fetched unasked, by an address that may carry what was read: an invisible
 * character keeps pictures and HTML from being taken as such, in code as well as outside of it.
 */
export const withoutPictures = (markdown: string): string =>
  revealed(markdown.replaceAll("\r\n", "\n")).replace(/!(?=\[)|<(?=[a-z/!?])/gi, "$&\u2060");

/** Text for notifications and titles, which make links of `[…](…)`, those to commands among them. */
export const withoutLinks = (text: string): string => revealed(text).replace(/\](?=\()/g, "$&\u2060");
