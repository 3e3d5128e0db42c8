import type { Settings } from "../settings/settings";
import type { AnyTool } from "../tools/tool";
import type { Crib } from "./crib";

/** The same crib under other settings, for a call that a person themselves makes; policies have to leave these alone. */
export const cribWith = (crib: Crib, settings: Partial<Settings>): Crib => ({
  ...crib,
  context: (caller) => {
    const context = crib.context(caller);
    return { ...context, settings: { ...context.settings, ...settings } };
  },
});

/** The crib with one tool, which is part of no dialect. */
export function cribWithOnly(crib: Crib, tool: AnyTool): Crib {
  const { name, displayName, description, input } = tool;
  const toInput = (args: Record<string, unknown>) => args;
  const only = { name, displayName, description, input, tool, toInput, aliases: [] };
  return { ...crib, dialect: { ...crib.dialect, tools: [only] } };
}
