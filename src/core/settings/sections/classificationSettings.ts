/** The settings on how confidential things are, and what follows (PO-9). */
import * as z from "zod";
import { levels } from "../../vocabulary/level";
import { classificationRuleSchema, raisingRule } from "./classificationRules";
import { define } from "./defineSetting";

/** Part of every setting's definitions. */
export const classificationSettings = {
  "classification.rules": define(
    z
      .array(classificationRuleSchema)
      .default([])
      .describe(
        "Rules that set the confidentiality of files, hosts, commands and text. They come before the built-in levels, and the first match applies. A host's level is also the highest level that may be sent to it.",
      ),
    "machine",
  ),
  "classification.raise": define(
    z
      .array(raisingRule)
      .default([])
      .describe(
        "Rules that raise the confidentiality of files, hosts, commands or text. All matching rules apply; none can lower it.",
      ),
    "window",
    true,
  ),
  "classification.outflow": define(
    z
      .enum(["graded", "ask", "deny"])
      .default("graded")
      .describe(
        "Controls what happens when a session would send data it has read to a place that may not receive it. `ask`: ask each time; `deny`: refuse; `graded`: refuse RESTRICTED data and ask about the rest.",
      ),
    "machine",
  ),
  "classification.ceiling": define(
    z
      .enum(levels)
      .default("RESTRICTED")
      .describe(
        "Maximum confidentiality of what agents may read. Anything above it is refused, or withheld if that only turns out after reading.",
      ),
    "machine",
  ),
  "classification.redactSecrets": define(
    z
      .boolean()
      .default(false)
      .describe(
        "Whether to replace detected secrets by a placeholder in what a model reads. Files stay unchanged, and a change that would write such a placeholder is refused.",
      ),
    "machine",
  ),
};
