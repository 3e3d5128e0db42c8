/** Cutting bytes where no UTF-8 character is cut in two. */

const isContinuation = (byte: number) => (byte & 0xc0) === 0x80;

/** Number of bytes at the beginning that belong to a character begun before. */
export function leadingPart(bytes: Uint8Array): number {
  let from = 0;
  while (from < 3 && from < bytes.length && isContinuation(bytes[from] as number)) from++;
  return from;
}

/** The last place at or before `end` where no character is cut. */
export function characterStart(bytes: Uint8Array, end: number): number {
  let start = end;
  while (start > 0 && end - start < 4 && isContinuation(bytes[start - 1] as number)) start--;
  const lead = bytes[start - 1] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return lead >= 0xc0 && end - (start - 1) < length ? start - 1 : end;
}
