/** What features have to say in the one item of the status bar, and what a person can do about it from there. */

/** The parts of the item, in their order. */
export const statusPlaces = ["mode", "waiting", "running", "read"] as const;

/** One of them. */
export type StatusPlace = (typeof statusPlaces)[number];

/** One entry of the item's menu. */
export interface StatusAction {
  /** Name of an icon. */
  readonly icon: string;
  readonly label: string;
  /** A command of VS Code, without arguments. */
  readonly command: string;
}

/** What one feature says. */
export interface StatusPart {
  /** Short; `$(name)` is an icon. */
  readonly text: string;
  /** One sentence on what it means. */
  readonly about: string;
  /** How much it asks for a look; absent: not at all. */
  readonly weight?: "warning" | "error";
  readonly actions: readonly StatusAction[];
}

/** A feature that says something at times. */
export interface StatusSource {
  /** Undefined while it has nothing to say. */
  statusPart(): StatusPart | undefined;
  /** @returns ends the listening. */
  onStatusChange(listener: () => void): () => void;
}

/** The item as it is drawn. */
export interface StatusText {
  readonly text: string;
  readonly about: string;
  readonly weight: StatusPart["weight"] | undefined;
}

/** What is said in a window. */
export class StatusParts {
  readonly #sources = new Map<StatusPlace, StatusSource>();
  readonly #listeners = new Set<() => void>();

  /** @returns takes it out again. */
  add(place: StatusPlace, source: StatusSource): () => void {
    const tell = () => {
      for (const listener of this.#listeners) listener();
    };
    this.#sources.set(place, source);
    const endListening = source.onStatusChange(tell);
    tell();
    return () => {
      endListening();
      this.#sources.delete(place);
      tell();
    };
  }

  /** Those that have something to say, in the order of their places. */
  all(): StatusPart[] {
    return statusPlaces.flatMap((place) => this.#sources.get(place)?.statusPart() ?? []);
  }

  /** All of them in one; undefined where there is nothing to say. */
  whole(): StatusText | undefined {
    const parts = this.all();
    if (parts.length === 0) return undefined;
    const weights = parts.map(({ weight }) => weight);
    return {
      text: parts.map(({ text }) => text).join("  "),
      about: parts.map(({ about }) => about).join("\n"),
      weight: (["error", "warning"] as const).find((weight) => weights.includes(weight)),
    };
  }

  /** @returns ends the listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
