/** Empty files that stand for hidden secrets, and tell by their times whether a command used them (D-13). */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mount } from "./mount";

/** Before the time of any command: the system notes a reading where the last one was before the last change. */
const longAgo = new Date("2001-01-01T00:00:00Z");
/** When their content was written, which copies of them may keep. */
export const maskTime = new Date("2002-01-01T00:00:00Z");

/** Milliseconds that no command runs. */
const surelyOver = 24 * 60 * 60 * 1000;

/** In memory, where Linux has it: some disks are mounted so that nobody is told of a reading. */
const otherPlace = "/dev/shm";

const masksIn = (state: string) => join(state, "sandbox", "masks");

async function makeMask(file: string): Promise<void> {
  await writeFile(file, "", { flag: "wx", mode: 0o600 });
  await utimes(file, longAgo, maskTime);
}

/** Whether a reading is told in a folder, by trying. Never rejects. */
async function tellsReading(folder: string): Promise<boolean> {
  const file = join(folder, randomUUID());
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await makeMask(file);
    await readFile(file);
    return (await lstat(file)).atimeMs !== longAgo.getTime();
  } catch {
    return false;
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

const known = new Map<string, Promise<string>>();

async function foundFolder(state: string): Promise<string> {
  const own = masksIn(state);
  const other = join(otherPlace, `toolcrib-${process.getuid?.() ?? 0}-${randomUUID()}`);
  if ((await tellsReading(own)) || !(await tellsReading(other))) {
    await rm(other, { recursive: true, force: true }).catch(() => undefined);
    return own;
  }
  process.once("exit", () => rmSync(other, { recursive: true, force: true }));
  return other;
}

/** The folder for them, found once for each state folder. */
function folderFor(state: string): Promise<string> {
  const found = known.get(state) ?? foundFolder(state);
  known.set(state, found);
  return found;
}

/** Removes what a process left that was killed. Never rejects. @param state the state folder. */
export async function cleanMasks(state: string, now: number): Promise<void> {
  const folder = masksIn(state);
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await lstat(join(folder, name)).catch(() => undefined);
    if (found && found.mtimeMs < now - surelyOver)
      await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** What a command did with secrets that are hidden from it. Real paths, in order. */
export interface UsedMasks {
  /** It read them, and found them empty. */
  readonly read: readonly string[];
  /** It wrote to them, or changed their times: nothing of that reached the files. */
  readonly changed: readonly string[];
}

/** The masks of one command. They are its own, so what it does with them reaches nobody. */
export class Masks {
  private constructor(
    private readonly folder: string | undefined,
    /** All mounts, those of hidden secrets with their masks. */
    readonly mounts: readonly Mount[],
    private readonly given: readonly Mount[] = mounts,
  ) {}

  /**
   * @param state real path of the state folder.
   * @param before made for the same command; they are taken where they are over the same mounts.
   */
  static async over(mounts: readonly Mount[], state: string, before?: Masks): Promise<Masks> {
    if (before && JSON.stringify(before.given) === JSON.stringify(mounts)) return before;
    if (!mounts.some(isMasked)) return new Masks(undefined, mounts);
    const folder = join(await folderFor(state), randomUUID());
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const masked = mounts.map(async (mount, at): Promise<Mount> => {
      if (!isMasked(mount)) return mount;
      const mask = join(folder, String(at));
      await makeMask(mask);
      return { ...mount, mask };
    });
    return new Masks(folder, await Promise.all(masked), mounts);
  }

  /** Real paths of the files that they stand for. */
  get paths(): string[] {
    return this.mounts.filter(({ mask }) => mask !== undefined).map(({ path }) => path);
  }

  /** What was done with them so far. */
  async used(): Promise<UsedMasks> {
    const read: string[] = [];
    const changed: string[] = [];
    for (const { path, mask } of this.mounts) {
      const found = mask === undefined ? undefined : await lstat(mask).catch(() => undefined);
      if (!found) continue;
      if (found.mtimeMs !== maskTime.getTime() || found.size > 0) changed.push(path);
      else if (found.atimeMs !== longAgo.getTime()) read.push(path);
    }
    return { read: read.sort(), changed: changed.sort() };
  }

  /** Removes them, in place, as they are few. Never throws: {@link cleanMasks} removes what stays. */
  remove(): void {
    try {
      if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true });
    } catch {}
  }
}

/** True for a file that is hidden only because it may hold secrets. */
export const isMasked = ({ kind, isSecret, isFolder }: Mount): boolean =>
  kind === "hidden" && isSecret === true && !isFolder;
