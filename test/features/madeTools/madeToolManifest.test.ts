/** What tool.json may say (CT-2). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { toolIn } from "../../../src/features/madeTools/madeToolFolder";
import { manifestText, readManifest } from "../../../src/features/madeTools/madeToolManifest";

const plain = {
  name: "word_count",
  description: "Counts words.",
  parameters: { type: "object", properties: {} },
  runtime: "node",
  script: "main.mjs",
};
const bytes = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value));

describe("tool.json (CT-2)", () => {
  it("fills in what it leaves out: a minute, no writing, no network", () => {
    const { timeout_ms, permissions } = readManifest(bytes(plain));
    assert.deepEqual([timeout_ms, permissions], [60_000, { writes: "none", reads: "workspace", network: [] }]);
  });

  const problems: [what: string, given: unknown, problem: string][] = [
    ["no JSON", "{", ""],
    ["no UTF-8", Buffer.from([0x7b, 0xff, 0x7d]).toString("latin1"), ""],
    ["a list", [], "expected object"],
    [
      "a part that is missing",
      { ...plain, script: undefined },
      'it needs either "script" with "runtime", or "integration"',
    ],
    ["a part that there is not", { ...plain, env: {} }, 'Unrecognized key: "env"'],
    [
      "a path for a script",
      { ...plain, script: "../x.sh" },
      '"script" is wrong: expected the plain name of a file beside tool.json',
    ],
    [
      "a script with a quote",
      { ...plain, script: 'a";rm -rf x' },
      '"script" is wrong: expected the plain name of a file beside tool.json',
    ],
    ["another runtime", { ...plain, runtime: "/bin/sh" }, '"runtime" is wrong: expected one of "node"|"python"|"bash"'],
    [
      "a name in capitals",
      { ...plain, name: "Words" },
      '"name" is wrong: expected a lowercase letter, then up to 47 lowercase letters, digits and "_"',
    ],
    ["a time that is none", { ...plain, timeout_ms: 0 }, '"timeout_ms" is wrong: expected number to be >=100'],
    [
      "a permission for all hosts",
      { ...plain, permissions: { network: ["*"] } },
      '"permissions.network.0" is wrong: expected a host in lowercase letters such as "api.example.org", "*.example.org" or "localhost:3000"',
    ],
    [
      "a schema of another type",
      { ...plain, parameters: { type: "array" } },
      '"parameters" cannot be used: its type is "array", but must be "object"',
    ],
    ["too much of it", `${" ".repeat(262_145)}`, "it is 262145 bytes; the limit is 262144"],
  ];
  for (const [what, given, problem] of problems)
    it(`is refused in one clause: ${what}`, () => {
      assert.throws(
        () => readManifest(bytes(given)),
        (error: Error) => {
          if (problem === "") assert.match(error.message, /^it is not JSON in UTF-8 \(/);
          else assert.equal(error.message, problem);
          return true;
        },
      );
    });

  it("is read as it was written, whatever it says", () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,47}$/);
    const manifests = fc.record({
      name,
      description: fc.string({ minLength: 1, maxLength: 4000 }),
      parameters: fc
        .dictionary(name, fc.constantFrom({ type: "string" }, { type: "number" }, { type: "boolean" }))
        .map((properties) => ({ type: "object", properties })),
      runtime: fc.constantFrom("node", "python", "bash"),
      timeout_ms: fc.integer({ min: 100, max: 3_600_000 }),
      permissions: fc.record({
        writes: fc.constantFrom("none", "workspace"),
        reads: fc.constantFrom("none", "workspace"),
        network: fc.array(fc.constantFrom("a.org", "*.a.org", "localhost:80"), { maxLength: 20 }),
      }),
      script: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/),
    });
    fc.assert(
      fc.property(manifests, (manifest) => {
        const read = readManifest(bytes(manifest));
        assert.deepEqual(JSON.parse(JSON.stringify(read)), JSON.parse(JSON.stringify(manifest)));
        assert.deepEqual(readManifest(bytes(manifestText(read))), read);
      }),
    );
  });

  it("never brings the reader down, whatever the file holds", () => {
    const files = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json().map(bytes),
      fc
        .record({ key: fc.constantFrom(...Object.keys(plain), "permissions", "timeout_ms"), value: fc.jsonValue() })
        .map(({ key, value }) => bytes({ ...plain, [key]: value })),
    );
    fc.assert(
      fc.property(files, (file) => {
        const tool = toolIn(
          "word_count",
          [
            { name: "tool.json", bytes: file },
            { name: "main.mjs", bytes: bytes("") },
          ],
          "d",
          undefined,
        );
        assert.equal(tool.state === "unusable", tool.manifest === undefined);
        assert.equal(tool.problem === undefined, tool.manifest !== undefined);
        if (tool.problem !== undefined) assert.doesNotMatch(tool.problem, /\.$/);
      }),
    );
  });
});

describe("a tool's folder (CT-2)", () => {
  const files = (manifest: object, ...more: string[]) => [
    { name: "tool.json", bytes: bytes(manifest) },
    ...more.map((name) => ({ name, bytes: bytes("") })),
  ];
  const problemOf = (...args: Parameters<typeof files>) => toolIn("word_count", files(...args), "d", undefined).problem;

  it("has to hold the script that its manifest names, under the name that it gives", () => {
    assert.equal(problemOf(plain, "main.mjs"), undefined);
    assert.equal(problemOf(plain), "the script main.mjs that its tool.json names is not in its folder");
    assert.equal(
      problemOf({ ...plain, name: "other" }, "main.mjs"),
      'its tool.json has the name "other", but its folder is "word_count"',
    );
    assert.equal(
      problemOf({ ...plain, runtime: 1 }, "main.mjs"),
      'in its tool.json "runtime" is wrong: expected one of "node"|"python"|"bash"',
    );
    assert.equal(toolIn("word_count", [], "d", undefined).problem, "it has no tool.json");
  });

  it("is what was said to its very bytes, and waits again with others", () => {
    const state = (kept?: { verdict: "approved" | "rejected"; digest: string }) =>
      toolIn("word_count", files(plain, "main.mjs"), "now", kept).state;
    assert.equal(state(), "pending");
    assert.equal(state({ verdict: "approved", digest: "now" }), "approved");
    assert.equal(state({ verdict: "rejected", digest: "now" }), "rejected");
    assert.equal(state({ verdict: "approved", digest: "before" }), "changed");
    assert.equal(state({ verdict: "rejected", digest: "before" }), "pending");
  });
});
