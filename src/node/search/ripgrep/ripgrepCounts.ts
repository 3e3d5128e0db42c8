/** How many lines match in files that are held (D-6). */
import { closeSync } from "node:fs";
import { parse } from "node:path";
import type { MatchingFile } from "../../../core/ports/search";
import { openFile } from "../../files/opened/openFile";
import { firstGiven, startEngine } from "./engineProcess";
import { CountedFiles } from "./ripgrepOutput";
import { separatedPieces } from "./separatedText";

/** Files that one ripgrep is given, well below what a process may have open. */
const maxGiven = 500;

/** Where a process finds a descriptor that it was given; Windows has no such place. */
const places: Readonly<Partial<Record<NodeJS.Platform, string>>> = { linux: "/proc/self/fd", darwin: "/dev/fd" };

/** What is counted again. */
export interface Recount {
  /** The ripgrep that is asked. */
  readonly program: string;
  /** What the search said of the pattern and of counting. */
  readonly args: readonly string[];
  readonly signal: AbortSignal;
  /** Where the file of a path lies. */
  realOf(path: string): string;
}

/**
 * Counts again in what the real paths of some files lead to: what ripgrep counted on its way through the folders may be of
 * files elsewhere. Files that are gone or have no matches are left out.
 */
export async function recounted(found: readonly MatchingFile[], how: Recount): Promise<MatchingFile[]> {
  const place = places[process.platform];
  if (place === undefined) return found.filter(({ path }) => isThere(how.realOf(path)));
  const files: MatchingFile[] = [];
  for (let at = 0; at < found.length; at += maxGiven)
    files.push(...(await countedAt(place, found.slice(at, at + maxGiven), how)));
  return files;
}

/** Whether an ordinary file lies there, and not behind a link. */
export function isThere(real: string): boolean {
  const opened = openFile(real);
  if (!opened) return false;
  closeSync(opened.descriptor);
  return true;
}

async function countedAt(place: string, found: readonly MatchingFile[], how: Recount): Promise<MatchingFile[]> {
  const { program, args, signal, realOf } = how;
  const given: number[] = [];
  const paths = new Map<string, string>();
  const start = () => {
    for (const { path } of found) {
      const opened = openFile(realOf(path));
      if (!opened) continue;
      paths.set(`${place}/${firstGiven + given.length}`, path);
      given.push(opened.descriptor);
    }
    if (given.length === 0) return undefined;
    const folder = parse(process.cwd()).root;
    return startEngine({ program, args: [...args, "--", ...paths.keys()], folder, shown: folder, signal, given });
  };
  let running: ReturnType<typeof start>;
  try {
    running = start();
  } finally {
    // The process has its own.
    given.forEach(closeSync);
  }
  if (!running) return [];
  const counted = new CountedFiles(given.length, (printed) => paths.get(printed));
  for await (const pieces of separatedPieces(running.output, 0)) for (const { text } of pieces) counted.take(text);
  await running.finish();
  return counted.files;
}
