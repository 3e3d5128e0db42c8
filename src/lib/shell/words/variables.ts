/** Which variables may be set or shown without changing what programs do or giving a secret away (D-12, D-13). */
import { clause } from "../../../core/text/clauses/clause";
import type { VariableAssignment, Word } from "./types";

/** Variables that may appear in output: they hold no secrets. */
export const harmlessVariables: ReadonlySet<string> = new Set(
  "HOME PWD OLDPWD USER LOGNAME SHELL PATH LANG LC_ALL TERM TZ HOSTNAME SHLVL EDITOR PAGER UID EUID PPID RANDOM SECONDS LINENO BASHPID OSTYPE MACHTYPE HOSTTYPE BASH_VERSION COLUMNS LINES".split(
    " ",
  ),
);

/** A value that may appear in output without giving anything away that is not judged elsewhere. */
export const isHarmlessText = (word: Word): boolean =>
  word.pieces.every(
    (piece) =>
      "text" in piece ||
      ("variable" in piece
        ? /^[?#$!0-9@*-]$/.test(piece.variable) || harmlessVariables.has(piece.variable)
        : piece.runs === "number" || piece.runs === "command"),
  );

/** Variables that change only how output looks. */
const harmlessAssignments =
  /^(?:LC_[A-Z]+|LANG|TZ|TERM|NO_COLOR|FORCE_COLOR|CLICOLOR(?:_FORCE)?|CI|COLUMNS|LINES|NODE_ENV|RUST_BACKTRACE|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE)$/;

/** Why an assignment is not known to be harmless; undefined when it is (D-12). */
export const assignmentDoubt = ({ name, value }: VariableAssignment): string | undefined => {
  if (!harmlessAssignments.test(name)) return clause`setting ${name} may change what programs do`;
  return value.value === undefined || !/^[\w.,:@+-]*$/.test(value.value)
    ? clause`${name} is set to an unusual value`
    : undefined;
};

/**
 * True for a name that a script may use for its own: programs and shells listen to capitals, but for a few names, and of
 * small letters to `http_proxy`, `npm_config_cache` and the like, and zsh to `path`.
 */
export const isScriptVariable = (name: string): boolean =>
  (/^(?:[A-Za-z]|[a-z_][a-z\d_]*)$/.test(name) && !/(?:proxy|path)$|^(?:p?npm|yarn)_/.test(name)) ||
  /^(?:FILES?|DIRS?|SRC|PATTERN|QUERY)$/.test(name);

/** True for one of these that keeps what it is set to: bash gives some names a meaning of their own. */
export const isOwnVariable = (name: string): boolean =>
  isScriptVariable(name) && !/^(?:_+|histchars|auto_resume)$/.test(name);
