/** Reads the audit log back, and finds what was changed, removed, added or cut (D-18). */
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { chainStart, checkLine } from "./auditChain";
import { type KnownFile, namesIn } from "./auditFiles";

/** A line as it stands in the log. */
export interface AuditLine {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Where the log does not hold. */
export interface AuditProblem {
  readonly file: string;
  /** Counted from 1; absent where a whole file is meant. */
  readonly line?: number;
  /** A sentence. */
  readonly text: string;
}

/** What checking found. */
export interface AuditReport {
  readonly files: number;
  readonly lines: number;
  /** In the order of files and lines; of each file the first alone, because what follows it cannot be trusted. */
  readonly problems: readonly AuditProblem[];
}

/** How a chain was walked. */
export interface Ends {
  /** Hash at the end of each line, by the bytes up to there. */
  readonly hashes: ReadonlyMap<number, string>;
  readonly problem?: AuditProblem;
}

/** Checks every chain, and that every file that a later process knew of is still there and as long as it was. */
export async function checkAudit(folder: string): Promise<AuditReport> {
  const names = await namesIn(folder);
  const known: (KnownFile & { readonly by: string })[] = [];
  const dropped = new Set<string>();
  const ends = new Map<string, Ends>();
  let lines = 0;
  for (const name of names) {
    ends.set(
      name,
      await walkChain(folder, name, (value) => {
        lines++;
        if (value.kind !== "start") return;
        for (const file of (value.known ?? []) as KnownFile[]) known.push({ ...file, by: name });
        for (const file of (value.dropped ?? []) as string[]) dropped.add(file);
      }),
    );
  }
  const own = [...ends.values()].flatMap(({ problem }) => problem ?? []);
  const broken = new Set(own.map(({ file }) => file));
  const missing = new Map<string, AuditProblem>();
  for (const { name, bytes, last, by } of known) {
    const problem = ends.has(name)
      ? !broken.has(name) && last !== "" && ends.get(name)?.hashes.get(bytes) !== last
        ? `${name} was truncated or rewritten: ${by} recorded ${bytes} bytes.`
        : undefined
      : dropped.has(name)
        ? undefined
        : `${name} is missing: ${by} recorded ${bytes} bytes.`;
    if (problem !== undefined && !missing.has(name)) missing.set(name, { file: name, text: problem });
  }
  const problems = [...own, ...missing.values()].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
  return { files: names.length, lines, problems };
}

/** Every line that can be read, file by file, the oldest first; lines that do not hold are left out. */
export async function* auditLines(folder: string): AsyncGenerator<AuditLine> {
  for (const file of await namesIn(folder)) {
    let line = 0;
    for await (const { bytes } of linesOf(join(folder, file))) {
      line++;
      try {
        yield { file, line, value: JSON.parse(bytes.toString("utf8")) as Record<string, unknown> };
      } catch {
        // Said by checkAudit.
      }
    }
  }
}

interface RawLine {
  /** Without the line feed. */
  readonly bytes: Buffer;
  /** False for a last line without a line feed. */
  readonly isWhole: boolean;
}

async function* linesOf(path: string): AsyncGenerator<RawLine> {
  let pieces: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
      yield { bytes: Buffer.concat([...pieces, chunk.subarray(from, end)]), isWhole: true };
      pieces = [];
      from = end + 1;
    }
    if (from < chunk.length) pieces.push(Buffer.from(chunk.subarray(from)));
  }
  if (pieces.length > 0) yield { bytes: Buffer.concat(pieces), isWhole: false };
}

/**
 * Checks the lines of one file up to the first that does not hold. @param visit hears of each that holds.
 * @throws Error of the file system.
 */
export async function walkChain(
  folder: string,
  file: string,
  visit: (value: Readonly<Record<string, unknown>>) => void,
): Promise<Ends> {
  const hashes = new Map<number, string>();
  let previous = chainStart;
  let size = 0;
  let line = 0;
  for await (const { bytes, isWhole } of linesOf(join(folder, file))) {
    line++;
    const checked = checkLine(bytes, line, previous);
    const problem = !isWhole
      ? "the file ends in the middle of it, as after a crash or on a full disk"
      : checked.ok
        ? undefined
        : checked.problem;
    if (!checked.ok || problem !== undefined)
      return { hashes, problem: { file, line, text: `Line ${line} of ${file} failed verification: ${problem}.` } };
    size += bytes.length + 1;
    previous = checked.hash;
    hashes.set(size, previous);
    visit(checked.value);
  }
  if (line === 0) return { hashes, problem: { file, line: 1, text: `${file} is empty: its lines were removed.` } };
  return { hashes };
}
