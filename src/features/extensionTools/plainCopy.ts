/** How deep facts may be nested. */
const maxDepth = 100;

/**
 * A copy of plain data as JSON has it.
 * @param most characters of its texts and one for each value at most; nothing beyond is looked at.
 * @throws Error with one clause for what is too large or no JSON.
 */
export function plainCopy(value: unknown, most: number): unknown {
  let left = most;
  const spend = (characters: number) => {
    left -= characters;
    if (left < 0) throw new Error(`the data of its answer has more than ${most} characters`);
  };
  const copy = (one: unknown, depth: number): unknown => {
    if (depth > maxDepth) throw new Error(`the data of its answer is nested more than ${maxDepth} deep`);
    if (typeof one === "string") {
      spend(one.length + 1);
      return one.replace(/\p{Surrogate}/gu, "\uFFFD");
    }
    spend(1);
    if (one === null || typeof one === "boolean" || (typeof one === "number" && Number.isFinite(one))) return one;
    if (Array.isArray(one)) {
      spend(one.length);
      return Array.from(one, (item) => copy(item ?? null, depth + 1));
    }
    if (typeof one !== "object") throw new Error(`the data of its answer contains a ${typeof one}, which is not JSON`);
    const copied: Record<string, unknown> = Object.create(null);
    for (const key in one)
      if (Object.hasOwn(one, key)) {
        spend(key.length);
        const item = (one as Record<string, unknown>)[key];
        if (item !== undefined) copied[key] = copy(item, depth + 1);
      }
    return { ...copied };
  };
  return copy(value, 0);
}
