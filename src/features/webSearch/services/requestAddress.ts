/** Addresses of requests, put together so that no query changes where they go. */

/** A text with a replacement for the halves of letters that UTF-8 cannot hold. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\ufffd");

/** A text as one piece of a path or a query. */
export const encoded = (text: string): string => encodeURIComponent(wellFormed(text));

/** A text as it stands between the quotation marks of JSON. */
export const inJson = (text: string): string => JSON.stringify(wellFormed(text)).slice(1, -1);

/** An address with parameters behind it. */
export const withParameters = (address: string, parameters: Readonly<Record<string, string | number>>): string =>
  `${address}?${Object.entries(parameters)
    .map(([name, value]) => `${name}=${encoded(String(value))}`)
    .join("&")}`;
