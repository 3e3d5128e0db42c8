/** The scripts that a command hands to another shell in its arguments: `cmd /c …`, `powershell -Command …` (D-12). */
import type { ShellLanguage } from "../../../core/vocabulary/shellLanguage";
import type { SimpleCommand, Word } from "../words/types";
import { shellNames } from "../words/wrappers";
import { cmdletName } from "./cmdlets";

/** A script inside a command. */
export interface WindowsCarried {
  readonly by: string;
  readonly language: ShellLanguage;
  readonly text: string;
}

/** The last part of a program's path, in small letters and without what makes it a program on Windows. */
export const windowsProgramName = (name: string): string =>
  name
    .slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1)
    .toLowerCase()
    .replace(/\.(?:exe|com|cmd|bat)$/, "");

const textOf = (words: readonly Word[]): string => words.map((word) => word.value ?? word.source).join(" ");

const after = (words: readonly Word[], at: number): string | undefined =>
  at < 0 || at + 1 >= words.length ? undefined : textOf(words.slice(at + 1));

/** From `/c` on; the script may be written right behind it, and MSYS doubles the slash. */
function cmdScript(args: readonly Word[]): string | undefined {
  const at = args.findIndex(({ value }) => /^\/\/?[ckr]/i.test(value ?? ""));
  if (at < 0) return undefined;
  return [args[at]?.value?.replace(/^\/\/?[ckr]/i, "") ?? "", after(args, at) ?? ""].join(" ").trim();
}

/** Parameters of PowerShell that take a value before the script. */
const valued = /^[-/–—―](?:ex|ep|w|v|o|i|ps|conf|cu|wo|se|f)/i;

/** UTF-16 in base64, as `-EncodedCommand` wants it; undefined for what is none. */
function decoded(text: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-16le").decode(bytes);
  } catch {
    return undefined;
  }
}

function powershellScript(args: readonly Word[]): string | undefined {
  for (let at = 0; at < args.length; at++) {
    const value = args[at]?.value ?? "";
    if (/^[-/–—―](?:e|ec|en[a-z]*)$/i.test(value)) return decoded(args[at + 1]?.value ?? "");
    if (/^[-/–—―]c[a-z]*$/i.test(value) && !/^.(?:conf|cu)/i.test(value)) return after(args, at);
    if (!/^[-/–—―]/.test(value)) return textOf(args.slice(at));
    if (valued.test(value)) at++;
  }
  return undefined;
}

/** `wsl` runs the words after its own options in another system's shell. */
function wslScript(args: readonly Word[]): string {
  let at = 0;
  while (/^-/.test(args[at]?.value ?? "")) {
    const option = args[at++]?.value ?? "";
    if (option === "--" || option === "-e" || option === "--exec") break;
    if (/^(?:-d|-u|--distribution|--user|--cd)$/.test(option)) at++;
  }
  return textOf(args.slice(at));
}

const unixScript = (args: readonly Word[]): string | undefined => {
  const at = args.findIndex(({ value }) => /^-[a-z]*c$/.test(value ?? ""));
  return at < 0 ? undefined : args[at + 1]?.value;
};

/** What a started program is called with: everything that is no parameter. */
const startedLine = (args: readonly Word[]): string =>
  textOf(args.filter(({ source }) => !/^[-/]/.test(source) && source !== '""'));

/** The script that a command carries; undefined where there is none or it is only known when it runs. */
export function carriedByWindows({ name, args, language }: SimpleCommand): WindowsCarried | undefined {
  if (name === undefined) return undefined;
  const by = windowsProgramName(name);
  const found = (to: ShellLanguage, text: string | undefined): WindowsCarried | undefined =>
    text === undefined || text.trim() === "" ? undefined : { by, language: to, text };
  if (by === "cmd") return found("cmd", cmdScript(args));
  if (by === "powershell" || by === "pwsh") return found("powershell", powershellScript(args));
  if (by === "wsl") return found("bash", wslScript(args));
  if (language === undefined) return undefined;
  if (shellNames.has(by)) return found("bash", unixScript(args));
  if (by === "call" && language === "cmd") return found("cmd", textOf(args));
  const cmdlet = cmdletName(name);
  if (cmdlet === "start-process") return found("cmd", startedLine(args));
  return cmdlet === "invoke-expression" ? found("powershell", startedLine(args)) : undefined;
}
