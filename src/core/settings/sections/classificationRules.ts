/** The form of the rules that say how confidential something is (PO-9). */
import * as z from "zod";
import { levels } from "../../vocabulary/level";
import { commandRuleSchema } from "./commandRule";

const level = z.enum(levels);
const path = z
  .string()
  .min(1)
  .describe(
    "Glob pattern of a path relative to its workspace folder; outside all workspace folders, of the absolute path without its first /.",
  );
const host = z.string().min(1).describe("A host; *.example.org matches every host below it, * every host.");
const content = z.string().min(1).max(1000);
const reason = z.string().min(1).max(200).optional().describe("The reason, as one clause; shown to people and models.");

const matchOf = <C extends z.ZodType>(text: C) =>
  z.union([
    z.strictObject({ path }),
    z.strictObject({ host }),
    z.strictObject({ command: commandRuleSchema }),
    z.strictObject({ content: text }),
  ]);

/** A rule of a person or administrator: the first that matches decides, so it may also lower. */
export const classificationRuleSchema = z
  .strictObject({
    match: matchOf(
      content.describe("A text, or a /regex/ that matches within one line; for a detected secret, the secret itself."),
    ).describe("What the rule applies to: a path, a host, a command or content."),
    level: level.describe(
      "How confidential it is. For a host also the highest level that may be sent to it, for a path the highest level that may be written to it.",
    ),
    clearance: level
      .optional()
      .describe("Only for a host: the highest level that may be sent to it, if that is not its own level."),
    action: z
      .enum(["allow", "redact", "approve", "block"])
      .default("allow")
      .describe(
        "allow: it may be read and raises the session's level; redact: the match, or secrets in what was read, are removed from what the model sees; approve: a person is asked each time; block: it is never read.",
      ),
    reason,
  })
  .refine(({ match, clearance }) => clearance === undefined || "host" in match, "clearance needs a host")
  .refine(
    ({ match, action }) => !("content" in match) || action !== "approve",
    "content can only be matched after it was read: use block or redact instead of approve",
  );
/** See {@link classificationRuleSchema}. */
export type ClassificationRule = z.infer<typeof classificationRuleSchema>;

/** A rule of a workspace: it can make more confidential what comes from somewhere, and do nothing else. */
export const raisingRule = z.strictObject({
  match: matchOf(
    content
      .refine((text) => !/^\/.+\/[a-z]*$/s.test(text), "a workspace may only give a text, not a regular expression")
      .describe("A text."),
  ).describe("What the rule applies to: a path, a host, a command or content."),
  level: level.describe("The lowest level that it has."),
  reason,
});
/** See {@link raisingRule}. */
export type RaisingRule = z.infer<typeof raisingRule>;
