/** The name that a downloaded file gets in a folder: the server's wish, made harmless (RFC 6266). */

/** Where neither the server nor the address gives a name. */
export const namelessFile = "download";

/** Bytes of a name at most, which every file system takes with room for a suffix. */
const maxBytes = 150;

/** Windows opens a device by these, whatever follows the first dot. */
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)/i;

/** What hides or reorders the rest of a name, or ends a line of it. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Surrogate}]/gu;

/** Texts that are no percent-encoded UTF-8 stay as they are. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const decodedAs = (charset: string, bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const bytesOfLatin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Servers write UTF-8 where the header knows bytes alone. */
const readBytes = (text: string): string =>
  (/^[\0-\xff]*$/.test(text) ? decodedAs("utf-8", bytesOfLatin1(text)) : undefined) ?? text;

/** `UTF-8'en'na%C3%AFve.txt` (RFC 8187); undefined for what is none. */
function extendedValue(value: string): string | undefined {
  const [, charset = "", escaped = ""] = /^\s*"?([\w-]+)'[^']*'((?:%[\da-f]{2}|[^%"\s])*)"?\s*$/i.exec(value) ?? [];
  const raw = escaped.replace(/%([\da-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return decodedAs(charset, bytesOfLatin1(raw));
}

/** The parameters of a header by their names in small letters; the first of each counts. */
function parametersOf(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", quoted, plain = ""] of header.matchAll(
    /;\s*([\w!#$&+.^`|~*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g,
  )) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted?.replace(/\\(["\\])/g, "$1") ?? plain.trim());
  }
  return found;
}

function wishOf(disposition: string | undefined): string | undefined {
  const parameters = parametersOf(disposition ?? "");
  const extended = parameters.get("filename*");
  const plain = parameters.get("filename");
  return (extended === undefined ? undefined : extendedValue(extended)) ?? (plain && readBytes(plain));
}

const byteLength = (text: string) => new TextEncoder().encode(text).length;

/** As many whole characters from the start as fit. */
function fitting(text: string, most: number): string {
  let length = 0;
  let used = 0;
  for (const character of text) {
    used += byteLength(character);
    if (used > most) break;
    length += character.length;
  }
  return text.slice(0, length);
}

/** Shortened before its ending, which says what is in the file. */
function shortened(name: string): string {
  const ending = /(?:\.tar)?\.[^.]{1,16}$/.exec(name)?.[0] ?? "";
  return fitting(name.slice(0, name.length - ending.length), maxBytes - byteLength(ending)) + ending;
}

/** One plain name that means the same on every system, and is no hidden file; empty where nothing is left. */
function harmless(wish: string): string {
  const base = wish.normalize("NFC").replace(unseen, "").split(/[\\/]/).at(-1) ?? "";
  const plain = base
    .replace(/[<>:"|?*]/g, "_")
    .replace(/\s+/gu, " ")
    .replace(/^[. ~]+/, "");
  return shortened(plain)
    .replace(/[. ]+$/, "")
    .replace(device, "$&_");
}

/**
 * @param disposition the answer's `Content-Disposition`, where it has one.
 * @param url the address that answered.
 * @returns a name without folders, of at most 160 bytes; {@link namelessFile} where neither gives one.
 */
export function downloadName(disposition: string | undefined, url: string): string {
  const wishes = [wishOf(disposition), unescaped(new URL(url).pathname.split("/").at(-1) ?? "")];
  const names = wishes.map((wish) => (wish ? harmless(wish) : ""));
  return names.find((name) => name !== "") ?? namelessFile;
}
