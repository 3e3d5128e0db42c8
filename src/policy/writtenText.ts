/** Text that does more than it shows: hidden characters and remote schemas an editor fetches by itself (D-7). */
import { askAlways, type Decision } from "../core/decision";
import type { Effect } from "../core/effect";
import type { Rule } from "../core/rule";

/** Reading direction, tags and zero-width characters between letters; joiners inside emoji are ordinary. */
const hidden =
  /[\p{Bidi_Control}\u{e0000}-\u{e007f}]|(?<=[\x21-\x7e])[\u200b-\u200d\u2060-\u2064\ufeff](?=[\x21-\x7e])/u;
/** Schemas of these hosts are what editors fetch anyway. */
const usualSchema =
  /^https?:\/\/(?:(?:www\.)?schemastore\.org|json\.schemastore\.org|json-schema\.org|raw\.githubusercontent\.com\/SchemaStore)(?:[/:]|$)/i;

const decode = (bytes: Uint8Array | undefined) => (bytes === undefined ? "" : new TextDecoder().decode(bytes));
const schemasIn = (text: string) =>
  [...text.matchAll(/"\$schema"\s*:\s*"((?:[^"\\]|\\.)*)"/g)].map((match) => (match[1] ?? "").replaceAll("\\/", "/"));

/** Writes that bring such text in are asked about every time; what was there before is no news. */
export const writtenTextRule: Rule = {
  name: "writtenText",
  judge(effect: Effect): Decision | undefined {
    if (effect.kind !== "write" || effect.after === undefined) return undefined;
    const before = decode(effect.before);
    const after = decode(effect.after);
    if (hidden.test(after) && !hidden.test(before))
      return askAlways("writtenText", "the new text holds characters that cannot be seen");
    const known = new Set(schemasIn(before));
    const added = schemasIn(after).find(
      (schema) => /^[a-z][a-z0-9+.-]*:\/\//i.test(schema) && !usualSchema.test(schema) && !known.has(schema),
    );
    return added === undefined
      ? undefined
      : askAlways("writtenText", `editors would fetch its schema from ${added.slice(0, 200)}`);
  },
};
