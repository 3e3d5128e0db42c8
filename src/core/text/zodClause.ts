/** What zod says is wrong, as a clause for people and models. */
import type * as z from "zod";

/** The wish behind an issue, such as `expected string`. */
export const zodClause = (issue: z.core.$ZodIssue | undefined): string =>
  (issue?.message ?? "it is invalid")
    .replace(/^Invalid (?:input|option): /, "")
    .replace(/^Too (?:small|big): /, "")
    .replace(/, received .*$/, "");
