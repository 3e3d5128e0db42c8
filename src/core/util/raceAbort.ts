/**
 * What `work` comes to, or undefined when it is cancelled first: who does the work may not heed that, or never end. What
 * comes of it then counts for nothing.
 */
export async function raceAbort<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  let leave = () => {};
  const aborted = new Promise<undefined>((resolve) => {
    leave = () => resolve(undefined);
    signal.addEventListener("abort", leave, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
