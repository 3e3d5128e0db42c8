/** Searches that print the lines with one word and no others: what lies in a secret file beside that word is not told. */
import { programOf } from "../../../lib/shell/programs";
import { readArguments } from "../../../lib/shell/words/options";
import type { SimpleCommand } from "../../../lib/shell/words/types";
import { baseName } from "../../../lib/shell/words/wrappers";

/** Options with which a search prints nothing but lines with what is searched, or less. */
const narrow =
  /^(?:-[rRnHhiswFlcI]|-\.|-uu?|--(?:recursive|dereference-recursive|line-number|(?:with|no)-filename|ignore-case|no-messages|word-regexp|fixed-strings|files-with-matches|count|colou?r|include|exclude|exclude-dir|hidden|no-ignore|glob|iglob|type)|-[gt])$/;

/** As code has it; variables that hold secrets have names in capitals. */
const word = /^(?=.*[a-z])[A-Za-z][\w./-]{5,}$/;

/** Parts of names under which secrets are kept. */
const telling =
  /key|tok|sec|pass|pwd|cred|auth|user|login|url|uri|host|priv|cert|sign|salt|hash|api|db|data|sql|mail|smtp|conn|dsn|begin|bearer/i;

/**
 * True for a search by grep or ripgrep whose pattern is one ordinary word of six characters or more.
 * @param command as it is written; nothing of it may be missing.
 */
export function searchesForWord(command: SimpleCommand): boolean {
  const { name = "", args } = command;
  const { options, operands, doubts, optionPatterns } = readArguments(args, programOf(baseName(name))?.options ?? "");
  if (doubts.length > 0 || optionPatterns.length > 0) return false;
  const pattern = operands[0]?.value;
  return (
    pattern !== undefined &&
    word.test(pattern) &&
    !telling.test(pattern) &&
    options.every((option) => narrow.test(option.name))
  );
}
