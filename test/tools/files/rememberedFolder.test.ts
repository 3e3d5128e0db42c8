/** The folder in which an agent's next command starts (`toolcrib.commands.rememberFolder`). */
import assert from "node:assert/strict";
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { executeCall } from "../../../src/core/calls/executeCall";
import { Session } from "../../../src/core/session/session";
import { noteFolder } from "../../../src/tools/commands/startFolder";
import { type CribOptions, realCrib } from "../../support/realCrib";

const tree = { "src/deep/a.txt": "", "b.txt": "" };

async function start(options: CribOptions = {}) {
  const crib = await realCrib(tree, options);
  const lines = async (tool: string, input: object) => {
    const { text, isError } = await crib.call(tool, input);
    assert.ok(!isError, text);
    return text.replaceAll(crib.root, "ROOT").split("\n").slice(0, -1);
  };
  return { ...crib, lines, runs: (command: string, more: object = {}) => lines("run_command", { command, ...more }) };
}

for (const sandbox of ["auto", "off"])
  describe(`the remembered folder, sandbox ${sandbox}`, () => {
    const settings = { sandbox };

    it("is where a command's cd led, and is told where it changes", async () => {
      const { runs, asked } = await start({ settings });
      assert.deepEqual(await runs("cd src && ls"), ["deep", "[the next command starts in src]"]);
      assert.deepEqual(await runs("pwd"), ["ROOT/src"]);
      assert.deepEqual(await runs("cd deep; exit 3"), ["(no output)", "[the next command starts in src/deep]"]);
      assert.deepEqual(await runs("ls; (cd /)"), ["a.txt"]);
      assert.deepEqual(await runs("cd ../.. && touch new"), ["(no output)", "[the next command starts in .]"]);
      const last = asked.at(-1)?.plan.effects[0];
      assert.equal(last?.kind === "exec" && last.cwd.shown, "src/deep");
    });

    it("is judged by: a relative path is one from there", async () => {
      const { runs, call } = await start({ settings });
      await runs("cd src");
      const { text } = await call("run_command", { command: "cp ../b.txt ../../x" });
      assert.match(text, /^Denied by policy: writing outside the workspace/);
    });

    it("gives way to a cwd that is named, which is not remembered", async () => {
      const { runs } = await start({ settings });
      await runs("cd src");
      assert.deepEqual(await runs("pwd", { cwd: "src/deep" }), ["ROOT/src/deep"]);
      assert.deepEqual(await runs("pwd", { cwd: "." }), ["ROOT"]);
      assert.deepEqual(await runs("pwd"), ["ROOT/src"]);
    });

    it("is the first root again when it is gone, or was never in a root", async () => {
      const { runs, root, outside } = await start({ settings });
      await runs("cd src/deep");
      rmSync(join(root, "src"), { recursive: true });
      assert.deepEqual(await runs("pwd"), ["ROOT"]);
      assert.deepEqual(await runs(`mkdir d && cd d`), ["(no output)", "[the next command starts in d]"]);
      assert.deepEqual(await runs("cd /"), ["(no output)", "[the next command starts in .]"]);
      assert.deepEqual(await runs("pwd"), ["ROOT"]);
      assert.deepEqual(await runs("cd /"), ["(no output)"]);
      await runs("cd d");
      rmSync(join(root, "d"), { recursive: true });
      symlinkSync(outside, join(root, "d"));
      assert.deepEqual(await runs("pwd"), ["ROOT"]);
    });

    it("is not changed by what is stopped or runs in the background", async () => {
      const { runs, call, crib } = await start({ settings });
      await call("run_command", { command: "cd src; sleep 30", timeout_ms: 400 });
      await runs("cd src", { background: true });
      await crib.jobs.of("tester").find("bg_task_1")?.ended;
      assert.equal((await runs("pwd"))[0], "ROOT");
    });

    it("is each agent's own", async () => {
      const { runs, crib } = await start({ settings });
      await runs("cd src");
      const call = { tool: "run_command", input: { command: "pwd" }, signal: new AbortController().signal };
      const { text } = await executeCall(crib, new Session("other"), call, async () => ({
        approved: true,
        by: "person",
      }));
      assert.doesNotMatch(text, /\/src\n/);
    });
  });

describe("the remembered folder", () => {
  it("is not kept where the setting is off", async () => {
    const { runs } = await start({ settings: { "commands.rememberFolder": false } });
    assert.deepEqual(await runs("cd src && ls"), ["deep"]);
    assert.deepEqual(await runs("pwd"), ["ROOT"]);
  });

  for (const [dialect, tool] of [
    ["triggerfish", "run_command"],
    ["nanobot", "exec"],
  ] as const)
    it(`${dialect} runs every command in the workspace (SH-1)`, async () => {
      const { lines, session } = await start({ dialect });
      assert.ok(!(await lines(tool, { command: "cd src && ls" })).join().includes("next command"));
      assert.ok((await lines(tool, { command: "pwd" })).includes("ROOT"));
      assert.equal(session.folder, undefined);
    });

  it("has its root's name where there are several", async () => {
    const { runs, root } = await start({ moreRoots: ["second"] });
    assert.deepEqual(await runs("cd ../second"), ["(no output)", "[the next command starts in second]"]);
    assert.deepEqual(await runs("pwd"), [join(root, "..", "second")]);
  });

  it("has no root's name in front beside the agent's own workspace, as no path has there", async () => {
    const began = { path: "/p", real: "/p", root: "/p", shown: "." };
    const roots = ["/p", "/own"];
    const { session } = await start();
    assert.equal(noteFolder(began, "/p/notes", { session, roots }, { ownWorkspace: "/own" }), "notes");
    assert.equal(noteFolder(began, "/own/x", { session, roots }, { ownWorkspace: "/own" }), "/own/x");
    assert.equal(noteFolder(began, "/p/notes", { session, roots }), "p/notes");
  });

  it("takes no text for a folder of a root that leads out of it", async () => {
    const { session, root, runs } = await start();
    const began = { path: root, real: root, root, shown: "." };
    noteFolder(began, `${root}/../outside`, { session, roots: [root] });
    assert.deepEqual(await runs("pwd"), ["ROOT"]);
  });
});
