/** Folders that could not be looked through in time for what is protected: nobody knows, so nothing in them is changed. */
import type { Confinement } from "../../../core/ports/confinement";
import { shownBelow } from "../../../core/vocabulary/paths";
import type { Mount } from "./mount";
import { maxSeconds, type PickedNames } from "./nameIndex";

/** @param known what was found in one root. */
export const unsearchedMounts = (known: PickedNames | undefined): Mount[] =>
  (known?.unsearched ?? []).map((path) => ({ kind: "readOnly", path, isFolder: true }));

/** What a model should know of it. @param known by root; undefined where nothing can be changed anyway. */
export function unsearchedNotes(
  known: ReadonlyMap<string, PickedNames> | undefined,
  { roots }: Pick<Confinement, "roots">,
): string[] {
  const folders = [...(known?.values() ?? [])].flatMap(({ unsearched }) => unsearched);
  if (folders.length === 0) return [];
  const shown = folders.map((path) => shownBelow(path, roots)).join(", ");
  return [
    `[The command could change nothing in ${shown}: there are too many folders to be looked through in ${maxSeconds} seconds for protected names. Tell the person, who can remove or move away what is not needed.]`,
  ];
}
