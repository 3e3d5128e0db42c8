import assert from "node:assert/strict";
import fc from "fast-check";
import { backgroundName } from "../../../../src/core/ports/workspaces";
import { agentPart, projectPart, workspaceId } from "../../../../src/features/workspaces/node/workspaceId";

/** As the laxest file systems compare names: no case, no accents, no widths, no dots or blanks at the end. */
const folded = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[. ]+$/, "");

/** Names that differ only in what some file system does not see, and any others. */
const alike = fc.constantFrom(
  "a",
  "A",
  "ä",
  "a\u0308",
  "ａ",
  "а",
  "-",
  "_",
  ".",
  " ",
  "\u200b",
  "\u202e",
  "\ud800",
  "\udc01",
  "\0",
  "1",
  "\\",
  ":",
);
const name = fc.oneof(
  fc.array(alike, { maxLength: 6 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 90 }),
  fc.constantFrom(
    backgroundName,
    "CON",
    "nul.txt",
    "com1",
    "..",
    ".",
    "~",
    ".history",
    ".taint",
    "a.",
    "a ",
    "a".repeat(300),
  ),
);

/** Work that was handed on is done in the workspace of whom it was handed on by. */
const topOf = (agent: string) => agent.split("/")[0];

describe("the folder of an agent's name (EX-12)", () => {
  it("no two agents share one on any file system, not even by a name that was made for another", () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        const [first, second] = [workspaceId(one), workspaceId(other)];
        if (first === undefined || second === undefined || topOf(one) === topOf(other)) return;
        assert.notEqual(folded(first), folded(second));
        assert.notEqual(workspaceId(first), folded(second));
      }),
      { numRuns: 3000 },
    );
  });

  it("tells the agent and the project apart again, for people", () => {
    const folder = "chat+corner-shop-05e9487d0383e9d9";
    assert.deepEqual([agentPart(folder), projectPart(folder)], ["chat", "corner-shop"]);
    assert.deepEqual([agentPart("chat"), projectPart("chat")], ["chat", ""]);
  });

  it("is one plain name below the base, and none that means something else", () => {
    fc.assert(
      fc.property(name, (agent) => {
        const id = workspaceId(agent);
        if (id === undefined) return;
        assert.match(id, /^[a-z0-9][a-z0-9._-]{0,63}$/);
        assert.doesNotMatch(id, /\.$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/);
        assert.notEqual(id, backgroundName);
      }),
      { numRuns: 3000 },
    );
  });

  it("is the same each time, and that of the agent which handed the work on", () => {
    fc.assert(
      fc.property(name, name, (agent, below) => {
        assert.equal(workspaceId(agent), workspaceId(agent));
        if (!agent.includes("/")) assert.equal(workspaceId(`${agent}/${below}`), workspaceId(agent));
      }),
    );
  });

  for (const [agent, id] of [
    ["alice", "alice"],
    ["alice/agent_1", "alice"],
    ["build-bot.2", "build-bot.2"],
    ["", undefined],
    ["/", undefined],
    ["\u200b\u202e", undefined],
  ] as const)
    it(`${JSON.stringify(agent)} has ${id}`, () => assert.equal(workspaceId(agent), id));

  for (const agent of [
    "Alice",
    "alice.",
    " alice",
    "alice\u200b",
    "..",
    "../bob",
    "background",
    "CON",
    "a\\..\\bob",
    "bob\0",
  ])
    it(`${JSON.stringify(agent)} has a folder that was made for it`, () => {
      const id = workspaceId(agent);
      if (agent === "../bob") assert.equal(id, workspaceId(".."));
      assert.match(String(id), /^[a-z0-9-]+-[0-9a-f]{12}$/);
    });
});
