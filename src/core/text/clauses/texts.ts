/** Texts for a person, in the language of whoever reads them. `npm run manifest` collects those that `l10n.t` is called with. */

/** Gives a text in the language of whoever reads it; `{0}` is the first value. `vscode.l10n` is one. */
export interface Texts {
  t(message: string, ...values: (string | number)[]): string;
}

/** In English. */
export const englishTexts: Texts = {
  t: (message, ...values) => message.replace(/\{(\d+)\}/g, (whole, at) => String(values[at] ?? whole)),
};
