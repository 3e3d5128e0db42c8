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

/** For `sh`. */
const shellCommand = ({ node, launcher }: HookStart): string =>
  `ELECTRON_RUN_AS_NODE=1 ${inShell(node)} ${inShell(launcher)}`;

const powerShellCommand = ({ node, launcher }: HookStart): string =>
  `$env:ELECTRON_RUN_AS_NODE = '1'; & ${inPowerShell(node)} ${inPowerShell(launcher)}`;

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

/** Whether Claude Code's settings start our hook. @param text of its settings file; undefined where there is none. */
export function startsHook(text: string | undefined): boolean {
  try {
    return preToolUse(settingsIn(text)).some(isOurs);
  } catch {
    return false;
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
  const hook = start && { type: "command", command: `${shellCommand(start)} --harness claude-code`, timeout };
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
