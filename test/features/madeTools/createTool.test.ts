/** Agents make tools of their own; none runs because of that (CT-2, CT-3). */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type RealCrib, realCrib } from "../../support/realCrib";
import { snapshot } from "../../support/tempFolder";

const given = {
  name: "word_count",
  description: "Counts the words of a text.",
  parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  runtime: "node",
  script: 'console.log("hello");\n',
};
const folder = ".toolcrib/tools/word_count";

describe("create_tool (CT-2)", () => {
  it("writes a manifest with everything spelled out and the script, after a question that says what it may do", async () => {
    const { call, asked, root } = await realCrib();
    const { text, isError, data } = await call("create_tool", given);
    assert.equal(
      text,
      'Created the tool "word_count" (.toolcrib/tools/word_count/tool.json, .toolcrib/tools/word_count/main.mjs). It is PENDING_APPROVAL: ask the person to review it ("Toolcrib: Review Agent-Made Tools", or "toolcrib tools approve word_count" without an editor), then call it with call_tool or by its name.',
    );
    assert.equal(isError, false);
    assert.deepEqual(data, {
      tool: "word_count",
      files: [`${folder}/tool.json`, `${folder}/main.mjs`],
      state: "PENDING_APPROVAL",
    });
    assert.deepEqual(JSON.parse(readFileSync(join(root, folder, "tool.json"), "utf8")), {
      name: "word_count",
      description: "Counts the words of a text.",
      parameters: given.parameters,
      runtime: "node",
      timeout_ms: 60_000,
      permissions: { writes: "none", reads: "workspace", network: [] },
      script: "main.mjs",
    });
    assert.equal(readFileSync(join(root, folder, "main.mjs"), "utf8"), given.script);
    assert.deepEqual(
      asked.map(({ plan, decision }) => [plan.title, plan.notes, decision.kind, decision.always, decision.reason]),
      [
        [
          "Create the tool word_count",
          [
            "The tool will not run until you have approved it.",
            "It cannot change any file.",
            "It may read the workspace folders, except files listed in .toolcribignore.",
            "It cannot connect to any host.",
          ],
          "ask",
          true,
          ".toolcrib is protected",
        ],
      ],
    );
  });

  it("is taken back as a whole, and the tool is gone with it", async () => {
    const { call, crib, root } = await realCrib();
    const { undo } = await call("create_tool", given);
    assert.deepEqual(
      crib.madeTools.all().map(({ name, state }) => [name, state]),
      [["word_count", "pending"]],
    );
    await crib.journal.undo(undo?.id ?? "");
    assert.equal(existsSync(join(root, folder)), false);
    await crib.madeTools.refresh();
    assert.deepEqual(crib.madeTools.all(), []);
    assert.equal(crib.added.find("word_count"), undefined);
  });

  it("writes nothing when the person declines", async () => {
    const { call, root } = await realCrib({}, { confirm: async () => ({ approved: false, by: "person" }) });
    const { text, isError } = await call("create_tool", given);
    assert.match(text, /^The person declined this: Create the tool word_count\. Nothing was done/);
    assert.equal(isError, true);
    assert.deepEqual(snapshot(root), {});
  });

  describe("refuses in one sentence, before anything is asked or written,", () => {
    let made: RealCrib;
    before(async () => {
      made = await realCrib({ ".toolcrib/tools/taken/notes.md": "mine\n" });
    });

    const cases: [what: string, input: Record<string, unknown>, text: string][] = [
      [
        "a name that no tool may have",
        { name: "../evil" },
        'create_tool parameter "name" is wrong: expected a lowercase letter, then up to 47 lowercase letters, digits and "_", but got "../evil".',
      ],
      [
        "the name of a tool of the crib",
        { name: "read_file" },
        'There is already a tool "read_file": choose another name.',
      ],
      [
        "a folder that is there",
        { name: "taken" },
        ".toolcrib/tools/taken already exists: change the tool with edit_file, or choose another name.",
      ],
      [
        "another runtime",
        { runtime: "/bin/sh" },
        'create_tool parameter "runtime" is wrong: Invalid option: expected one of "node"|"python"|"bash", but got "/bin/sh".',
      ],
      [
        "parameters that are no object's",
        { parameters: { type: "string" } },
        'create_tool was given an invalid value: "parameters" cannot be used: its type is "string", but must be "object".',
      ],
      ["an empty script", { script: " \n" }, 'create_tool was given an invalid value: "script" is empty.'],
      [
        "a host that is none",
        { permissions: { network: ["http://x.org/"] } },
        'create_tool parameter "permissions.network[0]" is wrong: expected a host in lowercase letters such as "api.example.org", "*.example.org" or "localhost:3000", but got "http://x.org/".',
      ],
      [
        "a permission that there is not",
        { permissions: { sudo: true } },
        'create_tool parameter "permissions" is wrong: Unrecognized key: "sudo", but got {"sudo":true}.',
      ],
    ];
    for (const [what, changes, text] of cases)
      it(what, async () => {
        const before = snapshot(made.root);
        const result = await made.call("create_tool", { ...given, ...changes });
        assert.deepEqual([result.text, result.isError], [text, true]);
        assert.deepEqual(made.asked, []);
        assert.deepEqual(snapshot(made.root), before);
      });
  });
});
