/** Shells that know less than bash does (`sh`, `dash`, `ash`). */

/**
 * What bash reads as syntax, or expands, and a plainer shell does not; too much is the safe side. A keyword may go on in the
 * next line, and `10<` is a descriptor to bash and an argument to others, which know those of one digit.
 */
const bashSyntax =
  /\\\n|\d\d[<>]|\[\[|\(\(|\$['"[]|[<>]\(|(?<!\$)[{]|&>|>&\s*[^\d\s-]|\|&|<<<|;;?&|[?*+@!]\(|\b(?:function|select|coproc|time|source|let|declare|typeset|local)\b/;

/** True for a text that a plainer shell may read in another way than bash, by which it is judged. */
export const isReadOtherwise = (text: string): boolean => bashSyntax.test(text);
