/** The programs whose built-in tools a hook of ours judges. */
import { messageOf, ToolError } from "../../core/vocabulary/toolError";

/** A harness as its hook input tells it. `copilot-cli` is also the Agent Host where it runs a person's or a workspace's hooks. */
export const harnessNames = ["vscode", "agent-host", "copilot-cli", "claude-code"] as const;
export type HarnessName = (typeof harnessNames)[number];

/** As people and models read them. */
export const harnessTitles: Readonly<Record<HarnessName, string>> = {
  vscode: "VS Code",
  "agent-host": "VS Code's Agent Host",
  "copilot-cli": "Copilot",
  "claude-code": "Claude Code",
};

/** True for the name of a harness. */
export const isHarness = (name: unknown): name is HarnessName => harnessNames.some((known) => known === name);

/** A call of one of its tools that a harness asks about before it makes it. */
export interface BuiltInCall {
  readonly harness: HarnessName;
  /** As the harness names the tool; another server's or extension's tool has whatever name that gave it. */
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Absolute path of the folder in which the harness works. */
  readonly cwd: string;
  /** Names the conversation; empty where the harness does not tell. */
  readonly session: string;
}

/** What a harness is told. `none` leaves the call to its own questions; there is no allow, which would skip them. */
export interface HookVerdict {
  readonly kind: "none" | "ask" | "deny";
  /** For people and models; empty for `none`. */
  readonly reason: string;
  /** For `ask`: that nothing but a person's answer counts. */
  readonly byPersonAlone?: true;
}

/** Harnesses that were seen to put a hook's question to a person even where everything is approved automatically. */
const asksPerson: ReadonlySet<HarnessName> = new Set(["vscode"]);

/** The verdict as the harness is told it. The Agent Host answers a hook's question itself where it approves everything. */
export function toldTo(harness: HarnessName, verdict: HookVerdict): HookVerdict {
  if (verdict.kind !== "ask" || !verdict.byPersonAlone || asksPerson.has(harness)) return verdict;
  return refusedVerdict(
    `${verdict.reason} Only a person may allow this, and ${harnessTitles[harness]} may answer without one: use Toolcrib's own tool for it, or tell the person.`,
  );
}

/** The verdict where something went wrong: hosts take bad output and silence for a yes. @param reason one sentence. */
export const refusedVerdict = (reason: string): HookVerdict => ({ kind: "deny", reason });

/** The same for whatever was thrown. */
export const failedVerdict = (error: unknown): HookVerdict =>
  refusedVerdict(
    error instanceof ToolError ? error.message : `Toolcrib could not judge this call: ${messageOf(error)}.`,
  );

/** The agent by which policies and records know a harness: in a window one of those in chat. */
export const agentOf = (harness: HarnessName, inWindow: boolean): string => (inWindow ? `chat/${harness}` : harness);
