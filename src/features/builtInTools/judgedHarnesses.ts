/** Which harnesses' own tools are judged, and what becomes of a call when the hook cannot answer. */

import type { SetUp } from "./hookSettings";

/** Where our hook is set up. */
export interface SetUpHooks {
  /** The extension's plugin (`toolcrib.judgeBuiltInTools`). */
  readonly plugin: boolean;
  /** `~/.copilot/hooks/toolcrib.json`. */
  readonly copilot: SetUp;
  /** Claude Code's settings. */
  readonly claude: SetUp;
}

/** `open`: a hook that cannot be started or breaks lets the call through. `closed`: only one that is too slow does. */
export type Judged = "closed" | "open" | "not";

/** Where tools of their own are to be judged, as people know it. */
export const judgedPlaces = ["local", "agentHost", "copilotCli", "claudeCode"] as const;
export type JudgedPlace = (typeof judgedPlaces)[number];

/** How each is judged; as it was measured, or read where docs/hooks-for-other-agents.md says so. */
export function judgedHarnesses({ plugin, copilot, claude }: SetUpHooks): Readonly<Record<JudgedPlace, Judged>> {
  const isCopilot = copilot !== "no";
  return {
    local: copilot === "strict" ? "closed" : plugin || isCopilot ? "open" : "not",
    agentHost: isCopilot ? "closed" : plugin ? "open" : "not",
    copilotCli: isCopilot ? "closed" : "not",
    claudeCode: claude === "strict" ? "closed" : claude === "lenient" ? "open" : "not",
  };
}
