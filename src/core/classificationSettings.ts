/** The settings on how confidential things are, and what follows (PO-9). */
import * as z from "zod";
import { classificationRule, raisingRule } from "./classificationRules";
import { define } from "./defineSetting";
import { levels } from "./level";

/** Part of every setting's definitions. */
export const classificationSettings = {
  "classification.rules": define(
    z
      .array(classificationRule)
      .default([])
      .describe(
        "How confidential files, hosts, commands and texts are, before the built-in levels; of the rules on one of them the first that matches holds. A host's level is also what may flow to it.",
      ),
    "machine",
  ),
  "classification.raise": define(
    z
      .array(raisingRule)
      .default([])
      .describe(
        "What is more confidential than it would be otherwise; every rule that matches counts, and none lowers.",
      ),
    "window",
    true,
  ),
  "classification.outflow": define(
    z
      .enum(["graded", "ask", "deny"])
      .default("graded")
      .describe(
        "What happens when a session would send what it has read to a place that is not cleared for it. `ask`: a person is asked each time; `deny`: refused; `graded`: RESTRICTED is refused, less is asked about.",
      ),
    "machine",
  ),
  "classification.ceiling": define(
    z
      .enum(levels)
      .default("RESTRICTED")
      .describe("The most confidential that agents may read: what is above is refused, or withheld once it is found."),
    "machine",
  ),
  "classification.redactSecrets": define(
    z
      .boolean()
      .default(false)
      .describe(
        "Take detected secrets out of what a model reads, with a mark in their place. Files stay as they are, and a change that would write such a mark is refused.",
      ),
    "machine",
  ),
};
