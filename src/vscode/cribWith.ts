import type { Crib } from "../core/crib";
import type { Settings } from "../core/settings";

/** The same crib under other settings, for a call that a person themselves makes; policies have to leave these alone. */
export const cribWith = (crib: Crib, settings: Partial<Settings>): Crib => ({
  ...crib,
  context: (caller) => {
    const context = crib.context(caller);
    return { ...context, settings: { ...context.settings, ...settings } };
  },
});
