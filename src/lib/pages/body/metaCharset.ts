import { labelToName } from "@exodus/bytes/encoding.js";

/** The encoding that a label names, in small letters; undefined for a label that the standard does not know. */
export const encodingNamed = (label: string | undefined): string | undefined =>
  label === undefined ? undefined : labelToName(label)?.toLowerCase();

/** Bytes in which the encoding has to be named; the standard asks for 1,024 at least. */
const scannedBytes = 1024;

/** Comments, beginnings of tags, and other markup. A comment ends at the first `-->`, of which `<!-->` has enough. */
const markup = /<!--(?:-?>|[\s\S]*?-->|[\s\S]*)|<(meta(?=[\t\n\f\r /])|\/?[a-z][^\t\n\f\r >]*)|<[!/?][^>]*/gi;

/** What may stand before an attribute, its name, and its value: one in quotes that never ends takes the rest. */
const attribute =
  /[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\t\n\f\r >"'][^\t\n\f\r >]*)?))?/y;

/** Attributes from a place on, by their names in small letters, and where they end; none when the text ends before them. */
function attributesFrom(text: string, start: number): { found: Map<string, string>; end: number } {
  const found = new Map<string, string>();
  let end = start;
  attribute.lastIndex = start;
  for (let one = attribute.exec(text); one; one = attribute.exec(text)) {
    end = attribute.lastIndex;
    const [, name = "", ...values] = one;
    if (end === text.length) return { found: new Map(), end };
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, values.find((value) => value !== undefined) ?? "");
  }
  return { found, end };
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
  markup.lastIndex = 0;
  for (let one = markup.exec(head); one; one = markup.exec(head)) {
    if (one[1] === undefined) continue;
    const { found, end } = attributesFrom(head, markup.lastIndex);
    markup.lastIndex = end;
    const name = one[1].toLowerCase() === "meta" ? encodingNamed(labelOf(found)) : undefined;
    if (name === undefined) continue;
    if (name === "x-user-defined") return "windows-1252";
    return name.startsWith("utf-16") ? "utf-8" : name;
  }
  return undefined;
}
