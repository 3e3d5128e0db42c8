/** Arguments as a shell passes them on unchanged. Pure. */
import type { ShellLanguage } from "./shellLanguage";
import { ToolError } from "./toolError";

/** One word for a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Words that every shell here takes as they are. */
const plain = /^[\w./:+-]+$/;

/** cmd.exe has no way to write these in an argument that every program reads alike. */
const lostInCmd = /["%!^\r\n]/;

/**
 * A program and its arguments as a command line.
 * @throws ToolError `invalid_input` for what a shell cannot pass on.
 */
export function commandLine(words: readonly string[], language: ShellLanguage): string {
  const line = words.map((word) => quotedFor(word, language)).join(" ");
  // PowerShell takes a quoted word at the beginning for a text.
  return language === "powershell" && line.startsWith("'") ? `& ${line}` : line;
}

function quotedFor(word: string, language: ShellLanguage): string {
  if (word.includes("\0"))
    throw new ToolError(
      "invalid_input",
      "An argument contains a NUL character, which no program accepts: leave it out.",
    );
  if (plain.test(word)) return word;
  if (language === "bash") return quoted(word);
  if (language === "powershell") return `'${word.replaceAll("'", "''")}'`;
  if (lostInCmd.test(word))
    throw new ToolError(
      "invalid_input",
      `The argument ${JSON.stringify(word)} cannot be passed through cmd.exe: write it to a file and pass its path.`,
    );
  return `"${word}"`;
}
