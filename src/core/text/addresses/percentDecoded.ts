/**
 * A text in which what is escaped as `%41` stands for itself, byte by byte and of whatever encoding; a percent sign that
 * escapes nothing is left alone.
 */
export const percentDecoded = (text: string): string =>
  text.replace(/%([\da-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
