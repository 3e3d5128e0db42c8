/** Moving whole files and folders to a name and away from it (D-17). */
import { chmod, cp, link, lstat, mkdir, readdir, rename, rm, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { WholeExchange, WholeReceipt } from "../../../core/ports/changes/wholes";
import type { ResolvedPath } from "../../../core/vocabulary/effect";
import { ToolError } from "../../../core/vocabulary/toolError";
import { openFolder, openOrMakeFolder } from "../opened/openFolder";
import { isChangedSince, stateOf } from "./changedSince";
import { isLeftoverOf, temporaryFor } from "./temporaryFile";

const nothing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
};

/** See WholePort.identity. @throws the file system's own error for what cannot be examined. */
export async function identityAt(path: string): Promise<string | undefined> {
  const found = await lstat(path, { bigint: true }).catch(nothing);
  if (!found) return undefined;
  const { dev, ino, size, mtimeNs } = found;
  // A file is saved in place as well. What happens to a folder's time says nothing of what lies in it.
  return found.isFile() ? `${dev}:${ino}:${size}:${mtimeNs}` : `${dev}:${ino}`;
}

const stale = (shown: string, what: string) =>
  new ToolError("stale", `${shown} ${what}, so it was left as it is: look at it again and repeat the change.`);

/** See WholePort.exchange. */
export async function exchangeWhole(
  { real, shown }: Pick<ResolvedPath, "real" | "shown">,
  { from, keep, found, unchangedSince, ready, copied, syncsLater }: WholeExchange,
): Promise<WholeReceipt> {
  const parent = dirname(real);
  const place =
    from === undefined
      ? { folder: await openFolder(parent, shown), made: [], unmake: async () => {} }
      : await openOrMakeFolder(parent, shown);
  const { folder, made, unmake } = place;
  const path = folder.at(basename(real));
  try {
    await ready;
    const now = await identityAt(path);
    if (now !== found)
      throw stale(shown, now === undefined ? "was deleted meanwhile" : "was replaced or changed meanwhile");
    if (unchangedSince !== undefined && (await isChangedSince(path, unchangedSince)))
      throw stale(shown, "was changed meanwhile");
    if (found !== undefined) await moveAway(path, keep, shown);
    if (from !== undefined)
      await put(from, path, shown, copied).catch((error) => backAndFail(error, found, keep, path));
    if (!syncsLater) await folder.sync();
    const identity = from === undefined ? undefined : await identityAt(path);
    return { ...(identity !== undefined && { put: identity }), createdDirectories: made };
  } catch (error) {
    await unmake();
    throw error;
  } finally {
    await folder.close();
  }
}

async function backAndFail(error: unknown, found: string | undefined, keep: string, path: string): Promise<never> {
  if (found !== undefined) await move(keep, path);
  throw error;
}

async function moveAway(path: string, keep: string, shown: string): Promise<void> {
  await mkdir(dirname(keep), { recursive: true, mode: 0o700 });
  await move(path, keep, { shown });
}

/** A rename would take the place of what somebody else has put there in the meantime. */
async function put(from: string, path: string, shown: string, copied?: WholeExchange["copied"]): Promise<void> {
  if ((await identityAt(path)) !== undefined) throw stale(shown, "was created by someone else meanwhile");
  const stat = await lstat(from);
  if (!stat.isFile() || stat.nlink > 1) return move(from, path, { copied });
  try {
    await link(from, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw stale(shown, "was created by someone else meanwhile");
    return move(from, path, { copied });
  }
  await unlink(from);
}

/** A folder that its owner may not write to cannot be moved into another one. */
async function renamed(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    const stat = await lstat(from);
    if ((error as NodeJS.ErrnoException).code !== "EACCES" || !stat.isDirectory() || (stat.mode & 0o200) !== 0)
      throw error;
    await chmod(from, stat.mode | 0o200);
    await rename(from, to).finally(() => chmod(to, stat.mode & 0o7777).catch(() => chmod(from, stat.mode & 0o7777)));
  }
}

const beside = (path: string) => `${dirname(path)}/${temporaryFor(basename(path))}`;

/** What is asked of a move that has to copy. */
interface Copying {
  readonly copied?: WholeExchange["copied"];
  /** For messages; set where somebody may write to what is moved while it is copied, which then stays. */
  readonly shown?: string;
}

/** Whoever looks at `to` finds all of it or nothing, and at `from` as well. */
async function move(from: string, to: string, copying: Copying = {}): Promise<void> {
  try {
    await renamed(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    await moveByCopy(from, to, copying);
  }
}

/** @returns what fails for what was written to since, under its name or another one in the same folder. */
async function unwritten(top: string, shown: string): Promise<(path: string) => Promise<void>> {
  const state = await stateOf(top);
  return async (path) => {
    if ((await stateOf(path)) !== state) throw stale(shown, "was changed meanwhile");
  };
}

/**
 * What a program writes through a descriptor that it opened before is lost once all has been compared. The copy has its name
 * before the old one loses its own, because what a killed process leaves under temporary names is removed.
 */
async function moveByCopy(from: string, to: string, { copied, shown }: Copying): Promise<void> {
  const check = shown === undefined ? undefined : await unwritten(from, shown);
  const copy = beside(to);
  try {
    await cp(from, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, errorOnExist: true });
    await copied?.((await identityAt(copy)) ?? "");
    await check?.(from);
    await renamed(copy, to);
  } catch (failure) {
    await rm(copy, { recursive: true, force: true }).catch(() => {});
    throw failure;
  }
  const aside = beside(from);
  await renamed(from, aside);
  // Until now it could be written to under its name.
  await check?.(aside).catch((failure) => putBack(failure, aside, from, to));
  await rm(aside, { recursive: true, force: true });
}

async function putBack(failure: unknown, aside: string, from: string, copy: string): Promise<never> {
  await put(aside, from, basename(from)).catch(() => {
    const [name, now] = [basename(from), basename(aside)];
    throw new ToolError(
      "stale",
      `${name} was changed and then made again by someone else meanwhile, and what it was before is now called ${now}: look at both and repeat the change.`,
    );
  });
  await rm(copy, { recursive: true, force: true });
  throw failure;
}

/** See WholePort.tidy. */
export async function tidy(reals: readonly string[]): Promise<void> {
  for (const folder of new Set(reals.map((real) => dirname(real)))) {
    const names = reals.filter((real) => dirname(real) === folder).map((real) => basename(real));
    const isLeft = isLeftoverOf(names);
    const left = (await readdir(folder).catch((): string[] => [])).filter(isLeft);
    for (const name of left) await rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
  }
}
