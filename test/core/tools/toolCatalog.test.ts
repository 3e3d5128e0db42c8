/** What a session sees of all tools (DF-1 to DF-3), and that VS Code's `when` clauses say the same (DF-4). */
import assert from "node:assert/strict";
import { runInThisContext } from "node:vm";
import fc from "fast-check";
import { tools } from "../../../scripts/describedTools";
import { declaredTools } from "../../../src/composition/packageManifest";
import type { Crib } from "../../../src/core/calls/crib";
import { Session } from "../../../src/core/session/session";
import { type AddedTool, AddedTools } from "../../../src/core/tools/addedTools";
import { deferringKey, offeredKey } from "../../../src/core/tools/deferral";
import { ToolCatalog } from "../../../src/core/tools/toolCatalog";
import type { DialectName } from "../../../src/core/vocabulary/dialectNames";
import { makeDialects } from "../../../src/dialects";
import { asItself } from "../../../src/dialects/shared/over";
import { DebugRuns } from "../../../src/features/debugging/debugRuns";
import { fakeDebugger } from "../../features/debugging/fakeDebugger";
import { bareCrib, toolOf } from "../../support/bareCrib";
import { fakeCode } from "../../support/fakeCode";
import { realCrib } from "../../support/realCrib";

const dialects = makeDialects(tools);
const own = dialects.standard.tools.map(({ name }) => name);
const neverDeferred = [
  ...["read_file", "write_file", "edit_file", "find_files", "search_text", "run_command", "run_agent"],
  ...["tool_search", "call_tool"],
];

const addedTool = (name: string): AddedTool => ({
  ...asItself(toolOf(() => Promise.reject(new Error("unused")), { name })),
  origin: { kind: "extension", name: "test.extension" },
});

const debugging = new DebugRuns(fakeDebugger().wires);
const notebooks = { run: () => Promise.reject(new Error("unused")) };

const shelfOf = async (settings: Record<string, unknown> = {}, dialect: DialectName = "standard") => {
  const { crib, session } = await realCrib(
    {},
    { settings, dialect, host: { code: fakeCode({}), notebooks, debugging } },
  );
  return { crib, session, shelf: new ToolCatalog(crib, session) };
};
const names = (offered: readonly { readonly name: string }[]) => offered.map(({ name }) => name);

