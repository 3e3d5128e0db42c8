/**
 * Addresses as people, models and logs read them: as they will be requested, with the host in the letters that machines use
 * (Punycode), so that none looks like another (HB-4, PO-8b).
 */
import { parsedAddress } from "./parsedAddress";

/** Characters of an address in a title at most. */
const maxTitleLength = 90;

/** Characters of a host in a title at most; its end says whose it is. */
const maxHostLength = 64;

const asAscii = (text: string): string =>
  text.replace(/[^\x21-\x7e]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** Characters on which parsers of addresses disagree: one leaves them out, the next sees another host. */
export const strayCharacters =
  /[\0-\u0020\u007f-\u00a0\\\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zs}\p{Zl}\p{Zp}]/u;

function webAddress(address: string): URL | undefined {
  const url = strayCharacters.test(address) ? undefined : parsedAddress(address);
  return url?.protocol === "http:" || url?.protocol === "https:" ? url : undefined;
}

/** A user name or password is never shown. */
const beforeHost = ({ protocol, username, password }: URL): string =>
  `${protocol}//${username === "" && password === "" ? "" : "…@"}`;

const afterHost = ({ pathname, search, hash }: URL): string => `${pathname}${search}${hash}`;

/** The whole address. What is no web address is shown as it was given, with anything but plain letters as `\u{…}`. */
export function shownAddress(address: string): string {
  const url = webAddress(address);
  return url ? `${beforeHost(url)}${url.host}${afterHost(url)}` : asAscii(address);
}

function withoutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.floor((most - 1) / 3);
  return `${text.slice(0, most - 1 - end)}…${text.slice(text.length - end)}`;
}

/** The address for a title such as `Fetch https://example.org/a`: what is long is left out in its middle, the host last. */
export function shortAddress(address: string): string {
  const url = webAddress(address);
  if (!url) return withoutMiddle(asAscii(address), maxTitleLength);
  const { host } = url;
  const shownHost = host.length > maxHostLength ? `…${host.slice(host.length - maxHostLength + 1)}` : host;
  const start = `${beforeHost(url)}${shownHost}`;
  return start + withoutMiddle(afterHost(url), Math.max(20, maxTitleLength - start.length));
}

/** The host with its port, where one is written that is not the usual one; empty for what is no web address. */
export const shownHost = (address: string): string => webAddress(address)?.host ?? "";
