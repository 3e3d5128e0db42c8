/** A folder that is searched with its index and without, so that both can be compared. */
import assert from "node:assert/strict";
import type { SearchScope } from "../../../src/core/ports/search";
import { NodeFiles } from "../../../src/node/files/nodeFiles";
import { readRoots } from "../../../src/node/files/resolvePath";
import type { IndexState } from "../../../src/node/search/indexing/messages";
import { SearchIndex, type SearchIndexOptions, type Wanted } from "../../../src/node/search/indexing/searchIndex";
import { RipgrepSearch } from "../../../src/node/search/ripgrep/ripgrep";
import { tempFolder } from "../../support/tempFolder";
import { ripgrep } from "./searchTrees";

const secret = ["**/.env", "**/.env/**", "**/*.pem", "**/*.pem/**"];

export interface IndexedTree {
  readonly index: SearchIndex;
  readonly plain: RipgrepSearch;
  readonly indexed: RipgrepSearch;
  /** Everything that the index said of itself. */
  readonly states: IndexState[];
  /** How many searches were narrowed. */
  narrowed(): number;
  scope(changes?: Partial<SearchScope> & { readonly in?: string }): Promise<SearchScope>;
  /** Begins the index, and waits until it answers or has given up. */
  begun(changes?: Partial<SearchScope>): Promise<IndexState>;
}

/** @param folder for the index. */
export async function indexedTree(
  root: string,
  folder = tempFolder(),
  options: Pick<SearchIndexOptions, "restMs"> = {},
): Promise<IndexedTree> {
  const roots = await readRoots([root]);
  const files = new NodeFiles(() => roots, root);
  const states: IndexState[] = [];
  let settle: (state: IndexState) => void = () => {};
  const index = new SearchIndex({
    ...{
      folder,
      ripgrep: ripgrep(),
      isOn: () => true,
      closing: ".toolcribignore",
      minFiles: 1,
      delayMs: 0,
      ...options,
    },
    tell(_, state) {
      states.push(state);
      if (state.is === "ready" || state.is === "off") settle(state);
    },
  });
  let count = 0;
  const counted = {
    async narrow(scope: SearchScope, wanted: Wanted) {
      const narrowed = await index.narrow(scope, wanted);
      if (narrowed) count++;
      return narrowed;
    },
    structure: (scope: SearchScope) => index.structure(scope),
  };
  const scope: IndexedTree["scope"] = async ({ in: place = ".", ...changes } = {}) => ({
    directory: await files.resolve(place),
    exclude: secret,
    excludeByDefault: [],
    includeIgnored: false,
    caseSensitive: true,
    signal: new AbortController().signal,
    ...changes,
  });
  const indexed = new RipgrepSearch(ripgrep(), files, counted);
  return {
    ...{ index, indexed, states, scope },
    plain: new RipgrepSearch(ripgrep(), files),
    narrowed: () => count,
    async begun(changes = {}) {
      const settled = new Promise<IndexState>((resolve) => {
        settle = resolve;
      });
      await indexed.searchText(await scope(changes), "foo", 1, 0);
      return settled;
    },
  };
}

/** What is searched for. */
export interface Search {
  readonly pattern: string;
  readonly glob: string;
  readonly changes: Partial<SearchScope> & { readonly in?: string };
}

/** Every way of searching gives the same with the index and without. */
export async function isSame(tree: IndexedTree, { pattern, glob, changes }: Search, isMeant = (_: string) => true) {
  const scope = await tree.scope(changes);
  const of = async (engine: RipgrepSearch) => {
    const text = await engine.searchText(scope, pattern, 100_000, 1);
    const matching = await engine.matchingFiles(scope, pattern, 100_000);
    const found = await engine.findFiles({ ...scope, exclude: [] }, glob, 100_000);
    return {
      lines: text.lines.filter(({ path }) => isMeant(path)),
      files: matching.files.filter(({ path }) => isMeant(path)),
      found: found.files
        .map(({ path }) => path)
        .filter(isMeant)
        .sort(),
      searched: text.lines.length === 0 && isMeant("race/x") ? text.filesSearched : 0,
      passedOver: await engine.passedOver(scope),
    };
  };
  assert.deepEqual(await of(tree.indexed), await of(tree.plain), JSON.stringify({ pattern, glob, changes }));
}
