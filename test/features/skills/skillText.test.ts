/** What a person reads of a skill before they approve it (EX-8). */
import assert from "node:assert/strict";
import type { Skill, SkillInstall } from "../../../src/features/skills/skills";
import {
  outflowText,
  skillFactLines,
  skillState,
  skillWaits,
  skillWhole,
} from "../../../src/features/skills/skillText";

const bytes = (text: string) => Buffer.from(text);
const skill: Skill = {
  owner: "chat",
  name: "weekly",
  state: "pending",
  digest: "d",
  level: "INTERNAL",
  installs: [],
  files: [
    { name: "SKILL.md", bytes: bytes("a\u202eb\n") },
    { name: "run", bytes: bytes("#!/bin/sh\n") },
    { name: "data.bin", bytes: new Uint8Array([255]) },
    { name: "scripts/a.PY", bytes: bytes("") },
  ],
  manifest: { name: "weekly", description: "Sums up.", requiredTools: ["exec_run"], hosts: [], unaskedTools: "" },
};
const install = (condition: SkillInstall["condition"]): SkillInstall => ({
  ...{ place: "workspace", folder: "/ws/.github/skills/weekly", digest: "d", files: [], made: [] },
  condition,
});

describe("what a person reads of a skill (EX-8)", () => {
  it("is what it asks for, what it brings, how confidential it is, and every file with what hides in it", () => {
    assert.equal(
      skillWhole({ ...skill, origin: { agent: "chat", call: "c1", time: 0, level: "INTERNAL" } }),
      `weekly: waits for your approval
Sums up.
It needs these tools: exec_run.
It connects to these hosts: none are named.
It includes scripts, which run with the rights of the person who uses the skill: run, scripts/a.PY.
Its confidentiality level is INTERNAL.
It was written by the agent of the workspace chat, last on 1970-01-01.

--- SKILL.md (6 bytes)
a⟨U+202E⟩b

--- run (10 bytes)
#!/bin/sh

--- data.bin (1 byte)
(1 bytes of binary data)

--- scripts/a.PY (0 bytes)
`,
    );
  });

  it("says what it may carry, and which tools it wants to run unasked", () => {
    const lines = skillFactLines({
      ...skill,
      level: "CONFIDENTIAL",
      files: [],
      manifest: {
        name: "weekly",
        description: "x",
        requiredTools: [],
        hosts: ["a.org", "b.org"],
        unaskedTools: "Bash",
      },
    });
    assert.deepEqual(lines, [
      "It needs these tools: none are named.",
      "It connects to these hosts: a.org, b.org.",
      "It requests that these tools run without asking, which some agents would allow: Bash.",
      "It includes no scripts.",
      "It is CONFIDENTIAL: it was written by an agent that had read CONFIDENTIAL data, which its text may contain.",
      "It was written by the agent of the workspace chat.",
    ]);
  });

  it("names the first files that should not go where they are to be installed, and counts the others", () => {
    const reasons = ["a", "b", "c", "d", "e", "f", "g"];
    assert.equal(outflowText(reasons.slice(0, 5)), "a\nb\nc\nd\ne");
    assert.equal(outflowText(reasons), "a\nb\nc\nd\ne\nand 2 more of its files in the same way");
  });

  it("says nothing of scripts of one whose files could not be read", () => {
    const { manifest, ...unread } = { ...skill, files: [], state: "unusable", problem: "x" } as const;
    assert.deepEqual(skillFactLines(unread), [
      "Its confidentiality level is INTERNAL.",
      "It was written by the agent of the workspace chat.",
    ]);
  });

  it("says how it stands with it and with each copy", () => {
    const state = (part: Partial<Skill>) => skillState({ ...skill, ...part });
    assert.equal(state({ state: "approved" }), "approved, and not installed");
    assert.equal(
      state({ state: "changed", installs: [install("whole"), install("gone")] }),
      "changed since you approved it, and waits for your approval again; installed in /ws/.github/skills/weekly; no longer where it was installed, /ws/.github/skills/weekly",
    );
    assert.equal(
      state({ state: "approved", installs: [install("altered"), install("incomplete")] }),
      "approved; installed, and changed since then, in /ws/.github/skills/weekly; installed only in part in /ws/.github/skills/weekly",
    );
    assert.equal(state({ state: "unusable", problem: "x\u202e" }), "cannot be used: x⟨U+202E⟩");
    assert.equal(
      state({ state: "unusable", problem: "x", installs: [install("whole")] }),
      "cannot be approved again: x; installed in /ws/.github/skills/weekly",
    );
    assert.deepEqual(
      (["pending", "changed", "approved", "rejected", "unusable"] as const).filter((one) =>
        skillWaits({ ...skill, state: one }),
      ),
      ["pending", "changed"],
    );
  });
});
