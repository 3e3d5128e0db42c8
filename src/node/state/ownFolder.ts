/** Whether what lies in a folder can have been put there by this user alone: for what is run as code. */
import { lstatSync, realpathSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { isInside } from "../../core/vocabulary/paths";
import { homeFolder } from "../environment/homeFolder";

const user = () => process.geteuid?.();

const [usersBits, groupsWrite, othersWrite, sticky] = [0o077, 0o020, 0o002, 0o1000];

/** Whether a file or folder is this user's, and nobody else may use it. True on systems without owners. */
export const isOwnAlone = ({ uid, mode }: Pick<Stats, "uid" | "mode">): boolean =>
  user() === undefined || (uid === user() && (mode & usersBits) === 0);

/**
 * Whether nobody else can put another entry in the place of one of ours. A group with the user's own number is the one that
 * many systems make for each user.
 */
function keepsEntries({ uid, gid, mode }: Stats): boolean {
  if (uid !== user() && uid !== 0) return false;
  if ((mode & sticky) !== 0) return true;
  const isOwnGroup = uid === user() && gid === uid;
  return (mode & othersWrite) === 0 && ((mode & groupsWrite) === 0 || isOwnGroup);
}

const above = (folder: string): string[] => {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...above(parent)];
};

/** Windows keeps others out of a person's profile; its files have no owner that Node knows. */
const isInProfile = (folder: string) => isInside(realpathSync.native(homeFolder()), folder, false);

/** False for a link, for what is not there, and in doubt. Never throws. @param folder absolute path. */
export function isOwnFolder(folder: string): boolean {
  try {
    const found = lstatSync(folder);
    if (!found.isDirectory() || !isOwnAlone(found)) return false;
    const real = realpathSync.native(folder);
    return user() === undefined ? isInProfile(real) : above(real).every((path) => keepsEntries(lstatSync(path)));
  } catch {
    return false;
  }
}
