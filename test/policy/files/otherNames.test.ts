/** Files with more names than one (hard links): what one name is asked about for, the others are as well (D-7, D-13). */
import assert from "node:assert/strict";
import { linkSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diskFileNames } from "../../../src/node/files/fileNames";
import { realCrib } from "../../support/realCrib";

const tree = {
  ".env": "PASS=1\n",
  ".aws/credentials": "PASS=2\n",
  "shut/notes.txt": "shut\n",
  "plain.txt": "one\n",
} as const;

async function world(ignored = "") {
  const at = await realCrib({ ...tree, ...(ignored && { ".toolcribignore": ignored }) });
  const link = (name: string, other: string) => linkSync(join(at.root, name), join(at.root, other));
  return { ...at, link };
}

describe("a file with more names than one", () => {
  it("is written after a question each time, which says so, whatever was approved", async () => {
    const { call, asked, root, outside, crib } = await world();
    mkdirSync(outside, { recursive: true });
    writeFileSync(join(outside, "file"), "outside\n");
    linkSync(join(outside, "file"), join(root, "hard.txt"));
    await call("read_file", { path: "hard.txt" });
    await call("write_file", { path: "hard.txt", content: "new\n" });
    const [first] = asked;
    assert.deepEqual(
      [first?.decision.kind, first?.decision.reason],
      ["ask", "hard.txt has another name (hard links), perhaps outside the workspace, which would change with it"],
    );
    assert.ok(first?.decision.kind === "ask" && first.decision.always, "it cannot be remembered");
    assert.equal(crib.approvals.cover(first.plan.effects, first.byEffect), undefined);
    assert.equal(readFileSync(join(outside, "file"), "utf8"), "new\n");
  });

  it("is read after a question when another name may hold secrets, also in a folder that does", async () => {
    const { call, asked, link } = await world();
    link(".env", "harmless.txt");
    link(".aws/credentials", "also.txt");
    for (const [name, other] of [
      ["harmless.txt", ".env"],
      ["also.txt", ".aws/credentials"],
    ]) {
      await call("read_file", { path: name });
      assert.equal(asked.at(-1)?.decision.reason, `${name} is the same file as ${other}, which may contain secrets`);
      await call("run_command", { command: `head -1 ${name}` });
      assert.equal(asked.at(-1)?.decision.reason, `${name} is the same file as ${other}, which may contain secrets`);
    }
    assert.equal(asked.length, 4);
  });

  it("is read after a question when there was no time to find its other names", async () => {
    const others = async (reals: readonly string[]) =>
      new Map(reals.map((real) => [real, { count: 2, isUnsure: true as const }]));
    const { call, asked } = await realCrib(tree, { host: { fileNames: { ...diskFileNames, others } } });
    await call("read_file", { path: "plain.txt" });
    assert.equal(
      asked.at(-1)?.decision.reason,
      "plain.txt has other names (hard links), and there are too many folders to find out in time whether one of them may contain secrets",
    );
    assert.doesNotMatch((await call("search_text", { pattern: "one" })).text, /plain\.txt/);
  });

  it("is not read at all when another name is closed", async () => {
    const { call, asked, link } = await world("shut/\n");
    link("shut/notes.txt", "open.txt");
    const why = /it is the same file as shut\/notes\.txt, which is closed|it is the same file as shut, which is closed/;
    assert.match((await call("read_file", { path: "open.txt" })).text, why);
    assert.match((await call("write_file", { path: "open.txt", content: "x" })).text, why);
    assert.match((await call("run_command", { command: "cat open.txt" })).text, why);
    assert.equal(asked.length, 0);
  });

  it("is not found by searches in a folder when another name holds secrets or is closed, and by its own name as it is read", async () => {
    const { call, asked, link } = await world("shut/\n");
    link(".env", "harmless.txt");
    link("shut/notes.txt", "open.txt");
    link("plain.txt", "second.txt");
    for (const [pattern, found] of [
      ["PASS=1", /No matches|no match/i],
      ["^shut$", /No matches|no match/i],
      ["^one$", /second\.txt/],
    ] as const)
      for (const more of [{}, { output_mode: "files_with_matches" }]) {
        const { text } = await call("search_text", { pattern, ...more });
        assert.match(text, found);
        assert.doesNotMatch(text, /harmless|open\.txt/);
      }
    assert.equal(asked.length, 0);
    await call("search_text", { pattern: "PASS", path: "harmless.txt" });
    assert.equal(asked[0]?.decision.reason, "harmless.txt is the same file as .env, which may contain secrets");
  });

  it("is read like any other when none of its names matters, as programs link what they install", async () => {
    const { call, asked, link } = await world();
    link("plain.txt", "second.txt");
    const { text } = await call("read_file", { path: "second.txt" });
    assert.match(text, /one/);
    assert.equal((await call("run_command", { command: "cat second.txt" })).isError ?? false, false);
    assert.equal(asked.length, 0);
  });
});
