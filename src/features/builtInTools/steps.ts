/** What a built-in tool does, in steps that our own tools plan or that are one effect each. */
import type { ShellLanguage } from "../../core/vocabulary/shellLanguage";

/** One replacement in a file. */
export interface StringReplacement {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all: boolean;
}

/** One thing that it does. Paths are as the model gave them. */
export type Step =
  | {
      readonly does: "run";
      readonly command: string;
      readonly language?: ShellLanguage;
      /** Where it starts; absent: where the shell is, which may be where an earlier command has led it. */
      readonly cwd?: string;
      readonly background: boolean;
    }
  | { readonly does: "edit"; readonly path: string; readonly edits: readonly StringReplacement[] }
  | { readonly does: "write"; readonly path: string; readonly content: string }
  | { readonly does: "patch"; readonly patch: string }
  /** Changes a file in a way that cannot be computed. @param content what is known of what it writes. */
  | { readonly does: "change"; readonly path: string; readonly content: string }
  /** Reads a file, or lists a folder. */
  | { readonly does: "read"; readonly path: string }
  | { readonly does: "list"; readonly path: string }
  /** Finds files by a glob, which may lead out of the folder. */
  | { readonly does: "find"; readonly path: string; readonly pattern: string }
  | { readonly does: "fetch"; readonly url: string }
  /** Hands something to a service or a tool whose doing nobody here sees. */
  | { readonly does: "delegate"; readonly to: string; readonly prompt: string; readonly readOnly: boolean };

/** What a call of a tool means. @throws ToolError `invalid_input` when the arguments do not tell. */
export type Meaning = (input: Readonly<Record<string, unknown>>) => readonly Step[];

/** Tools by their names in one harness. */
export type ToolTable = Readonly<Record<string, Meaning>>;
