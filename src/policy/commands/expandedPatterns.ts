/** The files that a pattern stands for at the moment, so that they can be judged one by one (D-12, D-13). */

import type { RuleContext } from "../../core/rules/rule";
import { isInside } from "../../core/vocabulary/paths";
import type { Word } from "../../lib/shell/words/types";
import { placeOf } from "../files/scope";
import { commandPathText, followPaths } from "./commandPaths";

/** What is not worked out: a person would not read so many names either. */
const bounds = { folders: 100, paths: 300, names: 20_000 } as const;

/** One path that a pattern stands for, counted from the folder that its command may run in. */
export interface ExpandedPath {
  readonly folder: string;
  readonly path: string;
}

const isPattern = (name: string) => /[*?[]/.test(name);

/**
 * The names that one part of a pattern may stand for. Too much is the safe side: case means nothing, all from the first
 * bracket to the last is anything, and what was quoted counts as a pattern too. A leading dot has to be written, as in bash, which
 * is started without the options that would change that.
 */
function nameTest(pattern: string): (name: string) => boolean {
  const known = pattern.replace(/\[.*\]|\[/s, "*").replace(/[.+^${}()|\]\\]/g, "\\$&");
  const expression = new RegExp(`^${known.replace(/[*?]+/g, ".*")}$`, "isu");
  return (name) => expression.test(name) && (pattern.startsWith(".") || !name.startsWith("."));
}

const isMany = (found: readonly string[]) => found.length > bounds.paths;

class Expansion {
  #folders = 0;

  constructor(
    private readonly folder: string,
    private readonly context: RuleContext,
  ) {}

  /** The paths of one pattern; undefined when they cannot be told. */
  async paths(pattern: string): Promise<readonly string[] | undefined> {
    const [, top = "", rest = ""] = /^(\/*)(.*)$/s.exec(pattern) ?? [];
    const parts = rest.split("/");
    const first = parts.findIndex(isPattern);
    let found = [top + parts.slice(0, first).join("/")];
    for (const [at, part] of parts.entries()) {
      if (at < first) continue;
      if (!isPattern(part)) found = await this.#there(found.map((path) => `${path}/${part}`));
      else {
        const below = await this.#below(found, part, at === first);
        if (!below || isMany(below)) return undefined;
        found = below;
      }
    }
    return found.length > 0 ? found : [pattern];
  }

  /** Those that may be there: a folder may be a file after all, and then there is nothing in it. */
  async #there(paths: readonly string[]): Promise<string[]> {
    const follow = (path: string) =>
      followPaths(path, this.folder, this.context).then(
        () => [path],
        () => [],
      );
    return (await Promise.all(paths.map(follow))).flat();
  }

  async #below(folders: readonly string[], pattern: string, isFirst: boolean): Promise<string[] | undefined> {
    const test = nameTest(pattern);
    const found: string[] = [];
    for (const folder of folders) {
      const names = await this.#names(folder, isFirst);
      if (!names || names.length > bounds.names) return undefined;
      const start = folder === "" || folder.endsWith("/") ? folder : `${folder}/`;
      // Bash before 5.2 finds these as well.
      found.push(...[...names, ".", ".."].filter(test).map((name) => start + name));
      if (isMany(found)) return undefined;
    }
    return found;
  }

  /** What is no folder holds nothing; of the first one that is not known. */
  async #names(path: string, isFirst: boolean): Promise<readonly string[] | undefined> {
    if (++this.#folders > bounds.folders) return undefined;
    const target = await followPaths(path, this.folder, this.context);
    // Names elsewhere are nobody's business here.
    if (placeOf(target, this.context) !== "inside") return undefined;
    return this.context.names(target.real).catch(() => (isFirst ? undefined : []));
  }
}

/**
 * The paths that a pattern stands for in every folder that its command may run in; one that no name matches stands for
 * itself. Undefined when they cannot be told, or are too many, or lie outside the workspace.
 */
export async function expandPattern(
  word: Word,
  folders: readonly string[] | undefined,
  context: RuleContext,
): Promise<readonly ExpandedPath[] | undefined> {
  const pattern = commandPathText(word, context);
  if (pattern === undefined || !isPattern(pattern) || folders === undefined || pattern.length > 4096) return undefined;
  const expanded: ExpandedPath[] = [];
  for (const folder of folders) {
    if (!context.roots.some((root) => isInside(root, folder))) return undefined;
    const paths = await new Expansion(folder, context).paths(pattern).catch(() => undefined);
    if (!paths) return undefined;
    expanded.push(...paths.map((path) => ({ folder, path })));
  }
  return expanded;
}
