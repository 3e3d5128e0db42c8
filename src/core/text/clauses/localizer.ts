/** Texts for a person, in their language where somebody shows them who knows it. */

/** As `vscode.l10n`: `npm run manifest` collects the literal texts that `l10n.t` is called with. */
export interface Localizer {
  /** @param text with `{0}`, `{1}`… for the values. */
  t(text: string, ...values: (string | number)[]): string;
}

/** For programs and terminals. */
export const inEnglish: Localizer = {
  t: (text, ...values) => text.replace(/\{(\d+)\}/g, (whole, at) => String(values[Number(at)] ?? whole)),
};
