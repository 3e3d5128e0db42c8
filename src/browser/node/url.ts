/** The part of `node:url` that modules for every host use. Without it the letters of a host are shown as they are written. */
export const domainToUnicode = (host: string): string => host;
