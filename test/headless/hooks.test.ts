/** `--settings FILE` brings a person's hooks to the headless host (PO-1, PO-5). */
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, workplace } from "./support/program";

describe("hooks in the headless host", () => {
  const call = async (settings: object, tool: string, input: object) => {
    const { root, state } = workplace();
    const file = join(state, "..", "settings.json");
    writeFileSync(file, JSON.stringify(settings, null, 2));
    const options = ["--root", root, "--state", state, "--settings", file, "--approve", "all"];
    const { out, err } = await run(["call", tool, JSON.stringify(input), ...options]);
    return { root, file, err, ...(JSON.parse(out) as { text: string; isError: boolean }) };
  };
  const write = { path: "new.txt", content: "x\n" };

  it("deny what --approve all would allow, and comment on what was done", async () => {
    const frozen = {
      name: "freeze",
      matcher: { tool: "write_file" },
      command: ["sh", "-c", "echo frozen >&2; exit 2"],
    };
    const spoken = { name: "lint", command: `echo '{"note": "no tests"}'` };
    const refused = await call({ "toolcrib.hooks.before": [frozen] }, "write_file", write);
    assert.match(refused.text, /^Denied by policy: the hook "freeze" says: frozen\./);
    assert.equal(existsSync(join(refused.root, "new.txt")), false);
    const made = await call(
      { "hooks.before": [{ ...frozen, matcher: { tool: "edit_file" } }], "hooks.after": [spoken] },
      "write_file",
      write,
    );
    assert.match(made.text, /^Created new\.txt[\s\S]*\n\nNote from the hook "lint": no tests$/);
    assert.equal(existsSync(join(made.root, "new.txt")), true);
  });

  it("that cannot be read refuse, and are told by file and line", async () => {
    const { file, err, text } = await call(
      { "toolcrib.hooks.before": [{ name: "x", comand: "true" }] },
      "write_file",
      write,
    );
    assert.equal(
      err,
      `toolcrib: ${file}:3: toolcrib.hooks.before[0]: command: Invalid input; until it is corrected, every call that it may apply to fails.\n`,
    );
    assert.match(
      text,
      /^Denied by policy: the hook "x" failed: toolcrib\.hooks\.before cannot be read \(command: Invalid input\)\./,
    );
  });
});
