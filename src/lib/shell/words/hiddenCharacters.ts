/** Characters that make a command look like another one. */
import { clause } from "../../../core/text/clauses/clause";

const kinds: readonly (readonly [RegExp, string])[] = [
  // Tab and newline are ordinary; a carriage return overwrites what a terminal shows.
  [/[\0-\x08\x0b-\x1f\x7f-\x9f]/, clause`it contains control characters`],
  [/\p{Bidi_Control}/u, clause`it contains characters that change the reading direction`],
  [/(?!\p{Bidi_Control})[\p{Default_Ignorable_Code_Point}\p{Cf}]/u, clause`it contains invisible characters`],
  [/(?! )[\p{Z}\u2800]/u, clause`it contains unusual white space`],
  [/\p{Surrogate}/u, clause`it contains broken characters`],
  // Shells differ on what a backslash before the end is.
  [/(?<!\\)(?:\\\\)*\\$(?![\s\S])/, clause`it contains a backslash at its end`],
  // Long runs of blanks push the rest of a command out of sight.
  [/[ \t]{200}|\n{100}/, clause`it contains a long run of white space`],
];

/** One clause for every kind of hiding character in a text. */
export const hiddenCharacters = (text: string): string[] =>
  kinds.filter(([pattern]) => pattern.test(text)).map(([, why]) => why);

/** The text with such characters written as `\u{…}`, so that a person sees them. */
export const visible = (text: string): string =>
  text.replace(
    /(?![\t\n ])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Z}\u2800\p{Surrogate}]/gu,
    (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`,
  );
