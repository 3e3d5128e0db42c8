/** Settings of hooks: one that cannot be read holds up calls rather than vanish (PO-1, PO-3). */
import assert from "node:assert/strict";
import { readSettings } from "../../../../src/core/settings/readSettings";

const read = (value: unknown, name = "hooks.before") => {
  const { settings, problems } = readSettings({ [name]: value });
  return { hooks: settings[name as "hooks.before"], problems: problems.map(({ text }) => text) };
};

const failing = "until it is corrected, every call that it may apply to fails.";

describe("the setting hooks.before", () => {
  it("takes hooks with their defaults", () =>
    assert.deepEqual(read([{ name: "x", command: "check" }]), {
      hooks: [{ name: "x", command: "check", timeoutMs: 10_000, diff: false, onFailure: "deny" }],
      problems: [],
    }));

  it("takes everything that can be said", () => {
    const hook = {
      name: "x",
      matcher: { tool: ["run_*"], effect: "exec", path: "src/**" },
      command: ["node", "check.js"],
      timeoutMs: 100,
      diff: true,
      onFailure: "ask",
    };
    assert.deepEqual(read([hook]), { hooks: [hook], problems: [] });
  });

  const matcher = { effect: "exec" };
  const broken: [entry: unknown, standIn: object, problem: string][] = [
    [5, { name: "without a name", onFailure: "deny" }, "Invalid input: expected object, received number"],
    [null, { name: "without a name", onFailure: "deny" }, "Invalid input: expected object, received null"],
    [
      { command: "x", matcher },
      { name: "without a name", matcher, onFailure: "deny" },
      "name: Invalid input: expected string, received undefined",
    ],
    [
      { name: "x", command: [], matcher, onFailure: "ask" },
      { name: "x", matcher, onFailure: "ask" },
      "command: Too small: expected array to have >=1 items",
    ],
    [
      { name: "x", command: "x", onFailure: "allow" },
      { name: "x", onFailure: "deny" },
      'onFailure: Invalid option: expected one of "deny"|"ask"',
    ],
    [
      { name: "x", command: "x", matcher: { efect: "exec" } },
      { name: "x", onFailure: "deny" },
      'matcher: Unrecognized key: "efect"',
    ],
    [
      { name: "x", command: "x", timeoutMs: 1 },
      { name: "x", onFailure: "deny" },
      "timeoutMs: Too small: expected number to be >=100",
    ],
    [{ name: "x", command: "x", timeout: 5 }, { name: "x", onFailure: "deny" }, 'Unrecognized key: "timeout"'],
  ];
  for (const [entry, standIn, problem] of broken)
    it(`keeps a place for ${JSON.stringify(entry)}, beside those that can be read`, () => {
      const good = { name: "good", command: "x" };
      const { hooks, problems } = read([good, entry]);
      assert.deepEqual([hooks.length, hooks[0]?.name, hooks[1]], [2, "good", { ...standIn, broken: problem }]);
      assert.deepEqual(problems, [`toolcrib.hooks.before[1]: ${problem}; ${failing}`]);
    });

  it("does not vanish where it is no list", () =>
    assert.deepEqual(read("check"), {
      hooks: [
        {
          name: "without a name",
          onFailure: "deny",
          broken: "Invalid input: expected object, received string",
        },
      ],
      problems: [`toolcrib.hooks.before[0]: Invalid input: expected object, received string; ${failing}`],
    }));
});

describe("the setting hooks.after", () => {
  it("leaves out what cannot be read, as nothing depends on it", () => {
    const { hooks, problems } = read([{ name: "x", command: "x" }, { name: "y" }], "hooks.after");
    assert.deepEqual(hooks, [{ name: "x", command: "x", timeoutMs: 10_000, diff: false }]);
    assert.deepEqual(problems, ["toolcrib.hooks.after[1]: command: Invalid input; that entry is left out."]);
  });
});
