/** True for a pattern that more than one name may match. */
export const isGlob = (pattern: string): boolean => /^!|[*?[\]{}]/.test(pattern);

/** What a pattern for files that matches nothing most likely was meant to say, as lines for a model. */
export function patternHints(pattern: string): string[] {
  const isAbsolute = /^(?:\/(?!\/)|[a-z]:[\\/])/i.test(pattern);
  const isList = /,/.test(pattern) && !/[{}[\]!]/.test(pattern);
  return [
    ...(isAbsolute
      ? [`[A pattern is relative to the folder that is searched, and so is "${pattern}": give another folder as path.]`]
      : []),
    ...(isList ? [`[Several patterns are written in braces: {${pattern.replace(/\s*,\s*/g, ",")}}.]`] : []),
  ];
}

/** Says of a regular expression that finds nothing what grep reads in it otherwise, as lines for a model. */
export const alternativeHints = (pattern: string): string[] =>
  /(?<!\\)(?:\\\\)*\\\|/.test(pattern)
    ? [String.raw`[In this syntax \| is the character |: alternatives are written a|b, without a backslash.]`]
    : [];

/** Says of a filter for files that leaves none what it most likely was meant to say, as lines for a model. */
export const filterHints = (include: string): string[] =>
  isGlob(include) || /\.[^/]*$/.test(include)
    ? patternHints(include)
    : [
        ...patternHints(include),
        `[To search a folder, give it as path, or as the glob ${include.replace(/\/+$/, "")}/**.]`,
      ];
