/** The settings of harnesses that make them start our hook. */
import { ToolError } from "../../core/vocabulary/toolError";

/** How a hook is started. */
export interface HookStart {
  /** Absolute path of the file that names a Node.js, which each window writes: an update of VS Code moves its own. */
  readonly nodeFile: string;
  /** Absolute path of the launcher. */
  readonly launcher: string;
}

/** Seconds; the hook's own limit is well below. */
const timeout = 20;

/** Seconds after which a hook that hangs is killed, so that this is a refusal: a harness that waits too long lets the call through. */
const killedAfter = 15;

const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const inPowerShell = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** What a model reads where the hook's program cannot be started, hangs or is killed. */
const broken =
  "The Toolcrib hook could not be run, so this call was refused: tell the person to run Toolcrib: Doctor in VS Code.";

/**
 * For `sh`. Most harnesses take 2 alone for a no, and every other failure for a yes. A desktop VS Code is a Node.js when its
 * environment says so. `set --` keeps words apart in every shell.
 */
const shellCommand = ({ nodeFile, launcher }: HookStart, ...args: string[]): string =>
  [
    `node=$(cat ${inShell(nodeFile)} 2>/dev/null); [ -x "$node" ] || node=node`,
    `set --; timeout -s KILL ${killedAfter} true 2>/dev/null && set -- timeout -s KILL ${killedAfter}`,
    `${["ELECTRON_RUN_AS_NODE=1", '"$@"', '"$node"', inShell(launcher), ...args].join(" ")} || { echo ${inShell(broken)} >&2; exit 2; }`,
  ].join("; ");

const powerShellCommand = ({ nodeFile, launcher }: HookStart): string =>
  [
    `$node = Get-Content -LiteralPath ${inPowerShell(nodeFile)} -Encoding UTF8 -ErrorAction SilentlyContinue`,
    "if (-not ($node -and (Test-Path -LiteralPath $node))) { $node = 'node' }",
    `$env:ELECTRON_RUN_AS_NODE = '1'; & $node ${inPowerShell(launcher)}; if ($LASTEXITCODE -ne 0) { exit 2 }`,
  ].join("; ");

/** The whole of `~/.copilot/hooks/toolcrib.json`, which VS Code's harnesses and Copilot CLI read. */
export function copilotHooks(start: HookStart): string {
  const bash = shellCommand(start);
  const hook = { type: "command", command: bash, bash, powershell: powerShellCommand(start) };
  const all = { version: 1, hooks: { PreToolUse: [{ ...hook, timeout, timeoutSec: timeout }] } };
  return `${JSON.stringify(all, null, 2)}\n`;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An entry of ours, of whatever version. */
const isOurs = (entry: unknown): boolean => /toolcrib[\\/]+hooks[\\/]+launcher/.test(JSON.stringify(entry));

/**
 * How settings start our hook. `lenient`: as early versions wrote them, so that a failure is no refusal everywhere.
 * `broken`: by a program that is gone.
 */
export type SetUp = "no" | "lenient" | "strict" | "broken";

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** The absolute paths that an entry's commands quote, for either shell. */
const pathsIn = (entry: unknown): readonly string[] =>
  textsIn(entry)
    .filter(isOurs)
    .flatMap((command) => command.match(/'(?:[^']|'\\''|'')*'/g) ?? [])
    .map((word) => word.slice(1, -1).replace(/'\\''|''/g, "'"))
    .filter((word) => /^(?:\/|[A-Za-z]:[\\/])/.test(word));

/**
 * How a harness's settings start our hook.
 * @param text of the file; undefined where there is none.
 * @param isThere whether what a command names can still be used.
 */
export function setUpIn(text: string | undefined, isThere: (path: string) => boolean): SetUp {
  try {
    const entries = preToolUse(settingsIn(text)).filter(isOurs);
    if (entries.length === 0) return "no";
    if (!entries.flatMap(pathsIn).every(isThere)) return "broken";
    return entries.every((entry) => JSON.stringify(entry).includes("exit 2")) ? "strict" : "lenient";
  } catch {
    return "no";
  }
}

/**
 * Claude Code's settings with our hook, or without it.
 * @param text of its settings file; undefined where there is none.
 * @param start undefined takes the hook out.
 * @throws ToolError `invalid_input` for a file that cannot be understood.
 */
export function claudeSettings(text: string | undefined, start: HookStart | undefined): string {
  const settings = settingsIn(text);
  const others = preToolUse(settings).filter((entry) => !isOurs(entry));
  const hook = start && { type: "command", command: shellCommand(start, "--harness", "claude-code"), timeout };
  const PreToolUse = hook ? [...others, { matcher: "*", hooks: [hook] }] : others;
  const { PreToolUse: _, ...events } = isFields(settings.hooks) ? settings.hooks : {};
  const { hooks: __, ...rest } = settings;
  const hooks = PreToolUse.length > 0 ? { ...events, PreToolUse } : events;
  return `${JSON.stringify(Object.keys(hooks).length > 0 ? { ...rest, hooks } : rest, null, 2)}\n`;
}

function settingsIn(text: string | undefined): Fields {
  if (text === undefined || text.trim() === "") return {};
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch (error) {
    throw new ToolError("invalid_input", `Claude Code's settings are not JSON (${(error as Error).message}).`);
  }
  if (!isFields(settings)) throw new ToolError("invalid_input", "Claude Code's settings are not a JSON object.");
  return settings;
}

const preToolUse = ({ hooks }: Fields): readonly unknown[] =>
  isFields(hooks) && Array.isArray(hooks.PreToolUse) ? hooks.PreToolUse : [];
