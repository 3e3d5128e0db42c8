/** Text without what a person would not see: hiding places for orders to a model. */

/** Ordinary text, which is most of it. */
const isOrdinary = (text: string) => !/[^\t\n\x20-\x7e]/.test(text);

const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** Reading direction, tags, fillers, and what stands between letters without being seen. */
const invisible =
  /(?!\p{Join_Control}|[\u180b-\u180d\u180f\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]|(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]|(?<![\u1820-\u18aa])[\u180b-\u180d\u180f]/gu;

/** Joiners anywhere but in emoji and in the scripts that are written with them. */
const idleJoiners =
  /(?<![\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{Extended_Pictographic}]|\ufe0f|[\u{1f3fb}-\u{1f3ff}])[\u200c\u200d]/gu;

/**
 * Removes control characters other than tab and line feed, marks of reading direction, tags and zero-width characters;
 * joiners stay where they make a letter or an emoji what it is. Lines end with `\n`.
 */
export function shownText(text: string): string {
  if (isOrdinary(text)) return text;
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(controls, "")
    .replace(invisible, "")
    .replace(idleJoiners, "");
}
