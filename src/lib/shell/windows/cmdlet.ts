/** How one cmdlet's parameters are understood (D-13). */
import type { Category } from "../words/types";

/** What becomes of a value: `text` is no path, `look` lists a name, `read` reads content, `write` changes. */
export type ValueKind = "text" | "look" | "read" | "write";

/** One row of the table. */
export interface Cmdlet {
  readonly name: string;
  readonly aliases: readonly string[];
  /** By how they are written, in any case and never abbreviated. */
  readonly switches: string;
  readonly parameters: Readonly<Record<string, ValueKind>>;
  /** What arguments without a parameter are, in their order; the last stands for all that follow. */
  readonly positions: readonly ValueKind[];
  /** It works on this where no path is given and nothing is piped into it. */
  readonly wholeFolder?: "look" | "read";
  /** Always ask, for this reason; paths are still judged, so that writing outside stays denied (D-5). */
  readonly always?: string;
  /** See SH-6; absent: neutral. */
  readonly category?: Category;
  /** Calls that run unasked inside the roots; tests run each. */
  readonly readOnly: readonly string[];
  /** Calls that ask; tests run each. */
  readonly asks: readonly string[];
}

/** Parameters of many cmdlets. */
export const filters = { "-Filter": "text", "-Include": "text", "-Exclude": "text" } as const;
export const looks = { "-Path": "look", "-LiteralPath": "look", ...filters } as const;
export const reads = { "-Path": "read", "-LiteralPath": "read" } as const;
export const writes = { "-Path": "write", "-LiteralPath": "write", ...filters } as const;
export const property = { "-Property": "text" } as const;
