import assert from "node:assert/strict";
import { join } from "node:path";
import { ToolError } from "../../../../src/core/vocabulary/toolError";
import type { Skill } from "../../../../src/features/skills/skills";
import { type CribOptions, type RealCrib, realCrib } from "../../../support/realCrib";
import type { Tree } from "../../../support/tempFolder";

/** What the agent saves. */
export const given = {
  name: "weekly",
  description: "Sums up the week.",
  instructions: "Run `scripts/run.sh`.",
  files: [{ path: "scripts/run.sh", content: "echo week\n" }],
};

/** A crib in which an agent has saved it. */
export interface WithSkill extends RealCrib {
  /** The skill as it is now. */
  skill(): Promise<Skill>;
  /** The agent's folder with it. */
  readonly source: string;
  /** Where it is installed in the workspace, and for the person. */
  readonly target: string;
  readonly own: string;
}

/** @param tree what the workspace of the person holds. */
export async function withSkill(tree: Tree = {}, options: CribOptions = {}): Promise<WithSkill> {
  const made = await realCrib(tree, options);
  await made.call("skill_save", given);
  return {
    ...made,
    source: join(made.own, "skills/weekly"),
    target: join(made.root, ".github/skills/weekly"),
    own: join(made.home, ".copilot/skills/weekly"),
    async skill() {
      await made.crib.skills.refresh();
      const [skill] = made.crib.skills.all();
      assert.ok(skill);
      return skill;
    },
  };
}

/** How it stands with a skill, and with what is installed of it. */
export const stateOf = ({ state, problem, installs }: Skill) => [
  problem ?? state,
  ...installs.map((one) => one.condition),
];

/** The error of what has to fail. */
export const failure = async (doing: Promise<unknown>): Promise<string> => {
  const error = await doing.then(
    () => assert.fail("it did not fail"),
    (error: unknown) => error,
  );
  assert.ok(error instanceof ToolError);
  return `${error.code}: ${error.message}`;
};
