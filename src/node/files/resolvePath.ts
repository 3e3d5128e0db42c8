/** From what a caller names to where that really is, and whether it lies in a root (D-5, D-6, PTH-1). */
import { existsSync } from "node:fs";
import { basename, resolve, sep } from "node:path";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside, shownInRoot } from "../../core/vocabulary/paths";
import { shownPath } from "../../core/vocabulary/shownPath";
import { caseSensitive } from "./caseSensitive";
import { plainPath } from "./pathSyntax";
import { realPathInPlace, realPathOf } from "./realPath";

/** A folder in which tools work. */
export interface Root {
  /** As configured. */
  readonly path: string;
  readonly real: string;
  /** For `NAME/rest` in a workspace of several folders. */
  readonly name: string;
  /** True for a folder apart from those that a person opened: no relative path begins there, and its paths are shown whole. */
  readonly apart?: boolean;
}

/** Examines configured root folders; the ones that are missing still count, under the name they have. */
export const readRoots = (paths: readonly string[]): Promise<Root[]> =>
  Promise.all(
    paths.map(async (path) => ({
      path: resolve(path),
      real: await realPathOf(resolve(path)),
      name: basename(resolve(path)),
    })),
  );

/** Relative to the base, or else by the name of a root folder when nothing is there (D-5). */
function absolute(path: string, base: string, roots: readonly Root[]): string {
  const direct = resolve(base, path);
  const [first, ...rest] = path.split(sep === "\\" ? /[\\/]/ : "/");
  const named = roots.length > 1 ? roots.find((root) => root.name === first) : undefined;
  return named && !existsSync(direct) ? [named.path, ...rest].join(sep) : direct;
}

/** Roots are on disks that this process works with all the time; others may not answer, so they are not waited for. */
const inPlace = (path: string, roots: readonly Root[], folders: Set<string> | undefined): string | undefined =>
  caseSensitive && roots.some((root) => isInside(root.real, path)) ? realPathInPlace(path, folders) : undefined;

/** Resolves one path. See FilePort.resolve. @param folders see realPathInPlace. */
export async function resolvePath(
  path: string,
  base: string | undefined,
  roots: readonly Root[],
  home: string,
  folders?: Set<string>,
): Promise<ResolvedPath> {
  const plain = plainPath(path, home, process.platform);
  const opened = roots.filter(({ apart }) => !apart);
  const full = resolve(absolute(plain, base ?? opened[0]?.path ?? home, opened));
  const real = inPlace(full, roots, folders) ?? (await realPathOf(full));
  const holders = roots.filter((root) => isInside(root.real, real, caseSensitive));
  const root = holders.sort((a, b) => b.real.length - a.real.length)[0];
  const shown = root && !root.apart ? shownInRoot(root, real, opened.length < 2) : shownPath(real);
  return { path: full, real, ...(root && { root: root.real }), shown };
}
