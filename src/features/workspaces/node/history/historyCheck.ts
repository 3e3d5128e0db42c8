/** Reads the history of a workspace back, and finds what was changed, removed, moved or cut (PO-8). */
import { lstat, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { execHistoryName } from "../../../../core/ports/workspaces";
import { type Ends, walkChain } from "../../../audit/node/auditCheck";
import { auditEnding } from "../../../audit/node/auditFiles";
import type { HistoryValue } from "../../execHistory";
import type { EarlierFile, HistoryStart } from "./historyFile";
import { type HistoryHead, type HistoryTip, readHead } from "./historyHead";
import type { HistoryPlace } from "./historyPlace";

/** What reading found. */
export interface ReadHistory {
  readonly files: number;
  /** Those that hold, the oldest first. */
  readonly lines: readonly HistoryValue[];
  /** A sentence each; empty when the history holds. */
  readonly problems: readonly string[];
}

/** One file with what was found in it. */
interface WalkedFile extends Ends {
  readonly name: string;
  readonly start?: HistoryStart;
  readonly lines: readonly HistoryValue[];
}

/**
 * @param ownHead where this host notes its own last line.
 * @param maxFiles files that are read, the newest; those before them are only looked for.
 * @throws Error of the file system.
 */
export async function readHistory(
  place: HistoryPlace,
  ownHead: string,
  maxFiles = Number.POSITIVE_INFINITY,
): Promise<ReadHistory> {
  const earlier = (await readdir(place.earlier).catch(() => [])).sort();
  const paths = earlier.filter((name) => name.endsWith(auditEnding)).map((name) => join(place.earlier, name));
  const found = await lstat(place.current).catch(() => undefined);
  if (found?.isFile()) paths.push(place.current);
  const files: WalkedFile[] = [];
  for (const path of paths.slice(-maxFiles)) files.push(await walk(path));
  const head = await readHead(place.head);
  const own = await readHead(ownHead);
  const isStrange = found !== undefined && !found.isFile();
  const problems = [
    ...files.flatMap((file, at) => problemsOf(file, files[at + 1]?.start?.before)),
    ...files.flatMap(({ start }) => (start ? earlierProblems(start, files, earlier) : [])),
    ...(isStrange ? [`${execHistoryName} is not a regular file: the next line that is recorded moves it aside.`] : []),
  ];
  const atEnd = problems.length > 0 ? [] : endProblems(files, found !== undefined, head, own);
  return { files: files.length, lines: files.flatMap(({ lines }) => lines), problems: [...problems, ...atEnd] };
}

async function walk(path: string): Promise<WalkedFile> {
  const lines: HistoryValue[] = [];
  let start: HistoryStart | undefined;
  const ends = await walkChain(join(path, ".."), basename(path), (value) => {
    if (value.kind === "start") start = value as unknown as HistoryStart;
    else lines.push(value as unknown as HistoryValue);
  });
  return { ...ends, name: basename(path), lines, ...(start && { start }) };
}

const holds = ({ hashes }: Ends, { bytes, hash }: HistoryTip): boolean => bytes === 0 || hashes.get(bytes) === hash;

/** A line that a crash cut off is no problem where the next file tells of it. */
function problemsOf(file: WalkedFile, told: EarlierFile | undefined): string[] {
  const isCrash = told?.why === "crash" && told.name === file.name;
  const isAccounted = isCrash && told.end !== undefined && holds(file, told.end);
  return file.problem && !isAccounted ? [file.problem.text] : [];
}

function earlierProblems({ before }: HistoryStart, files: readonly WalkedFile[], earlier: readonly string[]): string[] {
  if (!before) return [];
  const { why, name, end } = before;
  const until = end ? `, which was written up to line ${end.sequence}` : "";
  if (name === undefined) return [`The history before this one is missing${until}.`];
  if (why === "changed") return [`${name} was moved aside, because it was not the recorded history${until}.`];
  if (!earlier.includes(name)) return isDropped(name, files) ? [] : [`${name} is missing${until}.`];
  const file = files.find((one) => one.name === name);
  const isCut = file && end && !file.problem && !holds(file, end);
  return isCut ? [`${name} was truncated or rewritten: it had ${end.bytes} bytes.`] : [];
}

const isDropped = (name: string, files: readonly WalkedFile[]) =>
  files.some(({ start }) => start?.dropped?.includes(name));

/** Asked when all lines hold: whether they are all that was written, and nothing else. */
function endProblems(
  files: readonly WalkedFile[],
  isThere: boolean,
  head: HistoryHead | undefined,
  own: HistoryHead | undefined,
): string[] {
  const last = files.at(-1);
  if (!head) return last ? [`${last.name} is unknown: there is no record of how it ended.`] : [];
  const end = [...(last?.hashes.keys() ?? [])].at(-1) ?? 0;
  const isEnd = last && [head, head.before].some((tip) => tip.bytes === end && holds(last, tip));
  if (!isEnd && !isThere) return [`${execHistoryName} is missing: it was written up to line ${head.sequence}.`];
  if (!isEnd) return [`${execHistoryName} does not end as recorded: it had ${head.sequence} lines.`];
  if (!own || files.some((file) => holds(file, own)) || hasMadeRoom(own, files)) return [];
  return [`Line ${own.sequence} of ${new Date(own.time).toISOString()} is gone: the history was rewritten.`];
}

const hasMadeRoom = ({ time }: HistoryHead, [first]: readonly WalkedFile[]): boolean => {
  const oldest = first?.lines[0];
  return first?.start?.before !== undefined && oldest !== undefined && time < Date.parse(oldest.time);
};
