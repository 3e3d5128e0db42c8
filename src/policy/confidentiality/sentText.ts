/** What the words of a request say to whoever receives them, in every encoding that is as good as none (PO-9). */

import { percentDecoded } from "../../core/text/addresses/percentDecoded";
import type { FetchEffect } from "../../core/vocabulary/effect";
import { lettersOf } from "../secrets/secretText";

/** Characters of code that may hold a secret; shorter ones hold none that is known by its form. */
const base64Run = /[A-Za-z0-9+/]{16,}/g;
const urlBase64Run = /[\w-]{16,}/g;
const hexRun = /[\da-f]{32,}/gi;

/** Where code begins does not show where letters of it stand before it, as a folder of a path does. */
const fromBase64 = (run: string): string[] =>
  [0, 1, 2, 3].map((start) => lettersOf(Buffer.from(run.slice(start), "base64")));

const fromHex = (run: string): string[] => [0, 1].map((start) => lettersOf(Buffer.from(run.slice(start), "hex")));

const found = (text: string, pattern: RegExp) => text.match(pattern) ?? [];

function decoded(text: string): string[] {
  return [
    ...[...found(text, base64Run), ...found(text, urlBase64Run)].flatMap(fromBase64),
    ...found(text, hexRun).flatMap(fromHex),
  ];
}

/** The labels before a host's domain, in one piece: whoever answers for the domain hears them when it is looked up. */
function labelsOf(url: string): string {
  const host = /^[a-z]+:\/\/([^/?#:]*)/i.exec(url)?.[1] ?? "";
  return host.split(".").slice(0, -2).join("");
}

/**
 * Everything that a request may be read as: as it is, without escapes (twice), with `+` as a blank, and what is in Base64
 * or hexadecimal in any of these, in the labels of its host together too. Linear in its length.
 */
export function textSentBy({ url, body = "" }: FetchEffect): string {
  const whole = `${url}\n${body}\n${labelsOf(url)}`;
  const once = percentDecoded(whole);
  const twice = percentDecoded(once);
  const readings = [...new Set([whole, once, twice])];
  const blanks = readings.filter((text) => text.includes("+")).map((text) => text.replaceAll("+", " "));
  return [...readings, ...blanks, ...readings.flatMap(decoded)].join("\n");
}
