/** An agent's workspace before it is made: whatever looks finds it as it will be, and makes nothing (EX-3). */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { DirectoryEntry, FilePort, FileStat } from "../../../core/ports/files";
import type { Host } from "../../../core/ports/host";
import type { SearchPort } from "../../../core/ports/search";
import { workspaceFolders } from "../../../core/ports/workspaces";
import type { ResolvedPath } from "../../../core/vocabulary/effect";
import { isInside } from "../../../core/vocabulary/paths";

const emptyFolder: FileStat = {
  ...{ kind: "directory", size: 0, mtimeMs: 0, changedMs: 0, version: "unmade", links: 1, mode: 0o700 },
};

const asEntry = (name: string): DirectoryEntry => ({ name, kind: "directory", link: false });

/** Whether there is nothing of that name: what is there, or cannot be looked at, is not taken for something else. */
function isUnmade(folder: string): boolean {
  try {
    return lstatSync(folder, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** @param folder real path of the workspace. */
export function asIfMade(host: Host, folder: string): Host {
  const places = new Set([folder, ...workspaceFolders.map((name) => join(folder, name))]);
  const isToBe = ({ real }: ResolvedPath) => places.has(real) && isUnmade(folder);
  return { ...host, files: filesOf(host.files, folder, isToBe), search: searchOf(host.search, folder) };
}

function filesOf(files: FilePort, folder: string, isToBe: (target: ResolvedPath) => boolean): FilePort {
  const { entry, unsaved } = files;
  return {
    resolve: (path, base) => files.resolve(path, base),
    stat: async (target) => (isToBe(target) ? emptyFolder : files.stat(target)),
    read: (target) => files.read(target),
    stream: (target, signal, from) => files.stream(target, signal, from),
    encodingOf: (target) => files.encodingOf(target),
    async list(target) {
      if (!isToBe(target)) return files.list(target);
      return target.real === folder ? workspaceFolders.map(asEntry) : [];
    },
    examine: async (target, names) =>
      isToBe(target) ? names.map(() => ({ size: 0, mtimeMs: 0 })) : files.examine(target, names),
    write: (target, before, after, options) => files.write(target, before, after, options),
    removeEmptyDirectory: (real) => files.removeEmptyDirectory(real),
    ...(entry && { entry: (path) => entry.call(files, path) }),
    ...(unsaved && { unsaved: () => unsaved.call(files) }),
  };
}

/** Nothing is found where there is nothing yet. */
function searchOf(search: SearchPort, folder: string): SearchPort {
  const isEmpty = (directory: ResolvedPath) => isInside(folder, directory.real) && isUnmade(folder);
  return {
    findFiles: async (scope, ...wish) =>
      isEmpty(scope.directory) ? { files: [], truncated: false } : search.findFiles(scope, ...wish),
    searchText: async (scope, ...wish) =>
      isEmpty(scope.directory) ? { lines: [], truncated: false, filesSearched: 0 } : search.searchText(scope, ...wish),
    matchingFiles: async (scope, ...wish) =>
      isEmpty(scope.directory) ? { files: [], truncated: false } : search.matchingFiles(scope, ...wish),
    passedOver: async (scope) => (isEmpty(scope.directory) ? 0 : search.passedOver(scope)),
    ignoredNames: async (directory, names) =>
      isEmpty(directory) ? new Set<string>() : search.ignoredNames(directory, names),
    whyIgnored: async (directory, place) => (isEmpty(directory) ? undefined : search.whyIgnored(directory, place)),
  };
}
