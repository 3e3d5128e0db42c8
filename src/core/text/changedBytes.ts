/** Whether two contents are the same; undefined: there is no file. */
export const sameBytes = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;

/** What lies between the beginning and the end that two contents share. */
export interface ChangedBytes {
  /** Bytes that both begin with. */
  readonly start: number;
  /** Where what both end with begins in the first content. */
  readonly endBefore: number;
  /** The same in the second. */
  readonly endAfter: number;
}

/** Bytes that are compared in one step before a difference is looked for byte by byte. */
const block = 64 * 1024;

/** How many bytes two contents begin with alike. */
export function sharedHead(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at + block <= most && Buffer.compare(a.subarray(at, at + block), b.subarray(at, at + block)) === 0)
    at += block;
  while (at < most && a[at] === b[at]) at++;
  return at;
}

/** How many bytes two contents end with alike. @param most how many are looked at. */
export function sharedTail(a: Uint8Array, b: Uint8Array, most: number): number {
  const tail = (bytes: Uint8Array, from: number, to: number) => bytes.subarray(bytes.length - to, bytes.length - from);
  let at = 0;
  while (at + block <= most && Buffer.compare(tail(a, at, at + block), tail(b, at, at + block)) === 0) at += block;
  while (at < most && a[a.length - 1 - at] === b[b.length - 1 - at]) at++;
  return at;
}

/** Contents are never written to; the rules, the preview and the journal all ask about the same two. */
const known = new WeakMap<Uint8Array, { readonly before: WeakRef<Uint8Array>; readonly changed: ChangedBytes }>();

/** Finds the one stretch in which two contents differ; empty on both sides when they are the same. */
export function changedBytes(before: Uint8Array, after: Uint8Array): ChangedBytes {
  const found = known.get(after);
  if (found?.before.deref() === before) return found.changed;
  const start = sharedHead(before, after);
  const tail = sharedTail(before, after, Math.min(before.length, after.length) - start);
  const changed = { start, endBefore: before.length - tail, endAfter: after.length - tail };
  known.set(after, { before: new WeakRef(before), changed });
  return changed;
}
