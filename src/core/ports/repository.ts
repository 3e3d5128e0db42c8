/** What is known of the git repositories that a command may work in, before git is started in them. */

/** One setting that a repository makes for whoever runs git in it. */
export interface RepositorySetting {
  /** As git names it: `diff.external`, `filter.x.clean`; only what stands between the first and the last dot keeps its case. */
  readonly key: string;
  /** Empty for a name without a value. */
  readonly value: string;
  /** Absolute path of the file that says so. */
  readonly file: string;
}

/** One place in which a repository says that git is to work elsewhere. */
export interface RepositoryReach {
  /** Absolute path of the file that says so. */
  readonly file: string;
  /** Real path of the folder that git is to use. */
  readonly folder: string;
  /** True when that folder names the repository in its turn, as those of worktrees and submodules do. */
  readonly isAcknowledged: boolean;
  /** Set where git only reads data there, by a link or as alternates: a sandbox hides that, and says so. */
  readonly isBorrowed?: true;
}

/** A repository as its own files describe it; the person's own configuration of git is not part of it. */
export interface Repository {
  /** Real path of the folder that `.git` was found in. */
  readonly top: string;
  /** Everything that it may set, also where a condition decides about that. */
  readonly settings: readonly RepositorySetting[];
  readonly reaches: readonly RepositoryReach[];
  /** Why not all of it could be read, one clause. */
  readonly doubt?: string;
}

/** Bytes of an object's name: SHA-1 or SHA-256. */
export type HashLength = 20 | 32;

/** Git reads its format from the repository's own file alone, and not from what that includes. */
export const hashLengthOf = (settings: Repository["settings"]): HashLength =>
  settings.some(
    ({ key, value, file }) => key === "extensions.objectformat" && value === "sha256" && /[\\/]config$/.test(file),
  )
    ? 32
    : 20;

/** What git may find when it is started in a folder. */
export interface Repositories {
  /** The one that git will use, and any below it that it may take in its place. */
  readonly found: readonly Repository[];
  /** Repositories within those, which git starts itself in when it looks at their files. */
  submodules(): readonly Repository[];
  /**
   * Files that git knows and that are not what they were when they were added to its index, by their real folders; undefined
   * where an index does not tell. Absent: there are none.
   * @param isWanted whether a file is looked at, by its path.
   */
  changed?(isWanted: (path: string) => boolean): readonly string[] | undefined;
}

/** Where commands know of no repositories. */
export const noRepositories: Repositories = { found: [], submodules: () => [] };
