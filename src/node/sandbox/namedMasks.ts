/** Which hidden files a command is about by its words, whether or not it read them: the size of an empty one misleads, too (D-13). */
import { dirname, relative, resolve } from "node:path";
import type { Confinement } from "../../core/ports/confinement";
import { isInside } from "../../core/vocabulary/paths";
import { pathMatcher } from "../../lib/globs/pathMatcher";

/** What separates words, in a shell and in scripts that are handed to programs; quotes are as good as spaces here. */
const between = /[\s;|&<>()$"'`=,{}:]+/;

/** What follows is the folder for the words after it, and not what the command is about. */
const entersFolder = /^(?:cd|pushd|-C|--directory|--prefix|--cwd)$/;

/** Longer words, words after so many, and folders beyond these are not looked at. */
const maxWord = 4096;
const maxWords = 2000;
const maxFolders = 8;

/** What the words of a command are looked at by. */
export interface NamingCommand extends Pick<Confinement, "takesFolders"> {
  readonly command: string;
  /** Real path of the folder that it starts in. */
  readonly cwd: string;
}

/** Of hidden files those that a pattern stands for; a name that begins with a dot only where the pattern does. */
function matching(word: string, folder: string, masked: readonly string[]): string[] {
  try {
    const matches = pathMatcher(word.replace(/^\.\//, ""), true);
    const showsDots = /(?:^|\/)\.[^/]*$/.test(word);
    return masked.filter((path) => {
      const place = relative(folder, path);
      return isInside(folder, path) && matches(place) && (showsDots || !/(?:^|\/)\./.test(place));
    });
  } catch {
    return [];
  }
}

/** All folders around files. */
function foldersAround(paths: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  return folders;
}

/** What the words lead to. */
interface Led {
  /** Hidden files. */
  readonly named: Set<string>;
  /** Folders with hidden files that the command may take. */
  readonly taken: string[];
  /** Folders in which it may work, the one that it was last led to at the end. */
  readonly starts: string[];
}

function ledTo({ command, cwd }: NamingCommand, masked: readonly string[]): Led {
  const hidden = new Set(masked);
  const around = foldersAround(masked);
  const led: Led = { named: new Set(), taken: [], starts: [cwd] };
  let before = "";
  for (const word of command.split(between, maxWords)) {
    if (word === "" || word.length > maxWord) continue;
    for (const start of [...led.starts]) {
      const path = resolve(start, word);
      if (hidden.has(path)) led.named.add(path);
      if (/[*?[]/.test(word)) for (const one of matching(word, start, masked)) led.named.add(one);
      if (!around.has(path)) continue;
      if (!entersFolder.test(before)) led.taken.push(path);
      if (!led.starts.includes(path) && led.starts.length < maxFolders) led.starts.push(path);
    }
    before = word;
  }
  return led;
}

/**
 * The hidden files that a command names, or that lie in a folder which it names and takes as it is.
 * @param masked real paths of files that it found empty.
 */
export function namedMasks(command: NamingCommand, masked: readonly string[]): string[] {
  if (masked.length === 0) return [];
  const { named, taken, starts } = ledTo(command, masked);
  const { isDeep, isHere } = command.takesFolders ?? {};
  const folders = command.takesFolders ? [...taken, ...(isHere ? starts.slice(-1) : [])] : [];
  const isTaken = (path: string) =>
    folders.some((folder) => (isDeep ? isInside(folder, path) : dirname(path) === folder));
  return masked.filter((path) => named.has(path) || isTaken(path)).sort();
}
