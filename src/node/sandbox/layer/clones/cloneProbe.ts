/** Whether commands can run on clones of the workspace here, found out by trying. */
import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isInside } from "../../../../core/vocabulary/paths";
import { quoted } from "../../../../core/vocabulary/shellQuoting";
import { messageOf } from "../../../../core/vocabulary/toolError";
import { ownedName } from "../../../files/writing/processName";
import { seatbeltProfile } from "../../seatbelt";
import { clonesIn, removeLayers } from "../layerFolders";
import { ownPlace, whyNested } from "../layerProbe";
import { foldersAbove } from "./clonedRoots";
import type { Cloning } from "./cloning";
import { whyNotClonedNow } from "./survey";

/** Why there can be no clones of these roots (real paths), as one clause; undefined when there can. @param state the state folder. */
export async function whyNoClones(
  roots: readonly string[],
  state: string,
  cloning: Cloning,
): Promise<string | undefined> {
  const found = await probed(state, cloning);
  if ("reason" in found) return found.reason;
  const { place } = found;
  const around = roots.find((root) => isInside(root, place));
  if (around !== undefined) return `the workspace folder ${around} contains Toolcrib's state folder`;
  const { dev } = lstatSync(place);
  const other = roots.find((root) => lstatSync(root, { throwIfNoEntry: false })?.dev !== dev);
  if (other !== undefined)
    return `the workspace folder ${other} is not on the volume of Toolcrib's state folder, where its clone would be`;
  return whyNested(roots) ?? (await whyNotClonedNow(roots));
}

/** Where clones lie, or why there can be none. */
type CloneProbe = { readonly place: string } | { readonly reason: string };

const known = new Map<string, Promise<CloneProbe>>();

/** The answer is kept for the life of the process. */
function probed(state: string, cloning: Cloning): Promise<CloneProbe> {
  const found =
    known.get(state) ??
    probe(state, cloning).catch((error: Error) => ({ reason: `no clone could be made (${messageOf(error)})` }));
  known.set(state, found);
  return found;
}

async function probe(state: string, cloning: Cloning): Promise<CloneProbe> {
  const place = await ownPlace(clonesIn(state));
  const kind = await cloning.fileSystemOf(place);
  // There `cp -c` makes plain copies, which take their time and room for every command.
  if (kind !== "apfs")
    return {
      reason: `Toolcrib's state folder is on a file system (${kind ?? "unknown"}) that clones nothing; it takes APFS`,
    };
  const folder = join(place, await ownedName());
  try {
    const [root, clone] = [join(folder, "root"), join(folder, "0", "root")];
    mkdirSync(join(root, "folder"), { recursive: true });
    mkdirSync(join(folder, "0"));
    writeFileSync(join(root, "folder", "secret"), "secret");
    const complaint = await cloning.clone(root, clone);
    if (complaint !== undefined) return { reason: `folders cannot be cloned (${complaint})` };
    if ((await readFile(join(clone, "folder", "secret"), "utf8")) !== "secret")
      return { reason: "a clone does not hold what it was made of" };
    const failed = await failureOf(cloning, folder, root, clone);
    return failed === undefined ? { place } : { reason: `seatbelt does not hold commands to a clone: ${failed}` };
  } finally {
    await removeLayers(folder);
  }
}

/** What a command on a clone could do and must not, or the other way round, by the exit code that tells of it. */
const failures: readonly (readonly [code: number, test: string, failure: string])[] = [
  [3, "cat folder/secret", "one could read a hidden file"],
  [4, 'cat "$ROOT/folder/secret"', "one could read the workspace itself"],
  [5, '(: >"$ROOT/new")', "one could write to the workspace itself"],
  [6, "mv folder moved", "one could move a hidden file"],
  [7, "! (: >made && cat made && ls .)", "one could not write to the clone"],
];

async function failureOf(cloning: Cloning, folder: string, root: string, clone: string): Promise<string | undefined> {
  const secret = join(clone, "folder", "secret");
  const profile = seatbeltProfile({
    writable: [clone],
    readOnly: [],
    hidden: [folder, root, secret],
    passed: foldersAbove(clone),
    opened: [clone],
    pinned: [clone, join(clone, "folder")],
    startsNothing: true,
    ports: [],
  });
  const tests = failures.map(([code, test]) => `{ ${test}; } >/dev/null 2>&1 && exit ${code}`);
  const variable = `ROOT=${quoted(root)}`;
  const code = await cloning.runHeld(profile, [variable, ...tests, "exit 0"].join("\n"), clone);
  if (code === 0) return undefined;
  return failures.find(([one]) => one === code)?.[2] ?? `a command with its rules ended with ${code ?? "nothing"}`;
}
