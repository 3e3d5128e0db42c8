/** Where a command in bubblewrap finds folders for temporary files. */
import type { CommandHold } from "../../../core/ports/confinement";
import { isInside } from "../../../core/vocabulary/paths";
import { tempOwner } from "../programs";
import { stateFolders } from "../stateFolders";
import type { Mount } from "./mount";

type Hold = Pick<CommandHold, "confinement" | "onLayer">;

/** Everyone's temporary folders. */
const everyones = ["/tmp", "/var/tmp"];

/** Where a command that only sees its agent's own folder in their place has one to write to. */
const passingPlace = "/run/toolcrib-tmp";

/** A command that is known to read in its agent's own folder: it finds that as commands before it left it. */
const readsOwn = ({ confinement, onLayer }: Hold): boolean =>
  confinement.onlyReads && !onLayer && confinement.namesTemporary;

/** The folder that it may write to, as it sees it. */
export const temporaryPlace = (hold: Hold): string => (readsOwn(hold) ? passingPlace : "/tmp");

/**
 * @param temp the folder that it may write to.
 * @param from whose agent's own folder it reads, and the state folder.
 */
export function temporaryMounts(
  hold: Hold,
  temp: string,
  from: { readonly agent: string; readonly state: string },
): Mount[] {
  const everyonesAre = (kind: "writable" | "shown", folder: string): Mount[] =>
    everyones.map((path) => ({ kind, path, from: folder, isFolder: true }));
  if (!readsOwn(hold)) return everyonesAre("writable", temp);
  const own = stateFolders(from.state, tempOwner(from.agent, hold.confinement)).temp;
  return [...everyonesAre("shown", own), { kind: "writable", path: passingPlace, from: temp, isFolder: true }];
}

/** What else is shown to it: in a folder that is put in the place of /tmp and cannot be changed there is room for nothing. */
export const withoutTemporary = <Place extends { readonly path: string }>(
  hold: Hold,
  places: readonly Place[],
): Place[] => places.filter(({ path }) => !readsOwn(hold) || !everyones.some((folder) => isInside(folder, path)));

/**
 * Places that it could see, for {@link absentPlace}: what it looked for in an empty folder of its own may be in its agent's,
 * which it finds when a person let it run.
 */
export const seenPlaces = <Place extends { readonly path: string }>(
  hold: Hold,
  places: readonly Place[],
): readonly Place[] =>
  hold.confinement.namesTemporary && !readsOwn(hold) ? places.filter(({ path }) => !everyones.includes(path)) : places;
