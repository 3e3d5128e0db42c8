/** `toolcrib tools`: a person's word on the tools that agents made, where there is no editor (CT-2). */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, workplace } from "./support/program";

const wish = {
  name: "greet",
  description: "Greets whom you name.",
  parameters: { type: "object", properties: { whom: { type: "string" } } },
  runtime: "bash",
  script: "echo hello \u202e && cat\n",
};

function place() {
  const { root, state } = workplace();
  const at = ["--root", root, "--state", state];
  const call = async (tool: string, input: object) => {
    const { out } = await run(["call", tool, JSON.stringify(input), ...at, "--approve", "all"]);
    return (JSON.parse(out) as { text: string }).text;
  };
  return { root, call, tools: (...words: string[]) => run(["tools", ...words, ...at]) };
}

const shown = `greet: waits for your approval (.toolcrib/tools/greet)
It runs main.sh with bash in a sandbox, for at most 60000 ms.
It cannot change any file.
It may read the workspace folders, except files listed in .toolcribignore.
It cannot connect to any host.
It is described by the agent that made it:
> Greets whom you name.

--- main.sh (22 bytes)
echo hello ⟨U+202E⟩ && cat

--- tool.json (`;

describe("toolcrib tools (CT-2)", function () {
  this.timeout(60_000);

  it("shows all of a tool, approves it on a person's word, and takes that back", async () => {
    const { call, tools, root } = place();
    assert.equal((await tools()).out, "No agent has made a tool here: there is none in .toolcrib/tools.\n");
    await call("create_tool", wish);
    assert.equal((await tools("list")).out, "greet: waits for your approval\n");
    assert.match(await call("greet", { whom: "you" }), /^The tool "greet" is waiting for a person's approval/);

    const { out: seen } = await tools("show", "greet");
    assert.equal(seen.slice(0, shown.length), shown);
    const asked = await tools("approve", "greet");
    assert.deepEqual(
      [asked.code, asked.err],
      [
        1,
        'toolcrib: "greet" was not approved, because nobody can be asked here: run this in a terminal, or with --yes once you have read all of it.\n',
      ],
    );
    assert.equal((await tools("list")).out, "greet: waits for your approval\n");

    const approved = await tools("approve", "greet", "--yes");
    assert.equal(approved.code, 0);
    assert.equal(approved.out, `${seen}greet: approved: it can be called until one of its files changes.\n`);
    assert.equal((await tools("list")).out, "greet: approved\n");
    assert.equal(await call("greet", { whom: "you" }), 'hello \u202e\n{"whom":"you"}');

    writeFileSync(join(root, ".toolcrib/tools/greet/main.sh"), "echo other");
    assert.equal(
      (await tools("list")).out,
      "greet: changed since you approved it, and waits for your approval again\n",
    );
    assert.match(await call("greet", {}), /was changed since a person approved it/);
    assert.equal((await tools("reject", "greet")).out, "greet: rejected: it will not run in its current form.\n");
    assert.match(await call("greet", {}), /^A person rejected the tool "greet"/);
    assert.equal((await tools("withdraw", "greet")).out, "greet: waits for approval again.\n");
  });

  it("refuses in one sentence what it does not know, and what cannot be used", async () => {
    const { call, tools, root } = place();
    await call("create_tool", wish);
    writeFileSync(join(root, ".toolcrib/tools/greet/tool.json"), "{}");
    const errors = async (...words: string[]) => {
      const { code, err } = await tools(...words);
      assert.equal(code, words[0] === "aprove" ? 2 : 1);
      return err;
    };
    assert.equal(
      await errors("aprove", "greet"),
      'toolcrib: "tools aprove" is not a command: use tools list, show, approve, reject or withdraw.\n',
    );
    assert.equal(
      await errors("approve", "other"),
      'toolcrib: There is no tool "other" in .toolcrib/tools: name one of greet.\n',
    );
    assert.equal(await errors("show"), 'toolcrib: There is no tool "" in .toolcrib/tools: name one of greet.\n');
    assert.equal(
      await errors("approve", "greet", "--yes"),
      'toolcrib: The tool "greet" cannot be approved: in its tool.json "name" is wrong: expected string.\n',
    );
    assert.equal(
      (await tools("list")).out,
      'greet: cannot be used: in its tool.json "name" is wrong: expected string\n',
    );
  });
});
