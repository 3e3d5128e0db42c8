/** Requests over the network, as the host makes them: one at a time, to an address that was judged (WF-6, PO-8b). */

import type { FetchEffect } from "../vocabulary/effect";
import type { SearchProvider } from "../vocabulary/searchProviderName";
import type { Reach } from "./confinement";

/** Judges the address that a name led to, for the connection that is about to be made. */
export interface AddressReach extends Pick<Reach, "isPublic" | "isPrivate"> {
  /** A person named this very server as one of their machine or network, so its address may be a private one. */
  readonly isLocal: boolean;
}

/** Where a kept key goes; the host puts it there, so no tool, log or effect ever holds it. */
export interface KeyPlace {
  readonly provider: SearchProvider;
  /** Name of a header; absent: `parameter` is set. */
  readonly header?: string;
  /** What stands before the key in the header. */
  readonly prefix?: string;
  /** Name of a parameter of the address. */
  readonly parameter?: string;
  /** False where the service also answers without one. */
  readonly isRequired: boolean;
}

/**
 * Which copies may answer instead of the server. `none`: no copy, and none is kept. `page`: the copy that this agent was
 * shown the beginning of, so that parts fit together. `fresh`: a copy of the last 15 minutes, after the server has said
 * that it still holds where it can say so. `renew`: the server alone, and its answer is kept for the parts that follow.
 */
export type CacheUse = "none" | "page" | "fresh" | "renew";

/** What a tool says of a request beside its effect. */
export interface FetchWish {
  /** Beside those that every request has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds for all of it, from looking up the name to the last byte. */
  readonly timeoutMs: number;
  /** Bytes of the body after decompression at most; what comes after them is not read. */
  readonly maxBytes: number;
  readonly cache: CacheUse;
  readonly key?: KeyPlace;
  /** Ends it with `too_large` as soon as the server says that the body is larger; absent: the beginning is taken. */
  readonly wholeOnly?: boolean;
  /** False for requests to a service that a person set up. */
  readonly asksRobots: boolean;
  /** Hears of bytes that came, and of how many where the server says so. */
  onProgress?(received: number, total: number | undefined): void;
}

/** One request. */
export interface WebRequest extends FetchWish {
  readonly url: string;
  readonly method: FetchEffect["method"];
  readonly body?: string;
  readonly reach: AddressReach;
  readonly userAgent: string;
  /** Whose copies may answer. */
  readonly agent: string;
  readonly signal: AbortSignal;
}

/** What a server said. Redirects and errors are answers too. */
export interface WebAnswer {
  readonly status: number;
  /** By names in small letters; several of one name joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  readonly body: Uint8Array;
  /** True when there is more than was wanted. */
  readonly isCutOff: boolean;
  /** Absolute address to which it redirects, as the server wrote it resolved against the request's; set for redirects only. */
  readonly location?: string;
  /** Milliseconds since 1970 at which the server sent it; earlier than now for a copy. */
  readonly time: number;
  /** True when no new body was sent for this request. */
  readonly isCopy: boolean;
}

/** Sends requests; redirects are returned, not followed. */
export interface WebPort {
  /**
   * @throws ToolError `unreachable` (no such name, refused, TLS, broken off), `denied` (an address that may not be dialled,
   * robots.txt), `timeout`, `cancelled`, `too_large`, `unavailable` (no key).
   */
  fetch(request: WebRequest): Promise<WebAnswer>;
}
