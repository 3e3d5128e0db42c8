/** What a path that leads to nothing most likely was meant to say, by how models write paths. Pure. */

/** Quotation marks of a shell or of Markdown around the whole. */
const wrapped = /^(["'`])(.+)\1$/;

/** Without what stands around a path in a text. */
function unwrapped(place: string): string {
  const bare = place.trim();
  const inner = wrapped.exec(bare)?.[2];
  return inner === undefined ? bare : unwrapped(inner);
}

/** A shell's escapes taken back, and the separators of Windows made those of here. */
const withSlashes = (place: string): string =>
  place
    .replace(/\\(?=[ ()'"&[\]])/g, "")
    .replace(/\\+/g, "/")
    .replace(/^(?:\.\/)+/, "");

/** A place in a file: `:5`, `:5:3`, `:5-9`, `#L5` or `#L5-L9`. */
const position = /(?::\d+(?:[-:]\d+)?|#L\d+(?:-L?\d+)?)$/;

function decoded(place: string): string {
  try {
    return decodeURIComponent(place);
  } catch {
    return place;
  }
}

/**
 * The path that is meant by one that nobody gives to a file on purpose: in quotation marks, with blanks around it, or with
 * backslashes where these are part of a name; undefined for any other.
 * @param place with `/` between names.
 */
export function mistyped(place: string): string | undefined {
  const meant = withSlashes(unwrapped(place));
  return meant === place || meant === "" ? undefined : meant;
}

/** Paths that one which leads to nothing may mean, the likeliest first. @param place see mistyped. */
export function meantPlaces(place: string): readonly string[] {
  const typed = mistyped(place) ?? place;
  const plain = typed.replace(position, "");
  const meant = [typed, plain, decoded(typed), decoded(plain), plain.replace(/^@/, "")];
  return [...new Set(meant)].filter((one) => one !== place && one !== "");
}
