/** How alike two texts are, by the pairs of characters they share. */

/** By the coefficient of Dice: 0 where they share no pair, 1 where they are equal. */
export const similarity = (a: string, b: string): number => similarityTo(a)(b);

/** {@link similarity} of many texts to one, whose pairs are counted once. */
export function similarityTo(a: string): (b: string) => number {
  const pairs = new Map<number, number>();
  for (let at = 0; at < a.length - 1; at++) {
    const pair = pairAt(a, at);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return (b) => {
    if (a === b) return 1;
    if (a.length < 2 || b.length < 2) return 0;
    const used = new Map<number, number>();
    let shared = 0;
    for (let at = 0; at < b.length - 1; at++) {
      const pair = pairAt(b, at);
      const there = pairs.get(pair);
      if (there === undefined) continue;
      const taken = used.get(pair) ?? 0;
      if (taken < there) shared++;
      used.set(pair, taken + 1);
    }
    return (2 * shared) / (a.length + b.length - 2);
  };
}

const pairAt = (text: string, at: number) => text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);
