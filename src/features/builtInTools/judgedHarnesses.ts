/** Which harnesses' own tools are judged, and what becomes of a call when the hook cannot answer. */

import type { SetUp } from "./hookSettings";

/** Where our hook is set up, and whether this VS Code starts it. */
export interface SetUpHooks {
  /** The extension's plugin (`toolcrib.judgeBuiltInTools`). */
  readonly plugin: boolean;
  /** Whether VS Code uses plugins. */
  readonly pluginsOn: boolean;
  /** Whether VS Code's Local harness uses hooks. */
  readonly hooksOn: boolean;
  /** Whether the window is served to a browser: the Agent Host cannot read an extension's plugin there. */
  readonly isServed: boolean;
  /** `~/.copilot/hooks/toolcrib.json`. */
  readonly copilot: SetUp;
  /** Claude Code's settings. */
  readonly claude: SetUp;
}

/**
 * `closed`: only a hook that is too slow, or prints rubbish, lets a call through. `open`: one that cannot be started or
 * breaks does so as well. `broken`: the hook cannot be started now.
 */
export type Judged = "closed" | "open" | "broken" | "not";

/** Where tools of their own are to be judged, as people know it. */
export const judgedPlaces = ["local", "agentHost", "copilotCli", "claudeCode"] as const;
export type JudgedPlace = (typeof judgedPlaces)[number];

const byHook = { no: "not", lenient: "open", strict: "closed", broken: "broken" } as const;

/** How each is judged; as it was measured, or read where docs/hooks-for-other-agents.md says so. */
export function judgedHarnesses(hooks: SetUpHooks): Readonly<Record<JudgedPlace, Judged>> {
  const { copilot, claude, hooksOn, isServed } = hooks;
  const byPlugin = hooks.plugin && hooks.pluginsOn && copilot === "no";
  // Copilot takes every failure of a hook of the person's for a no.
  const inCopilot = byHook[copilot === "lenient" ? "strict" : copilot];
  return {
    local: !hooksOn ? "not" : byPlugin ? "open" : byHook[copilot],
    agentHost: byPlugin && !isServed ? "open" : inCopilot,
    copilotCli: inCopilot,
    claudeCode: byHook[claude],
  };
}