describe("the shelf of tools", () => {
  it("defers with more tools than the setting says, and with no fewer (DF-1)", async () => {
    const atTheLimit = await shelfOf({ "tools.deferAbove": own.length });
    assert.deepEqual([atTheLimit.shelf.isDeferring, names(atTheLimit.shelf.activeTools())], [false, own]);
    const beyond = await shelfOf({ "tools.deferAbove": own.length - 1 });
    assert.deepEqual(
      [beyond.shelf.isDeferring, names(beyond.shelf.activeTools()).sort()],
      [true, neverDeferred.sort()],
    );
    atTheLimit.crib.added.add(addedTool("one_more"));
    assert.deepEqual(names(atTheLimit.shelf.activeTools()).sort(), neverDeferred.sort());
  });

  it("defers by default in the standard dialect, which has more than fifteen", async () => {
    const { shelf } = await shelfOf();
    assert.ok(own.length > 15);
    assert.deepEqual(names(shelf.activeTools()).sort(), neverDeferred.sort());
  });

  it("never defers the eight under whatever name a dialect gives them (DF-2)", async () => {
    const { shelf } = await shelfOf({ "tools.deferAbove": 0 }, "flyto");
    const active = names(shelf.activeTools());
    for (const name of ["Bash", "Read", "Edit", "Write", "Glob", "Grep", "Agent", "ToolSearch"])
      assert.ok(active.includes(name), name);
    for (const name of ["Gitignore", "TaskCreate", "TaskList", "TaskUpdate"]) assert.ok(!active.includes(name), name);
    const triggerfish = await shelfOf({ "tools.deferAbove": 0 }, "triggerfish");
    assert.equal(triggerfish.shelf.isDeferred("search_files"), false, "stands for Glob and Grep");
  });

  it("defers nothing in a dialect that has no tool to search with", async () => {
    const plan = () => Promise.reject(new Error("unused"));
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`t${at}`, toolOf(plan, { name: `t${at}` })]),
    );
    const { crib, session } = await bareCrib({ tools: many });
    const shelf = new ToolCatalog(crib, session);
    assert.deepEqual([shelf.isDeferring, shelf.isDeferred("t1"), shelf.activeTools().length], [false, false, 30]);
  });

  it("activates a tool for its session alone, until a new session begins (DF-3)", async () => {
    const { crib, shelf } = await shelfOf();
    const other = new ToolCatalog(crib, new Session("other"));
    assert.equal(shelf.isDeferred("delete_file"), true);
    shelf.activateTool("delete_file");
    shelf.activateTool("no_such_tool");
    assert.deepEqual([shelf.isDeferred("delete_file"), other.isDeferred("delete_file")], [false, true]);
    assert.deepEqual(names(shelf.activeTools()).sort(), [...neverDeferred, "delete_file"].sort());
    shelf.resetActivations();
    assert.deepEqual([shelf.isDeferred("delete_file"), shelf.isDeferred("no_such_tool")], [true, false]);
  });

  it("offers submit_plan while the session plans, and no longer", async () => {
    const { session, shelf } = await shelfOf();
    session.plan.enter();
    assert.equal(shelf.isDeferred("submit_plan"), false);
    session.plan.leave();
    assert.equal(shelf.isDeferred("submit_plan"), true);
  });

  it("offers the tools for jobs once a result names a job, and job_output for output that was cut", async () => {
    const { call, crib, session } = await realCrib({}, { settings: { limits: { commandOutputBytes: 10_000 } } });
    const shelf = new ToolCatalog(crib, session);
    const offered = () => ["job_output", "job_stop"].filter((name) => !shelf.isDeferred(name));
    await call("run_command", { command: "echo short" });
    assert.deepEqual(offered(), []);
    assert.match((await call("run_command", { command: "seq 10000" })).text, /job_output/);
    assert.deepEqual(offered(), ["job_output"]);
    shelf.resetActivations();
    await call("run_command", { command: "true", background: true });
    assert.deepEqual(offered(), ["job_output", "job_stop"]);
    shelf.resetActivations();
    await Promise.all(crib.jobs.all().map((job) => job.ended));
    assert.match((await call("list_directory", {})).text, /\[Background job bg_task_1 has ended: /);
    assert.deepEqual(offered(), ["job_output"]);
  });

  it("searches all tools but the ways to others, and keeps those that fit about as well as the best", async () => {
    const { crib, shelf } = await shelfOf();
    crib.added.add(addedTool("delete_branch"));
    assert.deepEqual(names(shelf.searchTools("delete")), ["delete_file", "delete_branch"]);
    assert.deepEqual(names(shelf.searchTools("read_file")), ["read_file"]);
    assert.equal(names(shelf.searchTools("tool search")).includes("tool_search"), false);
  });

  it("finds a tool by the name that VS Code knows it by", async () => {
    const { shelf } = await shelfOf();
    assert.equal(shelf.find("toolcrib_delete_file")?.name, "delete_file");
    assert.equal(shelf.find("flyto_Bash"), undefined);
  });

  it("knows the names that one that there is not may have meant, by its words and by its letters", async () => {
    const [{ shelf }, flyto] = [await shelfOf(), await shelfOf({}, "flyto")];
    const wanted: Readonly<Record<string, readonly string[]>> = {
      file_delete: ["delete_file", "read_file", "write_file"],
      list_dir: ["list_directory", "task_list", "schedule_list"],
      serach_text: ["search_text"],
      exec: ["exec_write", "exec_read", "exec_run"],
      frobnicate: [],
      "": [],
    };
    for (const [name, names] of Object.entries(wanted)) assert.deepEqual(shelf.closestNames(name), names, name);
    assert.deepEqual(flyto.shelf.closestNames("Grp"), ["Grep"]);
    assert.deepEqual(flyto.shelf.closestNames("FileRaed"), ["Read", "Edit", "Write"]);
  });

  it("tells whenever other tools may be active, until nobody listens", async () => {
    const { crib, session, shelf } = await shelfOf();
    let told = 0;
    const end = shelf.onChange(() => told++);
    shelf.activateTool("delete_file");
    shelf.activateTool("delete_file");
    assert.equal(told, 1);
    const remove = crib.added.add(addedTool("one_more"));
    session.plan.enter();
    shelf.resetActivations();
    remove();
    assert.equal(told, 5);
    end();
    shelf.activateTool("delete_file");
    session.plan.leave();
    crib.added.add(addedTool("one_more"));
    assert.equal(told, 5);
  });

  it("tells nothing of a call through the bridge that offers no other tools than before", async () => {
    for (const [name, deferAbove] of [
      ["read_file", 15],
      ["delete_file", 1000],
    ] as const) {
      const { shelf } = await shelfOf({ "tools.deferAbove": deferAbove });
      const before = names(shelf.activeTools());
      shelf.onChange(() => assert.fail(`${name} was offered before`));
      shelf.activateTool(name);
      assert.deepEqual(names(shelf.activeTools()), before);
    }
  });
});

