/** Texts for a person, in the language of whoever reads them. `npm run manifest` collects those that `l10n.t` is called with. */

/** Gives a text in the language of whoever reads it; `{0}` is the first value. `vscode.l10n` is one. */
export interface Texts {
  t(message: string, ...values: (string | number)[]): string;
}

/** How a person reads the marked texts of `clause`. */
export interface PersonsLanguage {
  /** A reason in their language. */
  local(reason: string): string;
  /** How times are written, as a BCP 47 tag. */
  readonly locale: string;
}

/** As programs and models read them. */
export const english: PersonsLanguage = { local: (reason) => reason, locale: "en-GB" };

/** In English. */
export const englishTexts: Texts = {
  t: (message, ...values) => message.replace(/\{(\d+)\}/g, (whole, at) => String(values[at] ?? whole)),
};
