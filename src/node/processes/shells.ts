/** Which shell runs commands on this machine, and how it is called. */
import { existsSync } from "node:fs";
import { posix, win32 } from "node:path";
import type { ShellChoice, ShellLanguage } from "../../core/vocabulary/shellLanguage";
import { ToolError } from "../../core/vocabulary/toolError";

/** A shell that is there. */
export interface Shell {
  /** Absolute path. */
  readonly program: string;
  readonly language: ShellLanguage;
}

/** What the choice depends on. */
export interface ShellMachine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  exists(path: string): boolean;
}

const thisMachine: ShellMachine = { platform: process.platform, env: process.env, exists: existsSync };

/** What the system calls a variable on Windows has no fixed case. */
const variable = ({ env }: ShellMachine, name: string): string | undefined =>
  env[name] ?? Object.entries(env).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];

/** Absolute folders of PATH: a relative one would let a workspace bring its own shell. */
const searched = (machine: ShellMachine, { delimiter, isAbsolute }: typeof posix) =>
  (variable(machine, "PATH") ?? "").split(delimiter).filter(isAbsolute);

function unixShells(machine: ShellMachine): Shell[] {
  const places = ["/bin", "/usr/bin", ...searched(machine, posix)];
  return ["bash", "sh"].flatMap((name) =>
    places.map((folder): Shell => ({ program: posix.join(folder, name), language: "bash" })),
  );
}

/** `bash.exe` there starts another system, in which neither the paths nor the programs are those of this one. */
const startsOtherSystem = /\\(?:system32|sysnative|syswow64|windowsapps)\\?$/i;

function windowsBashes(machine: ShellMachine): string[] {
  const below = (name: string, ...rest: string[]) => {
    const folder = variable(machine, name);
    return folder ? [win32.join(folder, ...rest)] : [];
  };
  const folders = searched(machine, win32);
  const besideGit = folders.filter((folder) => machine.exists(win32.join(folder, "git.exe")));
  return [
    ...["ProgramFiles", "ProgramW6432", "ProgramFiles(x86)"].flatMap((name) => below(name, "Git", "bin")),
    ...below("LocalAppData", "Programs", "Git", "bin"),
    ...below("UserProfile", "scoop", "apps", "git", "current", "bin"),
    ...besideGit.map((folder) => win32.join(folder, "..", "bin")),
    ...folders.filter((folder) => !startsOtherSystem.test(folder)),
  ].map((folder) => win32.join(folder, "bash.exe"));
}

function windowsShells(machine: ShellMachine): Shell[] {
  const system = variable(machine, "SystemRoot") ?? "C:\\Windows";
  const files = variable(machine, "ProgramFiles") ?? "C:\\Program Files";
  const powershells = [
    win32.join(files, "PowerShell", "7", "pwsh.exe"),
    ...searched(machine, win32).map((folder) => win32.join(folder, "pwsh.exe")),
    win32.join(system, "System32", "WindowsPowerShell", "v1.0", "powershell.exe"),
  ];
  return [
    ...windowsBashes(machine).map((program): Shell => ({ program, language: "bash" })),
    ...powershells.map((program): Shell => ({ program, language: "powershell" })),
    { program: win32.join(system, "System32", "cmd.exe"), language: "cmd" },
  ];
}

/**
 * The best shell of a kind: a bash, whose language is understood best, then PowerShell, then cmd.exe. The latter two only
 * on Windows; elsewhere the choice is not heeded, and a plain sh stands in for a missing bash.
 */
export function findShell(choice: ShellChoice, machine: ShellMachine = thisMachine): Shell | undefined {
  if (machine.platform !== "win32") return unixShells(machine).find(({ program }) => machine.exists(program));
  return windowsShells(machine).find(
    ({ program, language }) => (choice === "auto" || choice === language) && machine.exists(program),
  );
}

/** Characters of a command line that Windows passes on, with room for the program's path. */
const maxLineLength = { powershell: 32_000, cmd: 8000 } as const;

/** What it prints is UTF-8 and no progress bar. */
const powershellStart =
  "$ProgressPreference = 'SilentlyContinue'; [Console]::OutputEncoding = New-Object System.Text.UTF8Encoding $false";
/** The exit code is that of the last command: of a program its own, of a cmdlet that failed 1. */
const powershellEnd = "if ($?) { exit 0 } elseif ($LASTEXITCODE) { exit $LASTEXITCODE } else { exit 1 }";

/** The script as UTF-16 in base64, in which no quote means anything on the way. */
function powershellArguments(command: string): string[] {
  // An empty line ends what a backtick at the end would go on with.
  const script = [powershellStart, command, "", powershellEnd].join("\n");
  const encoded = Buffer.from(script, "utf16le").toString("base64");
  return ["-NoLogo", "-NoProfile", "-NonInteractive", "-OutputFormat", "Text", "-EncodedCommand", encoded];
}

function cmdArguments(command: string): string[] {
  if (/[\r\n]/.test(command))
    throw new ToolError(
      "invalid_input",
      "cmd.exe runs only the first line of a command: put it on one line, with && between commands.",
    );
  // With /s the outer quotes are taken off and everything between them stays as it is. What programs print is UTF-8 from here on.
  return ["/d", "/s", "/c", `"chcp 65001>nul & ${command}"`];
}

/**
 * How a shell is called with a command. Those of cmd.exe are to be passed as they are, without quoting.
 * @throws ToolError `invalid_input` for a command that it cannot be given.
 */
export function shellArguments(language: ShellLanguage, command: string): string[] {
  if (language === "bash") return ["-c", command];
  const args = language === "cmd" ? cmdArguments(command) : powershellArguments(command);
  const { length } = args.join(" ");
  if (length > maxLineLength[language])
    throw new ToolError(
      "invalid_input",
      `The command makes a command line of ${length} characters, and ${language === "cmd" ? "cmd.exe" : "PowerShell"} takes ${maxLineLength[language]}: write a script file and run that.`,
    );
  return args;
}

/** True for a program that reads its command line itself, so that nothing in it may be quoted. */
export const readsOwnLine = (program: string): boolean => /(?:^|[\\/])cmd\.exe$/i.test(program);
