/** Files for ripgrep to look at and no others, in the words of an ignore file. */

/**
 * The text of an ignore file that leaves out everything but some files and the folders they lie in. Given by
 * `--ignore-file` it counts only where no other rule says anything of a path: it never brings back what is left out.
 * @param paths relative to the folder that ripgrep starts in, with `/`.
 */
export function candidateRules(paths: Iterable<string>): string {
  const places = new Set<string>();
  for (const path of paths)
    for (let slash = path.length; slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
      const place = path.slice(0, slash);
      if (places.has(place)) break;
      places.add(place);
    }
  return `*\n${[...places].map((place) => `!/${escaped(place)}\n`).join("")}`;
}

/** What cannot be written in a line, or was no UTF-8, is left open: a rule may bring in too much, and never too little. */
const escaped = (place: string): string =>
  place
    .replace(/[\p{Cc}\ufffd]|[^\S ]/gu, "\ufffd")
    .replace(/[^\w./\-\u0080-\u{10ffff}]/gu, "\\$&")
    .replace(/\ufffd+/gu, "*");
