/** What a host without a machine offers, and says of the rest. */
import assert from "node:assert/strict";
import { lackedTool } from "../../src/composition/withoutMachine";
import { toolsOn } from "../../src/core/tools/dialect";
import { Audit } from "../../src/features/audit/audit";
import { MemoryAudit } from "../../src/features/audit/memoryAudit";
import { realCrib } from "../support/realCrib";

describe("a host without a machine", () => {
  it("offers the file tools, and answers a call of another with a sentence that names it", async () => {
    const at = await realCrib({ "a.txt": "one\n" }, { host: { lacks: lackedTool } });
    const offered = toolsOn(at.crib.dialect, at.crib.host).map(({ name }) => name);
    assert.ok(["read_file", "edit_file", "search_text", "find_files"].every((name) => offered.includes(name)));
    assert.ok(!offered.some((name) => /^(run_|exec_|git_|web_|schedule_|skill_|integration_|debug_|serve)/.test(name)));
    const { text, isError } = await at.call("run_command", { command: "ls" });
    assert.equal(isError, true);
    assert.equal(
      text,
      "run_command does not work in a browser window, which cannot start programs or reach a disk: use the file tools, or ask the person to open the folder in VS Code on a computer.",
    );
    assert.equal((await at.call("read_file", { path: "a.txt" })).text, "one\n");
  });

  it("keeps its audit log in memory, and nothing where that is not enough", async () => {
    const store = new MemoryAudit();
    const warnings: string[] = [];
    const audit = new Audit({ store, now: () => 0, redact: (text) => text, warn: (text) => warnings.push(text) });
    await audit.note("undo", "person", "a.txt");
    assert.equal(
      store.text,
      `${JSON.stringify({ time: "1970-01-01T00:00:00.000Z", kind: "event", event: "undo", agent: "person", detail: "a.txt" })}\n`,
    );
    await assert.rejects(
      store.append({ kind: "event", event: "undo", agent: "", detail: "" }, 0, true),
      /no disk to keep it on/,
    );
    assert.deepEqual(warnings, []);
  });
});
