/**
 * What agent mode offers of Toolcrib: the crib as an MCP server of the window, where the person wants it (D-1), and one dialect at
 * a time with a custom agent of its own; @crib speaks the one that fits its model (D-2).
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

describe("in agent mode", () => {
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openDemo({
      copilotAgent: true,
      settings: { "toolcrib.chat.dialects": { "toolcrib-*": "qwen" } },
      machineSettings: { "toolcrib.mcp.offerServer": true },
    });
    await workbench.chat.open();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  describe("the MCP server of the window", () => {
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

  describe("dialects", () => {
    before(() => workbench.chat.clear());

    const ourAgents = async () =>
      (await workbench.chat.agents()).flatMap((label) => /^Toolcrib[\w ]*/.exec(label)?.[0].trim() ?? []);

    const useDialect = async (title: string, picture?: string) => {
      const { quickInput } = workbench;
      await quickInput.runCommand("Toolcrib: Select Tool Names…");
      await workbench.waitFor("the dialects", async () => (await quickInput.entries()).includes(title));
      if (picture) await workbench.screenshot(picture);
      await quickInput.pick(title);
    };

    it("lists the agent of the dialect in force, and another once it is another", async () => {
      await workbench.waitFor("the agent of the standard tools", async () => (await ourAgents()).length > 0);
      assert.deepEqual(await ourAgents(), ["Toolcrib"]);
      await useDialect("Flyto", "use-dialect");
      await workbench.waitFor("Flyto's agent", async () => (await ourAgents()).includes("Toolcrib Flyto"));
      assert.deepEqual(await ourAgents(), ["Toolcrib Flyto"]);
    });

    it("offers that agent's model its tools that are never deferred, which work (DF-1, DF-2)", async () => {
      await workbench.chat.pickAgent("Toolcrib Flyto");
      const file_path = join(workbench.folder, "src/price.js");
      await workbench.ask(script({ tool: "Read", input: { file_path, limit: 1 } }, { text: "Done." }));
      const [read] = await workbench.answered();
      assert.match(read ?? "", /^ {5}1\t/);
      const { offered = [] } = workbench.modelRequests().at(-1) ?? {};
      assert.deepEqual(
        offered.filter((name) => /^(toolcrib|triggerfish|nanobot|flyto|qwen)_/.test(name)),
        [
          "flyto_Agent",
          "flyto_Bash",
          "flyto_call_tool",
          "flyto_Edit",
          "flyto_Glob",
          "flyto_Grep",
          "flyto_Read",
          "flyto_ToolSearch",
          "flyto_Write",
        ],
      );
      await workbench.screenshot("agent-flyto");
    });

    it("gives @crib the dialect that a person's table names for its model", async () => {
      await workbench.ask(`@crib ${script({ tool: "glob", input: { pattern: "price.js" } }, { text: "Done." })}`);
      const [found] = await workbench.answered();
      assert.match(found ?? "", /^Found 1 file\(s\) matching "price\.js" within /);
      const { offered = [] } = workbench.modelRequests().at(-1) ?? {};
      assert.ok(offered.includes("search_file_content"));
      assert.ok(!offered.includes("Grep"));
    });

    it("leaves no agent chosen whose tools are gone", async () => {
      assert.equal(await workbench.chat.chosenAgent(), "Toolcrib Flyto");
      await useDialect("Toolcrib");
      await workbench.waitFor("Flyto's agent to go", async () => (await workbench.chat.chosenAgent()) === "Agent");
      assert.deepEqual(await ourAgents(), ["Toolcrib"]);
      await workbench.chat.pickAgent("Toolcrib");
      await workbench.ask(script({ text: "Hello." }));
      await workbench.answered();
      const { offered = [] } = workbench.modelRequests().at(-1) ?? {};
      assert.ok(offered.includes("toolcrib_read_file"));
      assert.ok(!offered.some((name) => name.startsWith("flyto_")));
    });
  });
});
