/** What a crib's policy says of a command before it runs. */

import { judgeEffect } from "../../src/core/rules/rule";
import type { Decision } from "../../src/core/vocabulary/decision";
import type { RealCrib } from "./realCrib";

/** The verdict on a command line in the root. */
export async function verdictOn({ crib, session }: RealCrib, command: string): Promise<Decision> {
  const context = crib.context({ ...crib.context().caller, agent: session.agent });
  const cwd = await context.resolve(".");
  return judgeEffect(crib.rules, { kind: "exec", command, cwd, timeoutMs: 1000 }, context);
}
