import * as z from "zod";

/** A rule on a simple command: token prefix, exact text or `/regex/`, with examples that are checked at load (D-13). */
export const commandRuleSchema = z
  .union([
    z.string().min(1).describe("An exact command, or a regular expression between slashes."),
    z.array(z.string().min(1)).min(1).describe('A token prefix, for example ["git", "push"].'),
    z
      .strictObject({
        rule: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).describe("The rule itself."),
        matches: z.array(z.string()).optional().describe("Commands that the rule must match."),
        misses: z.array(z.string()).optional().describe("Commands that the rule must not match."),
      })
      .describe("A rule with examples, which are checked when the settings are read."),
  ])
  .describe("A token prefix, a simple command or a /regex/ that matches one, with or without examples.");
/** See {@link commandRuleSchema}. */
export type CommandRule = z.infer<typeof commandRuleSchema>;
