/**
 * Files of other users and groups in the folders below a layer. Where a layer is mounted only the user's own ids are known, so
 * the system copies nothing of another id up to it, and changing that fails (EOVERFLOW) though the user may.
 */
import { constants, type Stats } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { clause } from "../../../core/text/clauses/clause";
import { shownBelow } from "../../../core/vocabulary/paths";
import { namesIn, statOf } from "./layerEntries";

/** Whose entries a layer copies. */
export interface OwnIds {
  readonly uid: number;
  readonly gid: number;
}

const ownIds = (): OwnIds => ({ uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 });

const isForeign = (stat: Stats, { uid, gid }: OwnIds): boolean => stat.uid !== uid || stat.gid !== gid;

/** Whether its user can change it where there is no layer. */
async function isChangeable(path: string, stat: Stats, { uid }: OwnIds): Promise<boolean> {
  if (stat.uid === uid) return true;
  if (stat.isSymbolicLink()) return false;
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** Entries that are looked at after one command. */
const maxLooked = 20_000;

/**
 * The entry that a command may have failed to change. Before one is copied, the folders around it are: it lies in a folder that
 * is on the layer. Links are not followed.
 * @param isSaid the command complained of just this, so that an entry counts which its user could not change either.
 */
export async function foreignEntry(
  { root, upper }: { readonly root: string; readonly upper: string },
  isSaid: boolean,
  own: OwnIds = ownIds(),
): Promise<string | undefined> {
  const folders = [""];
  let left = maxLooked;
  let other: string | undefined;
  for (const folder of folders)
    for (const name of (await namesIn(join(root, folder))).sort()) {
      if (left-- === 0) return other;
      const [path, above] = [join(root, folder, name), join(upper, folder, name)];
      const stat = await statOf(path);
      if (stat && isForeign(stat, own)) {
        if (await isChangeable(path, stat, own)) return path;
        if (isSaid) other ??= path;
      } else if (stat?.isDirectory() && (await statOf(above))?.isDirectory()) folders.push(join(folder, name));
    }
  return other;
}

/** Names at the top of a folder that are looked at before each command. */
const maxTop = 200;

/** Without a command that failed: its `.git`, and a folder that a team shares, whose entries have its owner and group. */
async function foreignAtTop(root: string, own: OwnIds): Promise<string | undefined> {
  const git = join(root, ".git");
  const [around, repository] = [await statOf(root), await statOf(git)];
  if (repository && isForeign(repository, own) && (await isChangeable(git, repository, own))) return git;
  if (!around || !isForeign(around, own)) return undefined;
  for (const name of (await namesIn(root)).sort().slice(0, maxTop)) {
    const path = join(root, name);
    const stat = await statOf(path);
    const isShared =
      (stat?.gid === around.gid && around.gid !== own.gid) || (stat?.uid === around.uid && around.uid !== own.uid);
    if (stat && isShared && (await isChangeable(path, stat, own))) return path;
  }
  return undefined;
}

/** What commands failed at, by the root that it lies in; for the life of the process. */
const met = new Map<string, string>();

/** Has {@link whyNotCopied} name an entry of a root from then on, while it is another's. */
export function rememberForeign(root: string, path: string): void {
  met.set(root, path);
}

/** Why a layer over these roots would make commands fail, as one clause; undefined when nothing is known to. */
export async function whyNotCopied(roots: readonly string[], own: OwnIds = ownIds()): Promise<string | undefined> {
  for (const root of roots) {
    const clause =
      (await clauseOf(met.get(root), roots, own)) ?? (await clauseOf(await foreignAtTop(root, own), roots, own));
    if (clause !== undefined) return clause;
    met.delete(root);
  }
  return undefined;
}

/** Undefined for what is the user's own, or gone. */
async function clauseOf(path: string | undefined, roots: readonly string[], own: OwnIds): Promise<string | undefined> {
  const stat = path === undefined ? undefined : await statOf(path);
  if (path === undefined || !stat || !isForeign(stat, own)) return undefined;
  const shown = shownBelow(path, roots);
  return stat.uid === own.uid
    ? clause`a layer cannot copy ${shown}, which belongs to the group ${await nameIn("/etc/group", stat.gid)}`
    : clause`a layer cannot copy ${shown}, which belongs to the user ${await nameIn("/etc/passwd", stat.uid)}`;
}

/** The number itself where the table does not have it. */
async function nameIn(table: string, id: number): Promise<string> {
  const lines = (await readFile(table, "utf8").catch(() => "")).split("\n").map((line) => line.split(":"));
  return lines.find(([, , number]) => number === String(id))?.[0] ?? String(id);
}
