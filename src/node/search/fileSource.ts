import type { SearchScope } from "../../core/host";
import type { SearchPattern } from "./patternTree";

/** Names the files of a search. */
export interface FileSource {
  /** Paths relative to the searched folder, with `/`, in no particular order; links are none. */
  paths(scope: SearchScope): Promise<readonly string[]>;
  /** Those of the paths whose files may match, where that is quickly known; some may not match. */
  candidates?(scope: SearchScope, paths: readonly string[], pattern: SearchPattern): Promise<readonly string[]>;
}
