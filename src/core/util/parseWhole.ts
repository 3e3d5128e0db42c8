import type * as z from "zod";

/** What came of checking a value by a schema. */
export type Parsed<T> =
  | { readonly data: T; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: Pick<z.ZodError, "issues"> };

/** Checks a value; where `safeParse` itself throws, as for an object whose `length` is one, the value is wrong. */
export function parseWhole<T>(schema: z.ZodType<T>, value: unknown): Parsed<T> {
  try {
    const { data, error } = schema.safeParse(value);
    return error ? { error } : { data: data as T };
  } catch {
    return { error: { issues: [{ code: "custom", path: [], message: "Invalid input", input: value }] } };
  }
}
