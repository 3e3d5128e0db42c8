/** Text that does more than it shows: hidden characters and remote schemas an editor fetches by itself (D-7). */

import type { Rule } from "../../core/rules/rule";
import { changedBytes } from "../../core/text/changedBytes";
import { clause } from "../../core/text/clauses/clause";
import { askAlways, type Decision } from "../../core/vocabulary/decision";
import type { Effect } from "../../core/vocabulary/effect";

/** Reading direction, tags and zero-width characters between letters; joiners inside emoji are ordinary. */
const hidden =
  /[\p{Bidi_Control}\u{e0000}-\u{e007f}]|(?<=[\x21-\x7e])[\u200b-\u200d\u2060-\u2064\ufeff](?=[\x21-\x7e])/gu;
/** Schemas of these hosts are what editors fetch anyway. */
const defaultSchema =
  /^https?:\/\/(?:(?:www\.)?schemastore\.org|json\.schemastore\.org|json-schema\.org|raw\.githubusercontent\.com\/SchemaStore)(?:[/:]|$)/i;

/** Bytes on both sides of a change that are looked at with it: a character, and what stands beside it. */
const margin = 16;
/** Bytes of a file in which a schema's address is looked for after its key. */
const maxSchemaLength = 8192;
/** More schemas than this in one file are nobody's settings, and reading them all would take long. */
const maxSchemas = 1000;
const schemaKey = '"$schema"';

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** The same text in UTF-8, where a mark says that it is stored otherwise. */
function asUtf8(bytes: Uint8Array): Uint8Array {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  if (mark === 0xfffe) return Buffer.from(new TextDecoder("utf-16le").decode(bytes));
  if (mark === 0xfeff) return Buffer.from(new TextDecoder("utf-16be").decode(bytes));
  return bytes;
}

/** Bytes by which VS Code tells a file that it shows no text of. */
const binaryHead = 512;

/** In every other compressed file chance brings bytes that read like a hidden character; nobody is misled by what nobody reads. */
const isBinary = (bytes: Uint8Array) => bytes.subarray(0, binaryHead).includes(0);

const countHidden = (bytes: Uint8Array) => [...decode(bytes).matchAll(hidden)].length;

/** Whether a change brings in a character that cannot be seen; what was there before is no news. */
function bringsHidden(before: Uint8Array, after: Uint8Array): boolean {
  const { start, endBefore, endAfter } = changedBytes(before, after);
  const around = (bytes: Uint8Array, end: number) => bytes.subarray(Math.max(0, start - margin), end + margin);
  return countHidden(around(after, endAfter)) > countHidden(around(before, endBefore));
}

/** Where a change may have made an address, or a part of one, of a content's schemas; what lies elsewhere was there before. */
function nearChange(before: Uint8Array, after: Uint8Array): Uint8Array {
  const { start, endAfter } = changedBytes(before, after);
  return after.subarray(Math.max(0, start - maxSchemaLength - schemaKey.length), endAfter + maxSchemaLength);
}

/**
 * The addresses of all schemas that a text names.
 * @returns undefined when there are too many to read.
 */
function schemasIn(bytes: Uint8Array): string[] | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const found: string[] = [];
  for (let at = file.indexOf(schemaKey), seen = 0; at >= 0; at = file.indexOf(schemaKey, at + 1)) {
    if (++seen > maxSchemas) return undefined;
    const match = /^"\$schema"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(decode(file.subarray(at, at + maxSchemaLength)));
    if (match?.[1] !== undefined) found.push(match[1].replaceAll("\\/", "/"));
  }
  return found;
}

/** From a host that editors do not ask anyway. */
const isFetched = (schema: string) => /^[a-z][a-z0-9+.-]*:\/\//i.test(schema) && !defaultSchema.test(schema);

/** Writes that bring such text in are asked about every time. */
export const writtenTextRule: Rule = {
  name: "writtenText",
  judge(effect: Effect): Decision | undefined {
    if (effect.kind !== "write" || !effect.after?.length) return undefined;
    const before = asUtf8(effect.before ?? new Uint8Array());
    const after = asUtf8(effect.after);
    if (!isBinary(after) && bringsHidden(before, after))
      return askAlways("writtenText", clause`the new text contains invisible characters`);
    const schemas = schemasIn(nearChange(before, after));
    if (!schemas) return askAlways("writtenText", clause`it refers to more schemas than can be checked`);
    const fetched = schemas.filter(isFetched);
    const known = new Set(fetched.length > 0 ? schemasIn(before) : []);
    const added = fetched.find((schema) => !known.has(schema));
    return added === undefined
      ? undefined
      : askAlways("writtenText", clause`editors would download its schema from ${added.slice(0, 200)}`);
  },
};
