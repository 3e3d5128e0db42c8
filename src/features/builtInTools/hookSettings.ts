/** The settings of harnesses that make them start our hook. */
import { ToolError } from "../../core/vocabulary/toolError";

/** How a hook is started. */
export interface HookStart {
  /** Absolute path of a Node.js; a desktop VS Code is one when its environment says so. */
  readonly node: string;
  /** Absolute path of the launcher. */
  readonly launcher: string;
}

/** Seconds; the hook's own limit is well below. */
const timeout = 20;

const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const inPowerShell = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** What a model reads where the hook's program cannot be started, or is killed. */
const broken = "The Toolcrib hook could not be run, so this call was refused: tell the person.";

/** For `sh`. Most harnesses take 2 alone for a no, and every other failure for a yes. */
const shellCommand = ({ node, launcher }: HookStart, ...args: string[]): string =>
  `${["ELECTRON_RUN_AS_NODE=1", inShell(node), inShell(launcher), ...args].join(" ")} || { echo ${inShell(broken)} >&2; exit 2; }`;

const powerShellCommand = ({ node, launcher }: HookStart): string =>
  `$env:ELECTRON_RUN_AS_NODE = '1'; & ${inPowerShell(node)} ${inPowerShell(launcher)}; if ($LASTEXITCODE -ne 0) { exit 2 }`;

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

/** How settings start our hook. `lenient`: as versions before this one wrote them, so that a failure is no refusal everywhere. */
export type SetUp = "no" | "lenient" | "strict";

/** How a harness's settings start our hook. @param text of the file; undefined where there is none. */
export function setUpIn(text: string | undefined): SetUp {
  try {
    const entries = preToolUse(settingsIn(text)).filter(isOurs);
    if (entries.length === 0) return "no";
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
