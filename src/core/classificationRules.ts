/** The form of the rules that say how confidential something is (PO-9). */
import * as z from "zod";
import { commandRule } from "./commandRule";
import { levels } from "./level";

const level = z.enum(levels);
const path = z
  .string()
  .min(1)
  .describe(
    "Glob on a path relative to its workspace folder; outside of all, on the absolute path without its first /.",
  );
const host = z.string().min(1).describe("A host; *.example.org means every host below it, * every host.");
const content = z.string().min(1).max(1000);
const reason = z.string().min(1).max(200).optional().describe("Why, as one clause; shown to people and models.");

const matchOf = <C extends z.ZodType>(text: C) =>
  z.union([
    z.strictObject({ path }),
    z.strictObject({ host }),
    z.strictObject({ command: commandRule }),
    z.strictObject({ content: text }),
  ]);

/** A rule of a person or administrator: the first that matches decides, so it may also lower. */
export const classificationRule = z
  .strictObject({
    match: matchOf(
      content.describe("A text, or a /regex/ on one line; of a detected secret, on the secret itself."),
    ).describe("What it is about; one of path, host, command and content."),
    level: level.describe(
      "How confidential that is; of a host also what may flow to it, of a path what may be written.",
    ),
    clearance: level.optional().describe("Only with a host: what may flow to it at most, where that is not the level."),
    action: z
      .enum(["allow", "redact", "approve", "block"])
      .default("allow")
      .describe(
        "allow: it may be read, and counts; redact: what was matched is taken out of what the model sees, or secrets in what was read; approve: a person is asked each time; block: it is never read.",
      ),
    reason,
  })
  .refine(({ match, clearance }) => clearance === undefined || "host" in match, "clearance needs a host")
  .refine(
    ({ match, action }) => !("content" in match) || action !== "approve",
    "content is only known once it is read: use block or redact instead of approve",
  );
/** See {@link classificationRule}. */
export type ClassificationRule = z.infer<typeof classificationRule>;

/** A rule of a workspace: it can make more confidential what comes from somewhere, and do nothing else. */
export const raisingRule = z.strictObject({
  match: matchOf(
    content
      .refine((text) => !/^\/.+\/[a-z]*$/s.test(text), "a workspace may name a text, not an expression")
      .describe("A text."),
  ).describe("What it is about; one of path, host, command and content."),
  level: level.describe("How confidential that is at least."),
  reason,
});
/** See {@link raisingRule}. */
export type RaisingRule = z.infer<typeof raisingRule>;
