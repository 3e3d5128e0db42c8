/** What waits for a person's answer, whoever asked: features add their sources, and one list shows and answers them all. */
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { RejectionComments } from "./rejectionComments";

/** What waits, in the order in which groups of it are listed. */
export const waitingKinds = [
  ...(["edit", "call", "question", "plan", "branch"] as const),
  ...(["tool", "skill", "schedule", "integration", "unanswered"] as const),
] as const;

/** What waits: `call` is one that is asked about and changes no file, `unanswered` a change that an earlier window left. */
export type WaitingKind = (typeof waitingKinds)[number];

/** What a person can do with it. */
export const waitingActions = [
  ...(["open", "accept", "reject", "rejectWithComment"] as const),
  ...(["proposeAgain", "dismiss"] as const),
] as const;

/** One of them. */
export type WaitingAction = (typeof waitingActions)[number];

/** Where a person looked when they answered: at all of it in the editor in front, or at its line in the list. */
export type AnsweredIn = "editor" | "list";

/** What each does; one that is absent cannot be done. */
export type WaitingActs = Readonly<Partial<Record<WaitingAction, (answeredIn: AnsweredIn) => unknown>>>;

/** One line of the list. */
export interface WaitingThing {
  /** Unique among all, and the same as long as it waits. */
  readonly id: string;
  readonly kind: WaitingKind;
  readonly label: string;
  /** Facts beside the label, the most telling first. */
  readonly facts: readonly string[];
  /** For ears, where it says more than the label and the facts. */
  readonly spoken?: string;
  /** Who asked. */
  readonly agent?: string;
  /** Since when it waits, in milliseconds since 1970; absent where nobody knows. */
  readonly since?: number;
  /** It was answered, and something else has to be done for that to count. */
  readonly isAnswered?: boolean;
  /** A file that it is about. */
  readonly file?: ResolvedPath;
  readonly acts: WaitingActs;
  /** What it consists of, each of which can be looked at by itself. */
  readonly parts?: readonly WaitingThing[];
  /** Addresses of documents, and titles of editors for several files, that show all of it. */
  readonly shownIn?: readonly string[];
}

/** What a feature has waiting. */
export interface WaitingSource {
  waiting(): readonly WaitingThing[];
  /** @returns ends the listening. */
  onWaitingChange(listener: () => void): () => void;
}

/** Things of one kind. */
export interface WaitingGroup {
  readonly kind: WaitingKind;
  readonly things: readonly WaitingThing[];
}

/** More things than this are grouped by their kind. */
const fewEnough = 8;

/** Everything that waits in a window. */
export class WaitingThings {
  /** @param comments takes what the person says when they reject one that an agent made. */
  constructor(readonly comments = new RejectionComments()) {}

  readonly #sources = new Map<WaitingSource, () => void>();
  readonly #listeners = new Set<() => void>();

  /** @returns takes the source out again. */
  add(source: WaitingSource): () => void {
    const tell = () => {
      for (const listener of this.#listeners) listener();
    };
    this.#sources.set(source, source.onWaitingChange(tell));
    tell();
    return () => {
      this.#sources.get(source)?.();
      this.#sources.delete(source);
      tell();
    };
  }

  /** The newest first; those of unknown age last, as their sources have them. */
  all(): WaitingThing[] {
    return [...this.#sources.keys()]
      .flatMap((source) => source.waiting())
      .sort((a, b) => (b.since ?? 0) - (a.since ?? 0));
  }

  /** How many wait for an answer. */
  count(): number {
    return this.all().filter(({ isAnswered }) => !isAnswered).length;
  }

  /** One of them, or a part of one, as it is now. */
  find(id: string): WaitingThing | undefined {
    return this.all()
      .flatMap((thing) => [thing, ...(thing.parts ?? [])])
      .find((thing) => thing.id === id);
  }

  /** What a document or an editor of this title shows all of. */
  shownIn(place: string): WaitingThing | undefined {
    return this.all().find((thing) => thing.shownIn?.includes(place));
  }

  /** @returns ends the listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

/** By kind where there are many of several kinds, else undefined. */
export function groupedByKind(things: readonly WaitingThing[]): WaitingGroup[] | undefined {
  const groups = waitingKinds
    .map((kind) => ({ kind, things: things.filter((thing) => thing.kind === kind) }))
    .filter((group) => group.things.length > 0);
  return things.length > fewEnough && groups.length > 1 ? groups : undefined;
}
