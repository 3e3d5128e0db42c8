/** One dialect at a time in agent mode, with a custom agent of its own; @crib speaks the one that fits its model (D-2). */
import assert from "node:assert/strict";
import { join } from "node:path";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

describe("dialects in agent mode", () => {
  let workbench: DemoWorkbench;

  before(async () => {
    workbench = await openDemo({
      copilotAgent: true,
      settings: { "toolcrib.chat.dialects": { "toolcrib-*": "qwen" } },
    });
    await workbench.chat.open();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const ourAgents = async () =>
    (await workbench.chat.agents()).flatMap((label) => /^Toolcrib[\w ]*/.exec(label)?.[0].trim() ?? []);

  const useDialect = async (title: string, picture?: string) => {
    const { quickInput } = workbench;
    await quickInput.runCommand("Toolcrib: Select Dialect…");
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
