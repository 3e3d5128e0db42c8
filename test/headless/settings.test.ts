/** `--settings FILE`: what of it cannot be used is told with the file and the line, and the rest holds (D-1, D-13). */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, workplace } from "./support/program";

describe("toolcrib --settings", () => {
  const explain = async (text: string, ...commands: string[]) => {
    const { root, state } = workplace();
    const file = join(root, "settings.json");
    writeFileSync(file, text);
    const questions = commands.map((command) => `${JSON.stringify({ command })}\n`).join("");
    const { code, out, err } = await run(["explain", "--root", root, "--state", state, "--settings", file], questions);
    const answers = out.split("\n").filter(Boolean);
    return { file, code, err, decisions: answers.map((line) => JSON.parse(line).decision) };
  };

  it("tells each rule that its examples contradict, and what else cannot be used, by file and line", async () => {
    const { file, code, err, decisions } = await explain(
      `{
  "toolcrib.commands.allow": [
    { "rule": ["npm", "test"], "matches": ["npm test -- -w"] },
    {
      "rule": ["npm", "run"],
      "misses": ["npm run deploy"]
    }
  ],
  "toolcrib.commands.deny": [{ "rule": "ls -l", "matches": ["ls"] }],
  "toolcrib.sandbx": "off"
}
`,
      "npm test",
      "npm run build",
      "ls -l",
    );
    assert.equal(
      err,
      [
        `toolcrib: ${file}:4: toolcrib.commands.allow[1]: it matches "npm run deploy", which it should not; the rule is ignored.`,
        `toolcrib: ${file}:9: toolcrib.commands.deny[0]: it does not match its example "ls"; the rule still applies.`,
        `toolcrib: ${file}:10: toolcrib.sandbx is not a setting of Toolcrib.`,
        "",
      ].join("\n"),
    );
    assert.deepEqual([code, decisions], [0, ["allow", "ask", "deny"]]);
  });

  it("says nothing of settings that are right", async () => {
    const { err, decisions } = await explain('{"commands.allow": [["npm", "test"]]}', "npm test");
    assert.deepEqual([err, decisions], ["", ["allow"]]);
  });

  it("refuses a file that is no JSON, before anything runs", async () => {
    const { file, code, err, decisions } = await explain('{"commands.allow": [', "ls");
    assert.ok(err.startsWith(`toolcrib: The settings file ${file} cannot be used: `), err);
    assert.deepEqual([code, decisions], [1, []]);
  });
});
