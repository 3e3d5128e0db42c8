/** What a person looks at when an entry of a list decided. */
import type { Policies } from "../../core/settings/policies";
import type { Settings } from "../../core/settings/settings";
import type { DecisionSource } from "../../core/vocabulary/decision";

/**
 * The line of the managed file whose entry decided, which no setting of the person's changes, or else the setting.
 * @param decides true for an entry that leads to the verdict.
 */
export function entrySource<Name extends keyof Settings>(
  { entries = [] }: Pick<Policies, "entries">,
  setting: Name,
  decides: (entry: Settings[Name] extends readonly (infer Entry)[] ? Entry : never) => boolean,
): DecisionSource {
  const found = entries.find(({ list, entry }) => list === `settings.${setting}` && decides(entry as never));
  return found?.place ?? { setting };
}
