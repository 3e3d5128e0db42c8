/** The single changes between two texts, so that one can be taken without the others (D-16). */
import { diffArrays } from "diff";

/** Lines from `start` to before `end`, counted from 0. */
interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** Lines of one text that stand in the place of lines of another; either side may be empty. */
export interface LineHunk {
  readonly before: LineSpan;
  readonly after: LineSpan;
}

/** Texts with more differences than this are one change. */
const maxDifferences = 1000;

/** The lines between what two texts share at their beginning and at their end. */
function middle(before: readonly string[], after: readonly string[]): LineHunk {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { before: { start: head, end: before.length - tail }, after: { start: head, end: after.length - tail } };
}

const moved = ({ start, end }: LineSpan, by: number): LineSpan => ({ start: start + by, end: end + by });

/** The changes that turn one list of lines into another, from the top. */
export function lineHunks(before: readonly string[], after: readonly string[]): LineHunk[] {
  const whole = middle(before, after);
  const [old, fresh] = [
    before.slice(whole.before.start, whole.before.end),
    after.slice(whole.after.start, whole.after.end),
  ];
  if (old.length === 0 && fresh.length === 0) return [];
  const pieces = diffArrays(old, fresh, { maxEditLength: maxDifferences });
  if (!pieces) return [whole];
  const hunks: LineHunk[] = [];
  let [oldLine, freshLine] = [0, 0];
  let open: { before: number; after: number } | undefined;
  const close = () => {
    if (open)
      hunks.push({ before: { start: open.before, end: oldLine }, after: { start: open.after, end: freshLine } });
    open = undefined;
  };
  for (const { added, removed, value } of pieces) {
    if (added || removed) open ??= { before: oldLine, after: freshLine };
    else close();
    if (!added) oldLine += value.length;
    if (!removed) freshLine += value.length;
  }
  close();
  return hunks.map((hunk) => ({
    before: moved(hunk.before, whole.before.start),
    after: moved(hunk.after, whole.after.start),
  }));
}

/** The change in which a line of the new text lies; lines that were only taken away are found from the lines around them. */
export const hunkAt = (hunks: readonly LineHunk[], line: number): LineHunk | undefined =>
  hunks.find(({ after }) => after.start <= line && line < after.end) ??
  hunks.find(({ after }) => after.start === after.end && (line === after.start || line === after.start - 1));

/** The new text with the old lines in the places of the given changes. */
export function withoutHunks(
  before: readonly string[],
  after: readonly string[],
  dropped: readonly LineHunk[],
): string[] {
  const out: string[] = [];
  let from = 0;
  for (const hunk of dropped) {
    out.push(...after.slice(from, hunk.after.start), ...before.slice(hunk.before.start, hunk.before.end));
    from = hunk.after.end;
  }
  return [...out, ...after.slice(from)];
}
