/** What is known about a command line before it runs (SH-4, SH-5). Pure facts; verdicts are the policy's work. */
import type { ShellLanguage } from "../../../core/vocabulary/shellLanguage";

/** One stretch of a word: text that is known, or something that only has a value while the command runs. */
export type Piece =
  | { readonly text: string }
  /** `$NAME` or `${NAME}` with nothing else to it. */
  | { readonly variable: string }
  /**
   * `number`: arithmetic on plain numbers; `command`: `$(…)` or backticks; `process`: `<(…)` or `>(…)`. `source` is
   * how it is written, where it is one expansion.
   */
  | { readonly runs: "number" | "command" | "process" | "other"; readonly source?: string };

/** One word as the shell would pass it on, after brace expansion and quote removal. */
export interface Word {
  /** As it is written. Words that come from one brace expansion share it. */
  readonly source: string;
  /** What the program receives; absent when that is only known while it runs. A glob keeps its pattern. */
  readonly value?: string;
  /** Some of it was quoted or escaped. */
  readonly quoted: boolean;
  /** `value` starts with an unquoted `~` that stands for the home folder. */
  readonly tilde: boolean;
  /** In `NAME=~/…` as an argument: where in `value` an unquoted `~` stands for the home folder. */
  readonly homeAt?: number;
  /** Holds unquoted `*`, `?` or `[…]`: it may become other words. */
  readonly glob: boolean;
  /** Comes from a brace expansion, so it is not literally in the source. */
  readonly brace: boolean;
  readonly pieces: readonly Piece[];
}

/** Where a command's input or output is led. */
export interface Redirect {
  /** `>`, `>>`, `>|`, `&>`, `&>>`, `<`, `<>`, `>&`, `<&`, `<<`, `<<-` or `<<<`. */
  readonly op: string;
  readonly fd?: number;
  /** The file, descriptor or delimiter; for `<<<` the text. */
  readonly target: Word;
}

/** `NAME=value` before a command, on its own, or after `export` and its like. */
export interface VariableAssignment {
  readonly name: string;
  readonly value: Word;
  /** Nothing but later words of the same text sees it. */
  readonly isOwn?: true;
}

/** One pipeline that a command is somewhere inside of. */
export interface PipePlace {
  readonly id: number;
  readonly index: number;
}

/** One list joined by `&&` and `||` that a command is somewhere inside of. */
export interface ChainPlace {
  readonly id: number;
  readonly member: number;
  /** False once a `||` came before it: it may run although an earlier member failed or was skipped. */
  readonly certain: boolean;
}

/** Where a command stands among the others; outermost first in every list. */
export interface WordPlace {
  readonly pipes: readonly PipePlace[];
  readonly chains: readonly ChainPlace[];
  /** Ids of the subshells, pipeline members, background jobs and substitutions around it: a `cd` stays inside them. */
  readonly scopes: readonly number[];
  /** In a loop or a function body: it may run after commands that stand below it. */
  readonly repeated: boolean;
  /** It is itself the member of its innermost `&&` list, not something inside that member. */
  readonly direct: boolean;
}

/** One simple command found anywhere in the text (SH-5). */
export interface SimpleCommand {
  /** The command as it is written, for people. */
  readonly text: string;
  /** The language it is written in; absent: bash. */
  readonly language?: Exclude<ShellLanguage, "bash">;
  /** Wrappers skipped, path kept; absent when there is no command word or it is only known while it runs. */
  readonly name?: string;
  /** The command word behind `name`; absent for assignments or redirects alone. */
  readonly word?: Word;
  readonly args: readonly Word[];
  /** Base names of the programs that run this one, outermost first: `sudo`, `env`, `xargs`, `find`, `bash` (C-37). */
  readonly prefixes: readonly string[];
  readonly redirects: readonly Redirect[];
  readonly assignments: readonly VariableAssignment[];
  /** Position in the innermost pipeline and that pipeline's length; `[0, 1]` outside of one. */
  readonly pipeline: readonly [index: number, length: number];
  readonly background: boolean;
  /** Half-open range in the analysed text; for a command inside a string, the range of what runs that string. */
  readonly range: readonly [start: number, end: number];
  /** How many substitutions and strings it is inside of. */
  readonly nesting: number;
  readonly place: WordPlace;
  /**
   * Every form that it takes when what its words say only while it runs is put in: values of the text's own variables, and
   * what `xargs` is given. Absent where that is not known. Together they say all that the command may be.
   */
  readonly forms?: readonly SimpleCommand[];
  /** Of a form of what `xargs` runs: the command that lists the names. */
  readonly listedBy?: SimpleCommand;
  /** Of a form: true when a name with blanks in it could make it something else. */
  readonly splitsNames?: true;
}

/** A function the text defines. */
export interface ShellFunction {
  readonly name: string;
  /** Its body starts itself in a pipeline or in the background: a fork bomb. */
  readonly multiplies: boolean;
}

/** Everything that is known about a command line. */
export interface CommandAnalysis {
  readonly text: string;
  /** In source order, from anywhere in the tree. */
  readonly commands: readonly SimpleCommand[];
  readonly functions: readonly ShellFunction[];
  /** Why the list of commands may not be complete or right; such a text is never run unasked. */
  readonly problem?: string;
  /** The parser's message, when the text is not valid in its language. */
  readonly parseError?: string;
  /** Things that hide what would happen, one clause each; such a text is never run unasked. */
  readonly unusual: readonly string[];
  /** Those of them that only compute a number, out of which bash may run what a variable holds; absent: none. */
  readonly computed?: readonly string[];
}

/** See SH-6. */
export type Category = "search" | "read" | "list" | "write" | "silent" | "general";
