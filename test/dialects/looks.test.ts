import assert from "node:assert/strict";
import { onlyLooks } from "../../src/core/calls/turnOrder";
import { realCrib } from "../support/realCrib";

describe("calls that may go on beside a running command (OR-2)", () => {
  it("are those of tools that read, and none that changes a file or a task", async () => {
    const { crib } = await realCrib();
    const looking = new Set(crib.dialect.tools.filter(onlyLooks).map(({ name }) => name));
    for (const name of [
      "read_file",
      "search_text",
      "find_files",
      "list_directory",
      "job_output",
      "job_stop",
      "task_list",
    ])
      assert.ok(looking.has(name), name);
    for (const name of [
      "write_file",
      "run_command",
      "web_fetch",

      "task_create",
      "task_update",
      "exec_write",
    ])
      assert.ok(!looking.has(name), name);
  });
});
