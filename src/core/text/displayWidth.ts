/** Columns that text takes where characters have one width (SH-13). */

/** East Asian wide and full-width characters and pictures take two columns. */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
/** Marks on the character before them and joiners take none. */
const narrowest = /^[\p{M}\p{Cf}]/u;

const columnsOf = (character: string) => (narrowest.test(character) ? 0 : wide.test(character) ? 2 : 1);

/** Columns of a line without control characters. */
export const displayWidth = (line: string): number => [...line].reduce((sum, one) => sum + columnsOf(one), 0);

/** The beginning of a line that fits, with `…` where something was cut; no character is cut in two. */
export function cutToWidth(line: string, columns: number): string {
  // Marks have no width, so a line of megabytes of them would fit: it ends somewhere all the same.
  let width = 0;
  let end = 0;
  for (const character of line) {
    width += columnsOf(character);
    if (width > columns || end > columns * 8) return `${line.slice(0, end)}…`;
    end += character.length;
  }
  return line;
}
