/** What a command moved to a place where it cannot be stays where it was. */
import type { LayerChange, LayerWhole } from "../../../core/ports/changes/layer";
import { sameBytes } from "../../../core/text/changedBytes";
import { clause } from "../../../core/text/clauses/clause";
import type { OtherKind } from "../../../core/vocabulary/changes/fileEntry";
import type { Decision } from "../../../core/vocabulary/decision";
import type { WriteEffect } from "../../../core/vocabulary/effect";
import { segments } from "../../../core/vocabulary/paths";
import { repositoryOf } from "./repositoryChanges";

interface Judged {
  readonly effect: WriteEffect;
  readonly verdict: Decision["kind"];
  readonly reason: string;
}

/** Where there is something new. */
interface Place {
  readonly path: string;
  readonly kind?: OtherKind | undefined;
  /** In bytes; absent where nobody can say what is there. */
  readonly size?: number | undefined;
  /** Absent where nobody looked at them. */
  readonly bytes?: Uint8Array | undefined;
  readonly whole?: LayerWhole | undefined;
}

/** What is not made, or not without a question. */
type Missing = Place & Pick<Judged, "verdict" | "reason">;

/** What a command left on its layer, by what becomes of it. */
export interface FateOfChanges<T extends Judged> {
  /** What is made or asked about, and what the policy denies. */
  readonly judged: readonly T[];
  /** What is left out though it was judged. */
  readonly left: readonly T[];
  /** What could not be judged, and is left out. */
  readonly unmade: readonly LayerChange[];
  /** What is moved as it is, by real path. */
  readonly wholes: ReadonlyMap<string, LayerWhole>;
  /** @param path a real path. */
  shownOf(path: string): string;
}

/**
 * Has what was deleted wait for the place where its content is now: it is asked about together with that, and left out with
 * it. Only contents tell what was moved, because a layer knows of no move.
 */
export async function withMovedKept<T extends Judged>(fate: FateOfChanges<T>): Promise<readonly T[]> {
  const missing = await missingOf(fate);
  if (missing.length === 0) return fate.judged;
  const gone = new Gone(fate.judged.filter(isDeletion), fate.wholes);
  const made = fate.judged.filter((change) => comes(change) && change.verdict === "allow");
  const waiting = new Map<T, Pick<Judged, "verdict" | "reason">>();
  const wait = ({ verdict, reason, ...one }: Missing) => {
    for (const change of gone.take(one)) if (change.verdict !== "deny") waiting.set(change, { verdict, reason });
  };
  for (const change of made) gone.settle(placeOf(change, fate), true);
  missing.filter(({ size }) => size !== undefined).forEach(wait);
  for (const change of made) gone.settle(placeOf(change, fate), false);
  missing.filter(({ size }) => size === undefined).forEach(wait);
  return fate.judged.map((change) => ({ ...change, ...waiting.get(change) }));
}

const comes = ({ effect: { after } }: Judged) => after !== undefined;

/** A repository's own files are made all together or not at all. */
const isDeletion = ({ effect: { before, after, target } }: Judged) =>
  before !== undefined && after === undefined && repositoryOf(target.real) === undefined;

function placeOf<T extends Judged>({ effect: { target, after, kinds } }: T, { wholes }: FateOfChanges<T>): Place {
  const whole = wholes.get(target.real);
  const size = (whole ? whole.after?.bytes : after?.length) ?? 0;
  return { path: target.real, kind: kinds?.after, size, bytes: whole ? undefined : after, whole };
}

