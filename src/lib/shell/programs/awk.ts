/** Which awk programs only print. awk can run programs, read others and write files, so its program is read (D-13). */
import { clause } from "../../../core/text/clauses/clause";
import type { Word } from "../words/types";
import { asking, type ProgramCall, type Usage } from "./program";

/** Words that cannot leave the data at hand. */
const knownWords = new Set(
  "BEGIN END NR NF FNR FS OFS RS ORS FILENAME SUBSEP RSTART RLENGTH print printf if else for in while do break continue next exit delete length substr index split sub gsub match sprintf sin cos atan2 exp log sqrt int tolower toupper".split(
    " ",
  ),
);

/**
 * A regular expression, or a division. Where a value may follow a statement's end or a keyword the two cannot be told
 * apart here, so a division counts as one only when no second slash could make both an expression: a backslash at the
 * end of the line would go on with it.
 */
function slashToken(text: string, valueMayFollow: boolean): string | undefined {
  if (valueMayFollow) return /^\/(?:[^/\\\n[\]]|\\.|\[\^?[^\]\\[/\n]+\])*\//.exec(text)?.[0];
  return /^\/=?(?=[^/\\\n]*(?:\n|$))/.exec(text)?.[0];
}

/**
 * True when every token of a program is one that only computes and prints: no `|`, no call of an unknown function, and
 * `>` only where it compares. After `print` that is inside parentheses alone, and a line's end does not end a `print`.
 * Names of one or more lower-case letters are variables as long as nothing is called by them.
 */
export function awkOnlyPrints(program: string): boolean {
  let rest = program;
  let valueMayFollow = true;
  let depth = 0;
  // How deep the parentheses were at a `print` that may still be going on.
  let printing: number | undefined;
  while (rest !== "") {
    const space = /^(?:[ \t\n\r]+|\\\n|#[^\n]*)/.exec(rest);
    if (space) {
      rest = rest.slice(space[0].length);
      continue;
    }
    const token: string | undefined =
      /^"(?:[^"\\\n]|\\.)*"/.exec(rest)?.[0] ??
      /^(?:\d+\.?\d*|\.\d+)/.exec(rest)?.[0] ??
      slashToken(rest, valueMayFollow) ??
      /^[A-Za-z_]\w*/.exec(rest)?.[0] ??
      /^(?:&&|\|\||[=!<]=|\+\+|--|[-+*%^]=|!~|>=?|[{}()[\];,$=<!~?:+\-*%^])/.exec(rest)?.[0];
    if (token === undefined) return false;
    if (token.startsWith(">") && printing !== undefined && depth <= printing) return false;
    if (/^printf?$/.test(token)) printing = depth;
    else if (/^[;}]$/.test(token)) printing = undefined;
    else depth += token === "(" ? 1 : token === ")" ? -1 : 0;
    rest = rest.slice(token.length);
    if (/^[A-Za-z_]/.test(token) && !knownWords.has(token)) {
      if (
        !/^[a-z_]\w*$/.test(token) ||
        /^\s*\(/.test(rest) ||
        /^(?:getline|system|close|fflush|func|function|nextfile|strftime|systime)$/.test(token)
      )
        return false;
    }
    // `(x < "file")` compares, but `getline < "file"` reads; getline is refused above.
    // After `i++` a `/` divides.
    valueMayFollow = !/^(?:\+\+|--)$/.test(token) && /^(?:[{}(;,!~?:[&|=<>+\-*%^]|(?:print|return)$)/.test(token);
  }
  return true;
}

/** The row's reading of a call of awk. */
export function awkUsage(call: ProgramCall): Partial<Usage> {
  const [program, ...files] = call.operands;
  if (program?.value === undefined || program.glob) return asking(clause`its program is computed at run time`);
  // `name=value` among the files sets a variable.
  const reads: Word[] = files.filter((file) => !/^[A-Za-z_]\w*=/.test(file.value ?? ""));
  return awkOnlyPrints(program.value) ? { reads } : { reads, asks: clause`its program may do more than print` };
}
