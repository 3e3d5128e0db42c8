/** What a repository's configuration files set, with everything that they include. */
import { dirname, resolve } from "node:path";
import type { RepositorySetting } from "../../core/ports/repository";
import { homeFolder } from "../environment/homeFolder";
import { settledMemo } from "../files/settledState";
import { type ConfigEntry, configEntries } from "./configText";
import { plainFileText, UnreadableFile } from "./plainFile";

/** As many as git follows. */
const deepestInclude = 10;

/** Conditions are not looked at: what a file sets only sometimes is told as well. */
const includes = /^(?:include|includeif\..*)\.path$/s;

/** Git's own ways of writing paths beside `~/`; and blanks, which its versions read differently. */
const strangePath = /^(?:~[^/]|:\(|%\()|[\t\r]/;

function includedFile(path: string, file: string): string {
  if (strangePath.test(path)) throw new UnreadableFile(`${file} includes ${JSON.stringify(path)}`);
  return path.startsWith("~/") ? resolve(homeFolder(), path.slice(2)) : resolve(dirname(file), path);
}

const entriesIn = settledMemo<readonly ConfigEntry[] | undefined>([], (file) =>
  configEntries(plainFileText(file) ?? ""),
);

/**
 * Everything that a file sets, in the order of git; nothing when there is no such file.
 * @throws UnreadableFile when git may read it, or a file that it includes, in another way.
 */
export function settingsIn(file: string, depth = 0): RepositorySetting[] {
  if (depth > deepestInclude) throw new UnreadableFile(`${file} is included by too many others`);
  const entries = entriesIn(file);
  if (!entries) throw new UnreadableFile(`${file} is malformed`);
  const found: RepositorySetting[] = [];
  for (const [key, value = ""] of entries) {
    found.push({ key, value, file });
    if (includes.test(key) && value !== "") found.push(...settingsIn(includedFile(value, file), depth + 1));
  }
  return found;
}
