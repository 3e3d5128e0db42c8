/** Told apart from what somebody who answered in time has thrown. */
export class Late extends Error {}

/**
 * An answer of somebody who may take only so long.
 * @throws Late when there is none in time; what comes later counts for nothing.
 */
export async function inTime<T>(answer: () => T | Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late(`it did not answer within ${milliseconds / 1000} s`)), milliseconds);
  });
  try {
    return await Promise.race([(async () => answer())(), late]);
  } finally {
    clearTimeout(timer);
  }
}
