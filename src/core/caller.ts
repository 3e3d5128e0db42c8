import type { Level } from "./level";

/** Who makes a call, by what name, and the state of their session: facts that no text of a model can change. */
export interface Caller {
  /** Empty for a question that no agent asks (`explain`). */
  readonly agent: string;
  /** Name of the tool in its dialect; empty when no tool is called. */
  readonly tool: string;
  readonly dialect: string;
  /** True while the session only plans (section 17). */
  readonly planMode: boolean;
  /** What the session has read so far at most (PO-6). */
  readonly taint: Level;
}

/** Asks what the policy says without being anybody. */
export const nobody: Caller = { agent: "", tool: "", dialect: "standard", planMode: false, taint: "PUBLIC" };
