/** What a shell makes of a command line, by its program: a harness may run commands in another shell than Toolcrib does. */
import type { ShellLanguage } from "../../core/vocabulary/shellLanguage";

/** `strange`: the name of a shell whose language nobody here reads. */
export type HarnessShell = { readonly language: ShellLanguage } | { readonly strange: string };

const languages: Readonly<Record<ShellLanguage, readonly string[]>> = {
  bash: ["bash", "zsh", "sh", "dash", "ash", "ksh", "mksh"],
  powershell: ["pwsh", "powershell", "pwsh-preview"],
  cmd: ["cmd"],
};

/**
 * The shell of VS Code's terminals.
 * @param program its path or name; undefined or empty where it is not known.
 * @returns undefined then.
 */
export function harnessShell(program: string | undefined): HarnessShell | undefined {
  const name = program
    ?.split(/[\\/]/)
    .at(-1)
    ?.replace(/\.exe$/i, "");
  if (!name) return undefined;
  const known = Object.entries(languages).find(([, names]) => names.includes(name.toLowerCase()));
  return known ? { language: known[0] as ShellLanguage } : { strange: name };
}
