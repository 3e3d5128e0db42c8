/** A call as hooks are told of it, with the settings and effects of the test's choosing. */

import type { HookedCall } from "../../../../src/core/calls/beside/hooks";
import type { JudgedCall } from "../../../../src/core/calls/call";
import type { Crib } from "../../../../src/core/calls/crib";
import { prepareCall } from "../../../../src/core/calls/prepareCall";
import { readSettings } from "../../../../src/core/settings/readSettings";
import type { Effect } from "../../../../src/core/vocabulary/effect";
import type { BareCrib } from "../../../support/bareCrib";
import { running } from "../../../support/probe";

/** A crib like this one, with these settings and with changes to what rules know. */
export const withSettings = (
  crib: Crib,
  values: Readonly<Record<string, unknown>>,
  changes: { trusted?: boolean } = {},
): Crib => ({
  ...crib,
  context: (caller) => ({ ...crib.context(caller), settings: readSettings(values).settings, ...changes }),
});

/** A judged call and where it was made. */
export async function hookedCall(
  effects: (at: BareCrib) => Promise<readonly Effect[]>,
  values: Readonly<Record<string, unknown>> = {},
  changes: { trusted?: boolean } = {},
): Promise<{ at: BareCrib; call: HookedCall }> {
  const { at } = await running(effects);
  const signal = new AbortController().signal;
  const judged = await prepareCall(withSettings(at.crib, values, changes), at.session, {
    tool: "probe",
    input: {},
    signal,
  });
  return { at, call: { id: "call-1", agent: "tester", judged: judged as JudgedCall, signal } };
}
