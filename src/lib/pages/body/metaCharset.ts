import { labelToName } from "@exodus/bytes/encoding.js";

/** The encoding that a label names, in small letters; undefined for a label that the standard does not know. */
export const encodingNamed = (label: string | undefined): string | undefined =>
  label === undefined ? undefined : labelToName(label)?.toLowerCase();

/** Bytes in which the encoding has to be named; the standard asks for 1,024 at least. */
const scannedBytes = 1024;

/** Comments, tags with their attributes, and what begins like one of them. */
const markup = /<!--[\s\S]*?-->|<(\/?[a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>|<[!/?][^>]*>/gi;

const attribute = /([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/g;

function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", ...values] of text.matchAll(attribute)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, values.find((value) => value !== undefined) ?? "");
  }
  return found;
}

const inContent = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"'][^\s;]*))/i;

/** The label that one meta element names. */
function labelOf(attributes: Map<string, string>): string | undefined {
  const charset = attributes.get("charset");
  if (charset !== undefined) return charset;
  if (attributes.get("http-equiv")?.toLowerCase() !== "content-type") return undefined;
  return inContent
    .exec(attributes.get("content") ?? "")
    ?.slice(1)
    .find((label) => label !== undefined);
}

/**
 * The encoding that an HTML page names in its first bytes, in small letters: the prescan of the HTML standard. Bytes in
 * which this can be read are not UTF-16, whatever is named.
 */
export function metaCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, scannedBytes)).toString("latin1");
  for (const [, tag = "", attributes = ""] of head.matchAll(markup)) {
    if (tag.toLowerCase() !== "meta") continue;
    const name = encodingNamed(labelOf(attributesOf(attributes)));
    if (name === undefined) continue;
    if (name === "x-user-defined") return "windows-1252";
    return name.startsWith("utf-16") ? "utf-8" : name;
  }
  return undefined;
}
