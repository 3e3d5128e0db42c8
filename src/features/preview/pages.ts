/** Long texts in parts that a dialog can show: nobody is asked to allow what they could not read. */

/** Characters of a part at most. */
const maxCharacters = 2000;
/** Lines of a part at most: of more a dialog shows the end of the screen. */
const maxLines = 30;

/** The text in parts, at line ends where there are any; one at least, and all of it. */
export function pagesOf(text: string): string[] {
  const pages: string[] = [];
  let rest = text;
  while (rest.length > 0) {
    const at = endOfPage(rest);
    pages.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return pages.length > 0 ? pages : [""];
}

/** Where the first part of a text ends. */
function endOfPage(text: string): number {
  const lines = text.slice(0, maxCharacters + 1).split("\n");
  const fitting = lines.slice(0, maxLines).join("\n").length + 1;
  if (lines.length > maxLines) return fitting;
  if (text.length <= maxCharacters) return text.length;
  const lineEnd = text.lastIndexOf("\n", maxCharacters - 1) + 1;
  if (lineEnd > maxCharacters / 2) return lineEnd;
  // Not between the halves of a character.
  return /[\uD800-\uDBFF]/.test(text.charAt(maxCharacters - 1)) ? maxCharacters - 1 : maxCharacters;
}
