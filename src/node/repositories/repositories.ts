/**
 * Reads what repositories set, straight from their files: anybody may have written them, and starting git to ask would
 * cost every command more.
 */
import { basename, dirname, join, resolve } from "node:path";
import {
  hashLengthOf,
  type Repositories,
  type Repository,
  type RepositoryReach,
  type RepositorySetting,
} from "../../core/ports/repository";
import { isInside } from "../../core/vocabulary/paths";
import { homeFolder } from "../environment/homeFolder";
import { borrowedData } from "./borrowedData";
import { changedFiles } from "./changedFiles";
import { settingsIn } from "./configuration";
import { type GitFolder, gitFolderIn, gitFoldersAbove, realOf } from "./findRepository";
import { gitlinksOf } from "./gitlinks";
import { plainFileText, UnreadableFile } from "./plainFile";

/** Repositories within others that are looked at; git itself has no such limit. */
const maxSubmodules = 1000;

const doubtOf = (error: unknown): string =>
  error instanceof UnreadableFile ? error.message : "its files cannot be read";

/** A repository, and where git keeps it. */
interface Read {
  readonly repository: Repository;
  readonly folder: GitFolder;
  readonly workTrees: readonly string[];
}

/** What is set for every worktree, and for this one. @throws UnreadableFile when it cannot be told. */
export function settingsOf({ own, common }: GitFolder): RepositorySetting[] {
  const files = [join(common, "config"), join(own, "config.worktree")];
  return files.flatMap((file) => settingsIn(file));
}

/** Where a setting leads that names a folder. */
function folderNamed({ value, file }: RepositorySetting, base: string): string {
  if (/^~[^/]|^:\(|^%\(|[\t\r]/.test(value)) throw new UnreadableFile(`${file} names ${JSON.stringify(value)}`);
  return value.startsWith("~/") ? join(homeFolder(), value.slice(2)) : resolve(base, value);
}

/** Whether the folder of a worktree or submodule names it; nobody who only makes a `.git` can write that. */
function knows({ own, top }: GitFolder, workTrees: readonly string[]): boolean {
  if (basename(dirname(own)) !== "worktrees") return workTrees.includes(top);
  const named = plainFileText(join(own, "gitdir"))?.replace(/[\r\n]+$/, "");
  if (named === undefined || basename(named) !== ".git") return false;
  return realOf(dirname(resolve(own, named))) === top;
}

function read(folder: GitFolder): Read {
  const { top, own, common } = folder;
  const settings: RepositorySetting[] = [];
  const reaches: RepositoryReach[] = [];
  const workTrees: string[] = [];
  try {
    settings.push(...settingsOf(folder));
    for (const setting of settings.filter(({ key, value }) => key === "core.worktree" && value !== "")) {
      const named = realOf(folderNamed(setting, own));
      workTrees.push(named);
      reaches.push({ file: setting.file, folder: named, isAcknowledged: named === top });
    }
    if (own !== join(top, ".git") && own !== top)
      reaches.push({ file: join(top, ".git"), folder: own, isAcknowledged: knows(folder, workTrees) });
    if (common !== own)
      reaches.push({ file: join(own, "commondir"), folder: common, isAcknowledged: isInside(common, own) });
    reaches.push(...borrowedData(folder));
    return { repository: { top, settings, reaches }, folder, workTrees };
  } catch (error) {
    return { repository: { top, settings, reaches, doubt: doubtOf(error) }, folder, workTrees };
  }
}

const unknown = (top: string, error: unknown): Repository => ({
  top,
  settings: [],
  reaches: [],
  doubt: doubtOf(error),
});

/** The repositories that an index names, and those within them. @param seen tops that were looked at. */
function within({ repository, folder, workTrees }: Read, seen: Set<string>): Repository[] {
  const tops = [...new Set([repository.top, ...workTrees])];
  try {
    const paths = gitlinksOf(folder.own, hashLengthOf(repository.settings), tops);
    return tops.flatMap((top) => paths.flatMap((path) => submodule(join(top, path), seen)));
  } catch (error) {
    return [unknown(repository.top, error)];
  }
}

function submodule(path: string, seen: Set<string>): Repository[] {
  const top = realOf(path);
  if (seen.has(top)) return [];
  seen.add(top);
  if (seen.size > maxSubmodules) throw new UnreadableFile(`it has more than ${maxSubmodules} submodules`);
  const folder = gitFolderIn(top);
  if (!folder) return [];
  const found = read(folder);
  return [found.repository, ...within(found, seen)];
}

function allWithin(found: readonly Read[]): Repository[] {
  const seen = new Set(found.map(({ repository }) => repository.top));
  return found.flatMap((one) => within(one, seen));
}

/**
 * What git may find in a folder; reads only plain files, and starts nothing. Never throws for what is in them.
 * @param folder absolute path; one that is not there holds nothing.
 */
export function repositoriesAt(folder: string): Repositories {
  const place = realOf(folder);
  try {
    const found = gitFoldersAbove(place).map(read);
    let below: Repository[] | undefined;
    const places = found.map(({ repository, folder, workTrees }) => ({
      gitFolder: folder.own,
      hashLength: hashLengthOf(repository.settings),
      tops: [...new Set([repository.top, ...workTrees])],
    }));
    return {
      changed: (isWanted) => changedFiles(places, isWanted),
      found: found.map(({ repository }) => repository),
      submodules() {
        below ??= allWithin(found);
        return below;
      },
    };
  } catch (error) {
    return { found: [unknown(place, error)], submodules: () => [] };
  }
}