/** What a `when` clause says; context keys that are not set are false there. */
function holds(when: string, config: Readonly<Record<string, unknown>>, keys: ReadonlySet<string>): boolean {
  const code = when.replace(/(?<!')\b(?:config|toolcrib)(?:\.\w+)+/g, (key) =>
    JSON.stringify(key.startsWith("config.") ? config[key.slice("config.toolcrib.".length)] : keys.has(key)),
  );
  return Boolean(runInThisContext(code));
}

describe("the declared tools", () => {
  const declared = declaredTools(Object.values(dialects));
  const offered = (dialect: DialectName, deferAbove: number, keys: ReadonlySet<string>) => {
    const config = { dialect, "tools.deferAbove": deferAbove };
    return declared.filter(({ when }) => holds(when, config, keys)).map(({ name }) => name.replace(/^[a-z]+_/, ""));
  };
  const anyDialect = fc.constantFrom<DialectName>("standard", "triggerfish", "nanobot", "flyto", "qwen");
  let plain: Crib;
  before(async () => {
    plain = (await bareCrib({ host: { code: fakeCode({}) } })).crib;
  });
  /** Cheap enough for every run of a property. */
  const seen = (dialect: DialectName, deferAbove: number) => {
    const context = () => {
      const known = plain.context();
      return { ...known, settings: { ...known.settings, "tools.deferAbove": deferAbove } };
    };
    const crib: Crib = { ...plain, dialect: dialects[dialect], added: new AddedTools(new Set()), context };
    const session = new Session("tester");
    return { crib, session, shelf: new ToolCatalog(crib, session) };
  };

  it("are right before anything is loaded and any key is set", () =>
    fc.assert(
      fc.property(anyDialect, fc.nat(40), (dialect, deferAbove) => {
        const { shelf } = seen(dialect, deferAbove);
        assert.deepEqual(offered(dialect, deferAbove, new Set()), names(shelf.activeTools()));
      }),
    ));

  it("are those that the session sees, once the keys are set", () =>
    fc.assert(
      fc.property(
        anyDialect,
        fc.nat(40),
        fc.nat(3),
        fc.array(fc.constantFrom(...own)),
        fc.boolean(),
        (dialect, deferAbove, addedCount, activated, isPlanning) => {
          const { crib, session, shelf } = seen(dialect, deferAbove);
          for (let count = 0; count < addedCount; count++) crib.added.add(addedTool(`added_${count}`));
          for (const name of activated) shelf.activateTool(name);
          if (isPlanning) session.plan.enter();
          const active = names(shelf.activeTools());
          const keys = new Set(active.map(offeredKey));
          if (shelf.isDeferring) keys.add(deferringKey);
          assert.deepEqual(
            offered(dialect, deferAbove, keys),
            active.filter((name) => !name.startsWith("added_")),
          );
        },
      ),
    ));
});
