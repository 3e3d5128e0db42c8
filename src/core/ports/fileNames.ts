/** Files that are known by more than one name (hard links), as far as a policy has to know of it. */

/** Names that matter: below each root, those that a test picks. */
export interface NamesThatMatter {
  /** Real paths. */
  readonly roots: readonly string[];
  /** Names the test: while it stays the same, so do its answers. Absent: they may change at any time. */
  readonly test?: string;
  picks(path: string, root: string, isFolder: boolean): boolean;
}

/** That a file has more names than one (hard links). */
export interface OtherNames {
  /** How many names it has. */
  readonly count: number;
  /** Real path of one that matters, or in a folder that does. */
  readonly found?: string;
  /** Set where the search took too long: one that was not found may matter. */
  readonly isUnsure?: true;
}

/** What is picked below a folder by its name. */
export interface PickedBelow {
  /** Below the folder, with `/`; of a folder that is picked not what is in it. Links are left out. */
  readonly places: readonly { readonly path: string; readonly isFolder: boolean }[];
  /** Set where the search took too long: there may be others. */
  readonly isUnsure?: true;
}

/** Knows files by more than their names. */
export interface FileNamesPort {
  /**
   * Never rejects.
   * @param reals real paths of files.
   * @returns what is known of those that have more names than one, by their real paths.
   */
  others(reals: readonly string[], among: NamesThatMatter): Promise<ReadonlyMap<string, OtherNames>>;
  /**
   * What lies below a folder, as far as a second of looking goes. Never rejects: what cannot be entered holds nothing.
   * @param folder real path. @param picks is given real paths. @param test names the test, see NamesThatMatter.
   */
  below(folder: string, test: string, picks: (path: string) => boolean): Promise<PickedBelow>;
}
