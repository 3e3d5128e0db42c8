/** Notes of the workspace: kept after a person's yes to each, in a file that is theirs. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { notesFor, withNote } from "../../../src/features/memory/memoryText";
import { type CribOptions, realCrib } from "../../support/realCrib";

const file = ".toolcrib/memory.md";
const start = "# Memory\n\nNotes that agents keep about this workspace. Change or delete what is wrong.\n";

async function place(memory?: string, options: CribOptions = {}) {
  const at = await realCrib(memory === undefined ? {} : { [file]: memory }, options);
  const text = () => readFileSync(join(at.root, file), "utf8");
  return { ...at, text, remember: (input: object) => at.call("remember", input) };
}

describe("remember", () => {
  it("proposes the file like any change, each time, and undo takes it back", async () => {
    const { remember, asked, text, crib, root } = await place();
    const { text: told, undo } = await remember({ note: "Tests run with\n`npm test`.", topic: "Tests" });
    assert.equal(told, "Added the note in .toolcrib/memory.md.");
    assert.equal(text(), `${start}\n## Tests\n\n- Tests run with \`npm test\`.\n`);
    await remember({ note: "- Tabs, not blanks." });
    await remember({ note: "One file: `mo FILE`.", topic: "tests" });
    assert.equal(
      text(),
      `${start}\n## Tests\n\n- Tests run with \`npm test\`.\n- One file: \`mo FILE\`.\n\n## General\n\n- Tabs, not blanks.\n`,
    );
    assert.deepEqual(
      asked.map(({ decision, plan }) => [decision.kind, decision.always, plan.effects.length]),
      [
        ["ask", true, 1],
        ["ask", true, 1],
        ["ask", true, 1],
      ],
    );
    assert.deepEqual(undo?.files, [file]);
    for (let call = 0; call < 3; call++) await crib.journal.undo();
    assert.equal(existsSync(join(root, file)), false);
  });

  it("writes nothing after a no", async () => {
    const { remember, root } = await place(undefined, { confirm: async () => ({ approved: false, by: "person" }) });
    assert.equal((await remember({ note: "x" })).isError, true);
    assert.equal(existsSync(join(root, ".toolcrib")), false);
  });

  it("replaces a note, and leaves all else as the person wrote it", async () => {
    const { remember, text } = await place("My words.\r\n\r\n## Build\r\n* old way  \r\n\r\nMore.\r\n");
    assert.equal(
      (await remember({ note: "new way", replaces: "old way" })).text,
      'Replaced a note in .toolcrib/memory.md; it stays under the topic "Build".',
    );
    assert.equal(text(), "My words.\r\n\r\n## Build\r\n* new way\r\n\r\nMore.\r\n");
    assert.equal(
      (await remember({ note: "newer way", replaces: "new way", topic: "build" })).text,
      "Replaced a note in .toolcrib/memory.md.",
    );
    assert.equal(
      (await remember({ note: "Ours.", replaces: "My words." })).text,
      "Replaced a note in .toolcrib/memory.md; it stays above the first topic.",
    );
    assert.equal(text(), "Ours.\r\n\r\n## Build\r\n* newer way\r\n\r\nMore.\r\n");
  });

  it("replaces what a person wrote in a list of numbers, further in, and over several lines", async () => {
    const { remember, text } = await place("## A\n1. deploy with make\n   - port 8080\n     is taken\n2. last\n");
    await remember({ note: "port 90 is taken", replaces: "port 8080 is taken" });
    await remember({ note: "deploy with just", replaces: "1. deploy with make" });
    await remember({ note: "one more", topic: "a" });
    assert.equal(text(), "## A\n1. deploy with just\n   - port 90 is taken\n2. last\n- one more\n");
  });

  it("says what it already knows, what it cannot find and what is too much", async () => {
    const full = `## A\n\n- ${"x".repeat(31_980)}\n- known\n`;
    const { remember, text, asked } = await place(full);
    assert.equal((await remember({ note: "known" })).text, ".toolcrib/memory.md already has this note, in line 4.");
    assert.equal(
      (await remember({ note: "b", replaces: "none" })).text,
      '.toolcrib/memory.md has no note "none": recall shows the notes as they are.',
    );
    assert.match(
      (await remember({ note: "one more" })).text,
      /^\.toolcrib\/memory\.md would be \d+ bytes; the limit is 32000: replace notes/,
    );
    assert.equal(
      (await remember({ note: " \n " })).text,
      "The note or its topic is empty: write the note as one sentence.",
    );
    assert.deepEqual([text(), asked.length], [full, 0]);
  });

  it("opens no way to the policy beside it", async () => {
    const policy = '{ "rules": [] }\n';
    const at = await realCrib({ ".toolcrib/policy.jsonc": policy });
    symlinkSync("policy.jsonc", join(at.root, file));
    const { text, isError } = await at.call("remember", { note: "x" });
    assert.equal(isError, true);
    assert.match(text, /contains Toolcrib's own policy, which no tool may write/);
    for (const path of [".toolcrib/Memory.md", ".toolcrib/memory.md/policy.jsonc", ".toolcrib/a/memory.md"])
      assert.equal((await at.call("write_file", { path, content: "x" })).isError, true, path);
    assert.equal(readFileSync(join(at.root, ".toolcrib/policy.jsonc"), "utf8"), policy);
  });

  it("follows no link out of the workspace", async () => {
    const at = await realCrib({ ".toolcrib/x": "" }, { confirm: async () => ({ approved: false, by: "person" }) });
    writeFileSync(join(at.outside, "theirs.md"), "theirs\n");
    symlinkSync(join(at.outside, "theirs.md"), join(at.root, file));
    assert.equal((await at.call("remember", { note: "x" })).isError, true);
    assert.equal(readFileSync(join(at.outside, "theirs.md"), "utf8"), "theirs\n");
  });
});

describe("recall", () => {
  const notes = "Intro\n\n## Tests\n\n- Run npm test\n\n## Style\n\n- Tabs\n- Tests in TypeScript\n";

  it("gives the whole file, or the notes that hold all words", async () => {
    const { call, asked } = await place(notes);
    assert.deepEqual(await call("recall", {}), { text: notes.trim(), isError: false, data: { count: 4 } });
    assert.equal(
      (await call("recall", { query: "TESTS" })).text,
      "## Tests\n- Run npm test\n\n## Style\n- Tests in TypeScript",
    );
    assert.equal((await call("recall", { query: "tests npm" })).text, "## Tests\n- Run npm test");
    assert.equal(
      (await call("recall", { query: "golf" })).text,
      'No note contains all words of "golf", so try fewer words, or none for all notes.',
    );
    assert.equal(asked.length, 0);
  });

  it("finds what a person wrote: sentences, numbered and indented items, what a heading further down is about", async () => {
    const { remember, call } = await place();
    await remember({ note: "kept" });
    assert.match((await call("recall", { query: "workspace" })).text, /^No note contains/);
    const own =
      "# Memory\n\nThe deploy server\nis at host X.\n\n## Ports\n\n1. deploy with make\n  - port 8080 is taken\n  by hand\n\n### Ship\n\nAsk Jo.\n";
    const { call: ask } = await place(own);
    const found = async (query: string) => (await ask("recall", { query })).text;
    assert.equal(await found("deploy"), "The deploy server\nis at host X.\n\n## Ports\n1. deploy with make");
    assert.equal(await found("taken hand"), "## Ports\n  - port 8080 is taken\n  by hand");
    assert.equal(await found("ship"), "## Ports\nAsk Jo.");
    assert.match(await found("memory"), /^No note contains/);
    assert.deepEqual((await ask("recall", {})).data, { count: 4 });
  });

  it("keeps a fenced block whole, whatever its lines look like", async () => {
    const block = "```sh\n# build first\n\nnpm run x\n- x\n## Ship\n```";
    const own = `## Build\n\n${block}\n\n- \`\`\`in line\`\`\`\n- Start:\n  ~~~\n  # up\n  ~~~~ x\n\n  ~~~~\n- ~~~\n  # alpha\n  ~~~\n`;
    const { call, remember, text } = await place(own);
    const found = async (query: string) => (await call("recall", { query })).text;
    assert.equal(await found("npm run"), `## Build\n${block}`);
    assert.equal(await found("in line"), "## Build\n- ```in line```");
    assert.equal(await found("up"), "## Build\n- Start:\n  ~~~\n  # up\n  ~~~~ x\n\n  ~~~~");
    assert.equal(await found("alpha"), "## Build\n- ~~~\n  # alpha\n  ~~~");
    assert.match((await remember({ note: "y", replaces: "x" })).text, /has no note "x"/);
    await remember({ note: "one more", topic: "build" });
    await remember({ note: "by hand", topic: "Ship" });
    assert.equal(text(), `${own}- one more\n\n## Ship\n\n- by hand\n`);
  });

  it("takes a fence that is never closed for text", async () => {
    const { call } = await place("## A\n\n```sh\n\n## B\n\n- one\n");
    assert.equal((await call("recall", { query: "one" })).text, "## B\n- one");
  });

  it("says that nothing was kept, and cuts what is longer than a chat should begin with", async () => {
    const empty = await place();
    assert.deepEqual(await empty.call("recall", {}), {
      text: "No notes have been kept about this workspace.",
      isError: false,
      data: { count: 0 },
    });
    const long = await place(`- ${"ü".repeat(40_000)}\n`);
    const { text } = await long.call("recall", {});
    assert.equal(text, `- ${"ü".repeat(31_998)}\n[8002 more characters are left out]`);
  });
});

describe("the file of notes", () => {
  it("gets a note below its heading where that has none yet", () =>
    assert.deepEqual(withNote("## A\n\nwords\n", { note: "n", topic: "A" }), {
      text: "## A\n\n- n\n\nwords\n",
      topic: "A",
    }));

  it("keeps what stands before the first heading", () =>
    assert.deepEqual(notesFor("- loose\n## T\n- x\n", "loose"), { text: "- loose", count: 1 }));
});
