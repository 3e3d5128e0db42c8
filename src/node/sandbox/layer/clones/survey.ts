/** What of a workspace speaks against cloning it for every command. */
import { readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { Turns } from "../../../../core/util/turns";
import { shownBelow } from "../../../../core/vocabulary/paths";
import { reachableEntry } from "../../../files/reachable";
import { isEntry, kindName } from "../layerEntries";

/** From here on cloning takes longer than most commands: each name is cloned by itself. */
export const maxNames = 50_000;

/** Milliseconds that an answer holds: a command is judged and run in one go. */
const keptMs = 5000;

/** What a clone would leave out or change, as one clause about a name. */
function oddness(stat: Stats | undefined, root: Stats, uid: number | undefined): string | undefined {
  if (!stat) return "cannot be examined, or has a name that is not UTF-8";
  if (!isEntry(stat)) return `is ${kindName(stat)}`;
  if (stat.dev !== root.dev) return "lies on another file system";
  if (uid !== undefined && stat.uid !== uid) return "belongs to another user";
  const needed = stat.isDirectory() ? 0o500 : stat.isFile() ? 0o400 : 0;
  return (stat.mode & needed) === needed ? undefined : "cannot be read";
}

/**
 * Looks at every name in the folders.
 * @param roots real paths. @param uid whose files can be cloned with their owner; undefined where there are no owners.
 * @returns why they cannot be cloned, as one clause.
 */
export async function whyNotCloned(
  roots: readonly string[],
  most = maxNames,
  uid = process.geteuid?.(),
): Promise<string | undefined> {
  let left = most;
  const turns = new Turns();
  for (const root of roots) {
    const top = reachableEntry(root);
    if (!top) return `the workspace folder ${root} cannot be examined`;
    const folders = [root];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      await turns.next();
      for (const name of namesOf(folder)) {
        if (left-- === 0)
          return `the workspace has more than ${most.toLocaleString("en")} files and folders, too many to clone for each command`;
        const path = join(folder, name);
        const stat = reachableEntry(path);
        const odd = oddness(stat, top, uid);
        if (odd !== undefined) return `the workspace cannot be cloned: ${shownBelow(path, roots)} ${odd}`;
        if (stat?.isDirectory()) folders.push(path);
      }
    }
  }
  return undefined;
}

function namesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const known = new Map<string, { readonly until: number; readonly reason: Promise<string | undefined> }>();

/** What the system said against cloning, by root; for the life of the process. */
const failed = new Map<string, string>();

/** Has {@link whyNotClonedNow} say so from then on: whoever is asked about the command has it run without a clone. */
export function rememberFailure(root: string, complaint: string): void {
  failed.set(root, complaint);
}

/** The same, not looked at again for a few seconds. */
export async function whyNotClonedNow(roots: readonly string[]): Promise<string | undefined> {
  const root = roots.find((one) => failed.has(one));
  if (root !== undefined) return `${root} could not be cloned before (${failed.get(root)})`;
  const key = JSON.stringify(roots);
  const found = known.get(key);
  if (found && found.until > performance.now()) return found.reason;
  const reason = whyNotCloned(roots);
  known.set(key, { until: performance.now() + keptMs, reason });
  return reason;
}
