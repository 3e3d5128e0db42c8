/** What stays of git repositories when changes in them are taken back: objects, which later commits may need (D-17). */

import type { FilePort } from "../../core/ports/files";
import { isInside, parentOf } from "../../core/vocabulary/paths";
import type { ChangeChain } from "./changeChain";

/** Names that git alone gives: of objects, packs of them, and what it derives from these. */
const storedName =
  /^(.*)\/objects\/(?:[0-9a-f]{2}\/(?:[0-9a-f]{38}|[0-9a-f]{62})|pack\/(?:(?:pack|loose)-[0-9a-f]{40,64}\.\w+|multi-pack-index\S*)|info\/(?:packs|commit-graph\S*))$/s;

/** The folder of the repository that a file is an object of, whatever it is called; undefined for all else. */
export const repositoryOfObject = (real: string): string | undefined => storedName.exec(real)?.[1];

type GitFiles = Pick<FilePort, "list" | "read">;

/** What taking changes back leaves in git's own folders. */
export interface KeptOfGit {
  /** Real paths of objects, and of folders around them: they are neither removed nor replaced. */
  readonly stays: ReadonlySet<string>;
  /** Real paths of the `HEAD`s of repositories that would go, though somebody else has made branches or worktrees in them. */
  readonly inUse: ReadonlySet<string>;
}

/**
 * Objects stay, also those that nothing refers to any more: git itself removes them in time. With a repository that a call
 * made go its objects.
 */
export async function keptOfGit(files: GitFiles, chains: readonly ChangeChain[]): Promise<KeptOfGit> {
  const reals = new Set(chains.map(({ change }) => change.real));
  const going = new Set(
    chains
      .filter(({ change, wanted }) => wanted === undefined && change.real.endsWith("/HEAD"))
      .map(({ change }) => parentOf(change.real))
      .filter((folder) => [...reals].some((real) => isInside(`${folder}/objects`, real))),
  );
  const kept = [...reals].filter((real) => {
    const repository = repositoryOfObject(real);
    return repository !== undefined && !going.has(repository);
  });
  const inUse = new Set<string>();
  for (const folder of going) {
    kept.push(...(await unknownIn(files, `${folder}/objects`, reals)));
    if (await isUsed(files, folder, reals)) inUse.add(`${folder}/HEAD`);
  }
  return { stays: new Set(kept.flatMap(withFolders)), inUse };
}

/** Whether a repository has branches, tags or worktrees beside those that some files are. */
async function isUsed(files: GitFiles, repository: string, known: ReadonlySet<string>): Promise<boolean> {
  const used = await Promise.all(["refs", "worktrees"].map((name) => unknownIn(files, `${repository}/${name}`, known)));
  if (used.flat().length > 0) return true;
  const real = `${repository}/packed-refs`;
  const packed = known.has(real)
    ? undefined
    : await files.read({ path: real, real, shown: real }).catch(() => undefined);
  return packed !== undefined && Buffer.from(packed).includes(" refs/");
}

/** Files below a folder that are not among some. */
async function unknownIn(files: GitFiles, folder: string, known: ReadonlySet<string>): Promise<string[]> {
  const entries = await files.list({ path: folder, real: folder, shown: folder }).catch(() => []);
  const found = await Promise.all(
    entries.map(({ name, kind, link }) => {
      const real = `${folder}/${name}`;
      if (kind === "directory" && !link) return unknownIn(files, real, known);
      return known.has(real) ? [] : [real];
    }),
  );
  return found.flat();
}

function withFolders(real: string): string[] {
  const around: string[] = [real];
  for (let at = parentOf(real); at !== parentOf(at); at = parentOf(at)) around.push(at);
  return around;
}
