/**
 * Marks reasons, notes and titles that people are given, so that they can be collected and translated. They stay plain English
 * texts.
 */

/**
 * What tells a person why something is asked about or refused, as a clause without a final period, or a note to a question, as
 * whole sentences: the English text itself, for models, logs and programs. `npm run manifest` collects it with `{0}`, `{1}`…
 * for its values, which no language changes; what takes a person to it in their language is `clauseTranslator`.
 */
export const clause = (texts: TemplateStringsArray, ...values: readonly (string | number | undefined)[]): string =>
  texts.reduce((whole, text, at) => `${whole}${values[at - 1]}${text}`);

/**
 * What a call does in a few words, as `Run npm test`: an English text like a clause. Kept apart from clauses, whose texts it
 * could be taken for: a title begins with a word, and goes on with anything.
 */
export const actionTitle: typeof clause = (texts, ...values) => clause(texts, ...values);

/**
 * A value of a clause that is a clause itself, or of a title that is a title, so it is translated as well; all others are
 * given as they are.
 */
export const nested = (reason: string): string => reason;
