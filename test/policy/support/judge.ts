/** Short ways to a verdict for tests. */

import type { RuleContext } from "../../../src/core/rules/rule";
import { judgeEffect } from "../../../src/core/rules/rule";
import type { Decision } from "../../../src/core/vocabulary/decision";
import { rules } from "../../../src/policy/index";
import type { Fixture } from "./fixture";

/** `allow`, `ask`, `ask always` or `deny`. */
export const kindOf = ({ kind, always }: Decision): string => (always ? `${kind} always` : kind);

/** The verdict of all rules on a command line. */
export async function judgeCommand(
  fixture: Fixture,
  command: string,
  settings: Record<string, unknown> = {},
  changes: Partial<RuleContext> = {},
): Promise<Decision> {
  const context = fixture.context(settings, changes);
  const cwd = await context.resolve(".");
  return judgeEffect(rules, { kind: "exec", command: fixture.map(command), cwd, timeoutMs: 1000 }, context);
}

/** A table of tests: what is judged, and the kind and rule of the verdict. */
export type Expectation = readonly [input: string, kind: string, rule: string];
