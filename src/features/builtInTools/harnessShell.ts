/** In which shell VS Code's own tools run commands: it may be another than Toolcrib's. */
import type { ShellLanguage } from "../../core/vocabulary/shellLanguage";

/** `strange`: the name of a shell whose language nobody here reads. */
export type HarnessShell = { readonly language: ShellLanguage } | { readonly strange: string };

const bash = ["bash", "zsh", "sh", "dash", "ash", "ksh", "mksh"];

/** For its tools VS Code takes PowerShell where its terminals have cmd.exe. */
const powershell = ["pwsh", "powershell", "pwsh-preview", "cmd"];

/**
 * The shell by its program.
 * @param program the path or name of that of VS Code's terminals; undefined or empty where it is not known.
 * @returns undefined then.
 */
export function harnessShell(program: string | undefined): HarnessShell | undefined {
  const name = program
    ?.split(/[\\/]/)
    .at(-1)
    ?.replace(/\.exe$/i, "");
  if (!name) return undefined;
  const known = name.toLowerCase();
  if (bash.includes(known)) return { language: "bash" };
  return powershell.includes(known) ? { language: "powershell" } : { strange: name };
}
