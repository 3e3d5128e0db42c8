/** Manifests in JSON: read from a file's bytes, with one clause on the first thing that is wrong. Pure. */
import type * as z from "zod";
import { zodClause } from "../../core/text/zodClause";
import { messageOf } from "../../core/vocabulary/toolError";

/** Bytes of a manifest at most. */
export const maxManifestBytes = 256 * 1024;

/** @throws Error with one clause for what is no JSON in UTF-8, or too much of it. */
export function jsonIn(bytes: Uint8Array): unknown {
  if (bytes.length > maxManifestBytes) throw new Error(`it is ${bytes.length} bytes; the limit is ${maxManifestBytes}`);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Error(`it is not JSON in UTF-8 (${messageOf(error)})`);
  }
}

/** @throws Error with one clause on the first thing that is wrong. */
export function checkedBy<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Error(firstProblem(parsed.error));
  return parsed.data;
}

function firstProblem({ issues: [issue] }: z.ZodError): string {
  const place = issue?.path.join(".") ?? "";
  const wish = zodClause(issue);
  return place === "" ? wish : `"${place}" is wrong: ${wish}`;
}

/** The file's text. */
export const jsonText = (manifest: object): string => `${JSON.stringify(manifest, undefined, 2)}\n`;
