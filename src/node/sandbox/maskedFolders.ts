/** Names that a command may not bring to be: an empty folder stands there while it runs, and is gone afterwards. */
import { mkdir, rmdir } from "node:fs/promises";

/** How many running commands need each folder; the last one takes it away. */
const users = new Map<string, number>();

/**
 * Makes them. Those that cannot be made, because something is there by now, are left out.
 * @returns the folders to mask, and how to give them back; one in which somebody put something meanwhile stays.
 */
export async function standIn(paths: readonly string[]): Promise<{ made: string[]; remove(): Promise<void> }> {
  const tried = await Promise.all(
    paths.map(async (path) => {
      const known = users.get(path) ?? 0;
      users.set(path, known + 1);
      const isOurs =
        known > 0 ||
        (await mkdir(path).then(
          () => true,
          () => false,
        ));
      if (!isOurs) release(path);
      return isOurs ? [path] : [];
    }),
  );
  const made = tried.flat();
  const remove = async () => {
    await Promise.all(made.filter(release).map((path) => rmdir(path).catch(() => undefined)));
  };
  return { made, remove };
}

/** True when nobody needs it any more. */
function release(path: string): boolean {
  const left = (users.get(path) ?? 1) - 1;
  if (left > 0) users.set(path, left);
  else users.delete(path);
  return left <= 0;
}
