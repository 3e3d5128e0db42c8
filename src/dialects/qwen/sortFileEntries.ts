/** A file as Qwen Code's glob sorts it. */
export interface DatedFile {
  /** Absolute path. */
  fullpath(): string;
  /** Milliseconds since 1970. */
  readonly mtimeMs?: number;
}

/**
 * The order of Qwen Code's source: files of the last day by time, newest first, then older ones by path. Our glob
 * follows the documentation instead, newest first throughout; this is for whoever wants the other (C-23).
 * @param now milliseconds since 1970. @param recencyMs how long a file counts as recent, in milliseconds.
 */
export function sortFileEntries<E extends DatedFile>(entries: readonly E[], now: number, recencyMs: number): E[] {
  const time = ({ mtimeMs = 0 }: DatedFile) => mtimeMs;
  const isRecent = (entry: DatedFile) => now - time(entry) < recencyMs;
  return entries.toSorted((a, b) => {
    if (isRecent(a) !== isRecent(b)) return isRecent(a) ? -1 : 1;
    return isRecent(a) ? time(b) - time(a) : a.fullpath().localeCompare(b.fullpath());
  });
}
