/** Looking into JSON of which nothing is known. */

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** The value at a path of names and numbers; undefined where there is none. What every object has by nature is none. */
export const valueAt = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((held, name) => (isObject(held) && Object.hasOwn(held, name) ? held[name] : undefined), value);

/** The same as a list; undefined where there is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] | undefined {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : undefined;
}

/** The same as a text that is not empty; undefined where there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === "string" && found !== "" ? found : undefined;
}

/** The names in an object, or what else a value is, for a sentence about it. */
export function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (!isObject(value)) return value === null ? "null" : `a ${typeof value}`;
  const names = Object.keys(value);
  const shown = names.slice(0, 10).map((name) => JSON.stringify(name.slice(0, 40)));
  return names.length === 0 ? "an empty object" : `an object with ${shown.join(", ")}${names.length > 10 ? ", …" : ""}`;
}
