/** Keys of search services: put into a request at the last moment, and into nothing else (WS-1). */

import type { KeyPlace, WebAnswer } from "../../core/ports/web";
import { noSearchKey, serviceNames } from "../../core/settings/searchProvider";
import type { SearchProvider } from "../../core/vocabulary/searchProviderName";
import { ToolError } from "../../core/vocabulary/toolError";

/** The kept key of a service; undefined when there is none. */
export type Keys = (provider: SearchProvider) => Promise<string | undefined>;

/** A request with its key. */
export interface Keyed {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined when none was put into it. */
  readonly key?: string;
}

/** @throws ToolError `unavailable` when a key is needed and none is kept, or when it cannot be sent. */
export async function withKey(url: URL, place: KeyPlace | undefined, keys: Keys | undefined): Promise<Keyed> {
  if (!place) return { url, headers: {} };
  const key = (await keys?.(place.provider))?.trim();
  if (!key) {
    if (place.isRequired) throw new ToolError("unavailable", noSearchKey(place.provider));
    return { url, headers: {} };
  }
  if (!/^[\x20-\x7e]+$/.test(key))
    throw new ToolError(
      "unavailable",
      `The saved key of ${serviceNames[place.provider]} contains characters that no key has: ask the person to set it up again with the command Toolcrib: Set Up Web Search….`,
    );
  if (place.header !== undefined)
    return { url, headers: { [place.header.toLowerCase()]: `${place.prefix ?? ""}${key}` }, key };
  const keyed = new URL(url);
  if (place.parameter !== undefined) keyed.searchParams.set(place.parameter, key);
  return { url: keyed, headers: {}, key };
}

/** An answer that may repeat the key, as pages of errors and redirects do, without it. */
export function withoutKey(answer: WebAnswer, key: string): WebAnswer {
  const forms = [...new Set([key, encodeURIComponent(key), new URLSearchParams({ key }).toString().slice(4)])];
  const hidden = (text: string) => forms.reduce((rest, form) => rest.replaceAll(form, "***"), text);
  return {
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, hidden(value)])),
    body: Buffer.from(hidden(Buffer.from(answer.body).toString("latin1")), "latin1"),
    ...(answer.location !== undefined && { location: hidden(answer.location) }),
  };
}
