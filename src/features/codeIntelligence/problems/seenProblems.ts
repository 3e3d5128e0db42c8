/** What each session has seen of problems, so that it can be told what is new. */
import type { Session } from "../../../core/session/session";
import type { FoundProblem } from "../../../core/tools/knownCode";

/** How often each problem occurs in a file, whatever line it has moved to. */
type Counts = ReadonlyMap<string, number>;

/** What a session knows of one file. */
interface Sight {
  /** What the first look found, and the last. */
  readonly first: Counts;
  readonly last: Counts;
  /** True when its language was asked about this file. What is reported of others may be a part: languages forget closed files. */
  readonly isWhole: boolean;
}

/** What a call looks at. */
export interface Look {
  readonly problems: readonly FoundProblem[];
  /** Real path of the file that its language checked for this call: all its problems are there. */
  readonly checked?: string | undefined;
  readonly since: "all" | "session" | "last_call";
  /** True when it goes on with the list of the look before it. */
  readonly isNextPage: boolean;
}

/** What a call is told. */
export interface SeenNow {
  readonly found: readonly FoundProblem[];
  /** Real paths of files of which it cannot be told what is older. */
  readonly unsure: ReadonlySet<string>;
}

function filesOf(problems: readonly FoundProblem[]): Map<string, FoundProblem[]> {
  const byFile = new Map<string, FoundProblem[]>();
  for (const problem of problems) {
    const { real } = problem.place.target;
    const known = byFile.get(real);
    if (known) known.push(problem);
    else byFile.set(real, [problem]);
  }
  return byFile;
}

const keyOf = ({ source, code, message }: FoundProblem) => `${source}\0${code}\0${message}`;

function countsOf(problems: readonly FoundProblem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of problems.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Those that are there more often than before. */
function newSince(problems: readonly FoundProblem[], before: Counts): FoundProblem[] {
  const left = new Map(before);
  return problems.filter((problem) => {
    const known = left.get(keyOf(problem)) ?? 0;
    left.set(keyOf(problem), known - 1);
    return known <= 0;
  });
}

const most = (one: Counts, other: Counts): Counts =>
  new Map([...one, ...[...other].map(([key, count]) => [key, Math.max(count, one.get(key) ?? 0)] as const)]);

/** Whether a look at a file, checked or not, can be compared with an earlier one. */
const isComparable = (sight: Sight | undefined, isWhole: boolean): sight is Sight =>
  sight !== undefined && (sight.isWhole || !isWhole);

function sightAfter(sight: Sight | undefined, problems: readonly FoundProblem[], isWhole: boolean): Sight {
  const now = countsOf(problems);
  if (!isComparable(sight, isWhole)) return { first: now, last: now, isWhole };
  return { ...sight, last: isWhole ? now : most(sight.last, now) };
}

/** Remembers by session and file what was seen first and last. A file that a call does not look at stays as it was seen. */
export class SeenProblems {
  readonly #sights = new WeakMap<Session, Map<string, { readonly now: Sight; readonly before: Sight | undefined }>>();

  /** Takes a look, and tells what of it is wanted. */
  look(session: Session, { problems, checked, since, isNextPage }: Look): SeenNow {
    const sights = this.#sights.get(session) ?? new Map();
    this.#sights.set(session, sights);
    const byFile = filesOf(problems);
    if (checked !== undefined && !byFile.has(checked)) byFile.set(checked, []);
    const unsure = new Set<string>();
    const found: FoundProblem[] = [];
    for (const [file, there] of byFile) {
      const isWhole = file === checked;
      const known = sights.get(file);
      const sight = isNextPage ? known?.before : known?.now;
      if (!isNextPage) sights.set(file, { now: sightAfter(sight, there, isWhole), before: sight });
      if (since === "all") continue;
      if (!isComparable(sight, isWhole)) unsure.add(file);
      const before = since === "session" ? sight?.first : sight?.last;
      found.push(...newSince(there, before ?? new Map()));
    }
    return { found: since === "all" ? problems : found, unsure };
  }
}
