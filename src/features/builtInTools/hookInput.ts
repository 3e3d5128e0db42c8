/** What harnesses hand to a pre-tool hook on its standard input: four shapes of JSON. */

import { isAbsolute } from "node:path";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import type { BuiltInCall, HarnessName } from "./harness";

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const wrong = (problem: string) =>
  new ToolError(
    "invalid_input",
    `Toolcrib cannot judge this call, because the hook's input ${problem}: check that the hook is set up for PreToolUse as docs/hooks-for-other-agents.md says.`,
  );

/** The names of one shape's fields. */
interface Shape {
  readonly tool: string;
  readonly input: string;
  readonly cwd: string;
  readonly session: string;
  harness(fields: Fields): HarnessName;
}

/** Copilot writes a time, Claude Code does not; VS Code also names a transcript or the call. */
const snakeCaseHarness = (fields: Fields): HarnessName => {
  if (!("timestamp" in fields)) return "claude-code";
  return "transcript_path" in fields || "tool_use_id" in fields ? "vscode" : "copilot-cli";
};

const shapes: readonly Shape[] = [
  { tool: "tool_name", input: "tool_input", cwd: "cwd", session: "session_id", harness: snakeCaseHarness },
  { tool: "toolName", input: "toolArgs", cwd: "workingDirectory", session: "sessionId", harness: () => "agent-host" },
  { tool: "toolName", input: "toolArgs", cwd: "cwd", session: "sessionId", harness: () => "copilot-cli" },
];

/**
 * Reads one.
 * @param given the harness by the hook's own command line; by default the input tells it.
 * @throws ToolError `invalid_input` for whatever is no call of a tool; one that could be read in two ways is none.
 */
export function readHookInput(text: string, given?: HarnessName): BuiltInCall {
  const fields = parsed(text);
  if ("tool_name" in fields && "toolName" in fields) throw wrong("names its tool twice");
  const event = fields.hook_event_name;
  if (event !== undefined && event !== "PreToolUse") throw wrong(`is for the event ${JSON.stringify(event)}`);
  const named = shapes.filter(({ tool }) => tool in fields);
  const shape = named.find(({ cwd }) => cwd in fields) ?? named[0];
  if (!shape) throw wrong("names no tool");
  return {
    harness: given ?? shape.harness(fields),
    tool: toolName(fields[shape.tool]),
    input: toolInput(fields[shape.input]),
    cwd: folder(fields[shape.cwd]),
    session: typeof fields[shape.session] === "string" ? (fields[shape.session] as string) : "",
  };
}

function parsed(text: string): Fields {
  if (text.trim() === "") throw wrong("is empty");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw wrong(`is not JSON (${messageOf(error)})`);
  }
  if (!isFields(value)) throw wrong("is not a JSON object");
  return value;
}

/** Characters of a tool's name at most; MCP allows 128 and harnesses put the server's before it. */
const maxName = 512;

function toolName(value: unknown): string {
  if (typeof value !== "string" || value === "" || value.length > maxName) throw wrong("names no tool");
  return value;
}

/** Copilot CLI writes the arguments as JSON text; a tool that takes plain text, as `apply_patch`, is handed that. */
function toolInput(value: unknown): Fields {
  if (isFields(value)) return value;
  if (value === undefined || value === null) return {};
  if (typeof value !== "string") throw wrong("has arguments that are neither an object nor text");
  try {
    const inner: unknown = JSON.parse(value);
    if (isFields(inner)) return inner;
  } catch {
    // Plain text.
  }
  return value === "" ? {} : { input: value };
}

function folder(value: unknown): string {
  if (typeof value !== "string" || value === "") throw wrong("does not say in which folder the agent works");
  if (!isAbsolute(value) || value.includes("\0")) throw wrong(`names ${JSON.stringify(value)} as the working folder`);
  return value;
}
