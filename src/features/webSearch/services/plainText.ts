/** The words of what a search service gives as a title or a snippet, which may be HTML. */
import { oneLine } from "../../../core/text/oneLine";

/** Marks that services put around and between words; other angle brackets, as in `Vec<T>`, are part of the text. */
const marks =
  /<\/?(?:a|b|br|cite|code|div|em|font|h[1-6]|i|li|mark|ol|p|s|small|span|strong|sub|sup|u|ul|wbr)\b[^<>]*>/gi;
/** Those of them that part words. */
const breaks = /^<\/?(?:br|div|h[1-6]|li|ol|p|ul)\b/i;

const names: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", hellip: "…", middot: "·", bull: "•" },
  ...{ ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", laquo: "«", raquo: "»" },
  ...{ copy: "©", reg: "®", trade: "™", deg: "°", times: "×", euro: "€", pound: "£" },
};

function letterOf(entity: string, body: string): string {
  if (!body.startsWith("#")) return Object.hasOwn(names, body) ? (names[body] ?? entity) : entity;
  const isHex = /^#x/i.test(body);
  const code = Number.parseInt(body.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  const isLetter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isLetter ? String.fromCodePoint(code) : entity;
}

/** On one line; an entity is decoded once, so that what shows a tag as text stays text. */
export const plainSearchText = (given: string): string =>
  oneLine(
    given
      .replace(marks, (tag) => (breaks.test(tag) ? " " : ""))
      .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, letterOf),
  );
