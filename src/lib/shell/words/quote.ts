/** Writing words so that a shell reads them back as they are. */
import type { SimpleCommand, Word } from "./types";

/** A text as one shell word. */
export const quoteWord = (text: string): string =>
  text !== "" && /^[\w@%+=:,./-]+$/.test(text) && !/^[\w]+=/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

const shownWord = (word: Word): string =>
  word.value !== undefined && !word.glob && !word.tilde ? quoteWord(word.value) : word.source;

/** A simple command in one spelling whatever its quotes were: what user rules are matched against (D-13). */
export const writtenCommand = (command: SimpleCommand): string =>
  [...(command.word ? [command.word] : []), ...command.args].map(shownWord).join(" ");
