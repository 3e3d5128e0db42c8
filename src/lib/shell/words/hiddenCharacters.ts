/** Characters that make a command look like another one. */

const kinds: readonly (readonly [RegExp, string])[] = [
  // Tab and newline are ordinary; a carriage return overwrites what a terminal shows.
  [/[\0-\x08\x0b-\x1f\x7f-\x9f]/, "control characters"],
  [/\p{Bidi_Control}/u, "characters that change the reading direction"],
  [/(?!\p{Bidi_Control})[\p{Default_Ignorable_Code_Point}\p{Cf}]/u, "invisible characters"],
  [/(?! )[\p{Z}\u2800]/u, "unusual white space"],
  [/\p{Surrogate}/u, "broken characters"],
  // Shells differ on what a backslash before the end is.
  [/(?<!\\)(?:\\\\)*\\$(?![\s\S])/, "a backslash at its end"],
  // Long runs of blanks push the rest of a command out of sight.
  [/[ \t]{200}|\n{100}/, "a long run of white space"],
];

/** One clause for every kind of hiding character in a text. */
export const hiddenCharacters = (text: string): string[] =>
  kinds.filter(([pattern]) => pattern.test(text)).map(([, what]) => `it contains ${what}`);

/** The text with such characters written as `\u{…}`, so that a person sees them. */
export const visible = (text: string): string =>
  text.replace(
    /(?![\t\n ])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Z}\u2800\p{Surrogate}]/gu,
    (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`,
  );