/** Those that are denied first. */
async function missingOf<T extends Judged>(fate: FateOfChanges<T>): Promise<readonly Missing[]> {
  const { judged, left, unmade, shownOf } = fate;
  const why = (path: string) => clause`it may have been moved to ${shownOf(path)}, which is left out`;
  const whyAsked = (path: string) => clause`it may have been moved to ${shownOf(path)}`;
  const denied = [...left, ...judged.filter(({ verdict }) => verdict === "deny")].filter(comes);
  const asked = judged.filter((change) => comes(change) && change.verdict === "ask");
  const inLayer = unmade.filter(({ after, isHidden }) => after !== undefined || isHidden);
  const places = [...(await Promise.all(inLayer.map(unmadeOf))), ...denied.map((change) => placeOf(change, fate))];
  return [
    ...places.map((place) => ({ ...place, verdict: "deny" as const, reason: why(place.path) })),
    ...asked
      .map((change) => placeOf(change, fate))
      .map((place) => ({ ...place, verdict: "ask" as const, reason: whyAsked(place.path) })),
  ];
}

async function unmadeOf({ path, after, whole }: LayerChange): Promise<Place> {
  const place = { path, kind: after === undefined || after.kind === "file" ? undefined : after.kind, whole };
  if (whole) return { ...place, size: whole.after?.bytes };
  // What cannot be read is compared by its size.
  const bytes = await after?.read().catch(() => undefined);
  return { ...place, size: after?.size, bytes };
}

/** What was deleted, as far as nobody found where it is now. */
class Gone<T extends Judged> {
  readonly #left: Set<T>;
  readonly #bySize = new Map<number, T[]>();
  readonly #folders = new Map<T, ReadonlySet<string>>();

  constructor(deleted: readonly T[], wholes: ReadonlyMap<string, LayerWhole>) {
    this.#left = new Set(deleted);
    for (const change of deleted) {
      const { whole, before, target } = change.effect;
      const inside = wholes.get(target.real)?.inside ?? [];
      if (whole?.before?.kind === "folder") this.#folders.set(change, new Set(inside.map(({ place }) => place)));
      const size = whole ? whole.before?.bytes : before?.length;
      if (size) this.#bySize.set(size, [...(this.#bySize.get(size) ?? []), change]);
    }
  }

  /** Takes out what may be there now. */
  take(place: Place): readonly T[] {
    const taken = place.size === undefined ? [...this.#left] : [...this.#foldersIn(place), ...this.#fileIn(place)];
    for (const change of taken) this.#left.delete(change);
    return taken;
  }

  /** Takes out what is on the disk at a place. @param isNamed only under the name that it had. */
  settle(place: Place, isNamed: boolean): void {
    const found = [...(place.whole ? this.#foldersIn(place) : []), ...this.#fileIn(place, isNamed)];
    for (const change of found) this.#left.delete(change);
  }

  #fileIn({ path, kind, size = 0, bytes }: Place, isNamed = false): readonly T[] {
    const alike = (this.#bySize.get(size) ?? []).filter((change) => {
      const { kinds, whole, before } = change.effect;
      const isSame = bytes === undefined || whole !== undefined || sameBytes(bytes, before);
      return this.#left.has(change) && kinds?.before === kind && isSame;
    });
    const name = segments(path).at(-1);
    const named = alike.find(({ effect }) => segments(effect.target.real).at(-1) === name);
    const found = named ?? (isNamed ? undefined : alike[0]);
    return found ? [found] : [];
  }

  /** Folders that were moved as they are hold the same names below them. */
  #foldersIn({ path, whole }: Place): readonly T[] {
    if (this.#folders.size === 0) return [];
    const places = (whole?.inside ?? []).filter(({ comes, kind }) => comes && kind !== "folder");
    const paths = whole?.after?.kind === "folder" ? places.map(({ place }) => `${path}/${place}`) : [path];
    const tails = paths.flatMap(tailsOf);
    return [...this.#folders].flatMap(([change, inside]) =>
      this.#left.has(change) && tails.some((tail) => inside.has(tail)) ? [change] : [],
    );
  }
}

/** `/a/b/c`: `a/b/c`, `b/c` and `c`. */
function tailsOf(path: string): readonly string[] {
  const names = segments(path);
  return names.map((_, at) => names.slice(at).join("/"));
}
