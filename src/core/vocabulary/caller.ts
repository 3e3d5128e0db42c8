import type { Level } from "./level";

/** Who makes a call, by what name, and the state of their session: facts that no text of a model can change. */
export interface Caller {
  /** Empty for a question that no agent asks (`explain`). */
  readonly agent: string;
  /** Name of the tool in its dialect; empty when no tool is called. */
  readonly tool: string;
  /** Name of the tool behind it, which is the same in every dialect. */
  readonly ownTool: string;
  readonly dialect: string;
  /** True while the session only plans (section 17). */
  readonly planMode: boolean;
  /** What the session has read so far at most (PO-6). */
  readonly taint: Level;
  /** The same without secrets that programs were given, whose values nobody was shown; absent: as much. */
  readonly taintBesideSecrets?: Level;
  /** What raised it to that, for people and models. */
  readonly taintedBy?: string;
}

/** Whether a name in a policy means this agent: its own, or that of an agent which handed it the work (AG-1). */
export function isAgentNamed(agent: string, name: string): boolean {
  const [own, wanted] = [agent.toLowerCase(), name.toLowerCase()];
  return own === wanted || own.startsWith(`${wanted}/`);
}

/** Asks what the policy says without being anybody. */
export const nobody: Caller = {
  agent: "",
  tool: "",
  ownTool: "",
  dialect: "standard",
  planMode: false,
  taint: "PUBLIC",
};
