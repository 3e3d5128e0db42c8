/** The crib as an MCP server of the window (D-1): offered where the person wants it, and used by agent mode. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

describe("the MCP server of the window", () => {
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openDemo({ copilotAgent: true, machineSettings: { "toolcrib.mcp.offerServer": true } });
    await workbench.chat.open();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  /** Waits until the server is listed and, when a state is given, in it; leaves the list open. */
  const listed = (state = "") =>
    workbench.waitFor(`the server ${state} in the list`, async () => {
      await workbench.runCommand("MCP: List Servers");
      await workbench.quickInput.entries();
      const row = workbench.page.locator(".quick-input-list .monaco-list-row").filter({ hasText: "Toolcrib" });
      if (await row.filter({ hasText: state }).isVisible()) return true;
      await workbench.quickInput.cancel();
      return false;
    });

  it("is listed, and runs when it is started", async () => {
    // What wakes the extension lets VS Code know of its servers.
    await workbench.runCommand("Toolcrib: Show Log");
    await listed();
    await workbench.quickInput.pick("Toolcrib");
    await workbench.quickInput.pick("Start Server");
    await listed("Running");
    await workbench.screenshot("mcp-server");
    await workbench.quickInput.cancel();
  });

  it("gives agent mode the same tools in the same folder, judged by the same policy", async () => {
    await workbench.ask(
      script(
        { tool: "mcp_toolcrib_read_file", input: { path: "package.json" } },
        { tool: "mcp_toolcrib_run_command", input: { command: "sudo id" } },
      ),
    );
    // Whatever VS Code's own questions, before the call and about its result, are answered with.
    const session = workbench.page.locator(".interactive-session");
    for (const answer of ["Allow in this Session", "Allow Without Review in this Session"])
      await session.getByText(answer, { exact: true }).click();
    const [told = ""] = await workbench.answered();
    assert.match(told, /^Denied by policy: /);
    const read = workbench.modelRequests().at(-2);
    assert.deepEqual(read?.results, [readFileSync(join(workbench.folder, "package.json"), "utf8")]);
    await workbench.screenshot("mcp-agent-mode");
  });
});
