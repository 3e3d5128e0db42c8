/** What a search service is: how it is asked, and how it answers (WS-1). Nothing here knows a key or sends anything. */

import type { KeyPlace } from "../../../core/ports/web";
import type { FetchEffect } from "../../../core/vocabulary/effect";
import type { SearchProvider } from "../../../core/vocabulary/searchProviderName";

/** Results that a call may ask for at most. */
export const maxWanted = 50;

/** One request, without its key. */
export interface SearchRequest extends Pick<FetchEffect, "url" | "method" | "body"> {
  /** Beside those that every search has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A result as the service has it: nothing of it is to be trusted, and any of it may be missing. */
export interface GivenResult {
  readonly title: unknown;
  readonly url: unknown;
  readonly snippet?: unknown;
  readonly date?: unknown;
}

/** What a service said. */
export interface ServiceAnswer {
  readonly results: readonly GivenResult[];
  /** What it says of itself where that explains a lack of results; a clause without a full stop. */
  readonly trouble?: string;
}

/** A search service that is set up. */
export interface SearchService {
  readonly provider: SearchProvider;
  /** For people and models. */
  readonly name: string;
  /** Where its key goes; absent: it takes none. */
  readonly key?: KeyPlace;
  /** Results that it gives at most, over all requests. */
  readonly most: number;
  /** Why it cannot be asked for this, and what to do; absent: it can. */
  refusal?(query: string): string | undefined;
  /**
   * The requests that together ask for so many results, in the order in which they are made.
   * @param count 1 to `most`.
   * @returns 1 to 5 of them.
   * @throws ToolError `invalid_input` for a query that it cannot be asked for.
   */
  requests(query: string, count: number): readonly SearchRequest[];
  /** What a body that was parsed as JSON says; undefined when it is not of the documented form. Never throws. */
  read(answer: unknown): ServiceAnswer | undefined;
  /** What an answer lacks that cannot be read, as a clause; absent: the documented form. */
  readonly form?: string;
  /** True when a failure says that the key is not accepted, beside the statuses 401 and 403. Never throws. */
  refusesKey?(status: number, answer: unknown): boolean;
  /** What a person may do about a status, as a clause that follows a colon; absent: nothing special. */
  remedy?(status: number): string | undefined;
}
