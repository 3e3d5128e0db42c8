/** Each project has its own workspaces, which are made when they are used, and found when they are named (EX-3, EX-4, PO-8). */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { nobody } from "../../../src/core/vocabulary/caller";
import { dialectNames } from "../../../src/core/vocabulary/dialectNames";
import { quoted } from "../../../src/core/vocabulary/shellQuoting";
import { scheduleHindrance } from "../../../src/features/schedules/scheduleHindrance";
import type { UsableSchedule } from "../../../src/features/schedules/schedules";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { type Neighbour, Neighbours } from "./support/neighbours";

const yes = { says: "yes" } as const;
/** Part of every line of a record. */
const recorded = /"hash":|"verdict":|exec_history:\d/;

describe("an agent's workspace in several projects (EX-3)", () => {
  let world: Neighbours;
  beforeEach(() => {
    world = new Neighbours({ "project/a.txt": "a\n", "second/b.txt": "b\n", "second/.env": "KEY=1\n" });
    symlinkSync(world.root, join(world.top, "link"));
  });
  afterEach(() => world.close());

  const inRoots = (...names: string[]) =>
    world.agent("alice", {}, { ...yes, roots: names.map((name) => join(world.top, name)) });

  it("is another one in each, and closed to the agent in the others", async () => {
    const first = await inRoots("project");
    await first.call("exec_write", { path: "scratch/secret.txt", content: "what alice noted\n" });
    const second = await inRoots("second");
    assert.notEqual(second.own, first.own);
    assert.equal((await second.call("exec_ls", { path: "scratch" })).text, "scratch is empty.");
    const file = join(first.own, "scratch/secret.txt");
    for (const [tool, input] of [
      ["exec_read", { path: file }],
      ["exec_read", { path: `../${basename(first.own)}/scratch/secret.txt` }],
      ["read_file", { path: file }],
      ["run_command", { command: `cat ${quoted(file)}` }],
      ["exec_run", { command: `cat ${quoted(file)}` }],
    ] as const)
      assert.match(
        (await second.call(tool, input)).text,
        /^Denied by policy: it belongs to another agent or to Toolcrib\./,
        tool,
      );
    const both = await inRoots("project", "second");
    assert.equal(new Set([first.own, second.own, both.own]).size, 3);
  });

  it("is the same by whatever names and in whatever order the folders are opened, and in each window", async () => {
    const { own } = await inRoots("project", "second");
    for (const names of [
      ["second", "project"],
      ["link", "second"],
      ["second/../link/.", "./second/"],
    ])
      assert.equal((await inRoots(...names)).own, own);
  });

  it("follows the folders that a client opens, and what was put into it counts in its own project alone", async () => {
    const { machine, call, own, crib, session } = await inRoots("project");
    await call("exec_write", { path: "scratch/notes", content: "one" });
    await machine.setRoots([join(world.top, "second")]);
    await machine.enter();
    const now = crib.workspaces.of("alice")?.folder ?? "";
    assert.notEqual(now, own);
    await call("read_file", { path: ".env" });
    await call("exec_write", { path: "scratch/notes", content: "two" });
    assert.equal(session.taint.level, "RESTRICTED");
    assert.equal((await crib.workspaces.taintOf(now))?.level, "RESTRICTED");
    assert.equal(await crib.workspaces.taintOf(own), undefined);
    const later = await inRoots("second");
    assert.equal(later.session.taint.level, "PUBLIC");
    await later.call("exec_read", { path: "scratch/notes" });
    assert.equal(later.session.taint.level, "RESTRICTED");
    const other = await inRoots("project");
    await other.call("exec_read", { path: "scratch/notes" });
    assert.equal(other.session.taint.level, "INTERNAL");
  });

  it("is that of the person's project for an agent in a worktree of its own", async () => {
    const { crib, own } = await inRoots("project");
    mkdirSync(join(world.top, "worktree"));
    const apart = await crib.boundTo(join(world.top, "worktree"));
    assert.equal((await apart.inWorkspace("alice/agent_1")).workspace?.folder, own);
    assert.equal(apart.context({ ...nobody, agent: "alice/agent_1" }).ownWorkspace, undefined);
  });

  it("made before projects were told apart stays where it is: closed to agents, with its approvals", async () => {
    const definition = JSON.stringify({ agent: "alice", command: "echo old" });
    const former = join(world.workspaces, "alice");
    mkdirSync(join(former, "schedules"), { recursive: true });
    writeFileSync(join(former, "schedules/report.json"), definition);
    const first = await inRoots("project");
    await first.machine.features.schedules.refresh();
    const [old] = first.machine.features.schedules.all();
    assert.ok(old);
    await first.machine.features.schedules.decide(old, "approved");
    await first.call("schedule_create", { name: "report", command: "echo old" });
    writeFileSync(join(first.own, "schedules/report.json"), definition);
    const second = await inRoots("second");
    await second.machine.features.schedules.refresh();
    const hindrances = second.machine.features.schedules
      .all()
      .map((schedule) => [
        schedule.workspace,
        schedule.state,
        scheduleHindrance(second.crib, schedule as UsableSchedule, false),
      ]);
    assert.deepEqual(hindrances, [
      ["alice", "approved", undefined],
      [
        basename(first.own),
        "pending",
        "it belongs to another project, and runs in windows that have exactly the folders of that project open",
      ],
    ]);
    assert.match(
      (await first.call("exec_read", { path: "../alice/schedules/report.json" })).text,
      /^Denied by policy: /,
    );
  });
});

describe("an agent's workspace that is not there yet (EX-3)", () => {
  let world: Neighbours;
  beforeEach(() => {
    world = new Neighbours({ "project/a.txt": "a\n" });
  });
  afterEach(() => world.close());

  it("is not made by what only looks, is refused or fails, in any dialect", async () => {
    for (const dialect of dialectNames) {
      const { call, own, crib } = await world.agent("alice", { workspaceMode: "agent" }, { dialect });
      for (const { name } of crib.dialect.tools) {
        if (/write|create|save|integration_create/i.test(name)) continue;
        await call(name, { path: ".", pattern: "a", command: "rm -rf /", file_path: "a.txt", name: "x" });
      }
      assert.equal(existsSync(own), false, dialect);
    }
  });

  it("is found as it will be, and made by the first write and the first command", async () => {
    const { call, own } = await world.agent("alice");
    const place = `[Your workspace is ${own}: other tools can reach it by this path.]`;
    assert.equal((await call("exec_ls", {})).text, `integrations/\nscratch/\nskills/\n${place}`);
    assert.match((await call("exec_read", { path: "scratch/a" })).text, /^scratch\/a does not exist/);
    assert.equal((await call("exec_run", { command: "rm -rf /" })).isError, true);
    assert.deepEqual(readdirSync(world.workspaces), []);
    assert.equal((await call("exec_write", { path: "scratch/a", content: "a" })).isError, false);
    assert.deepEqual(readdirSync(own).sort(), [".exec_history", "integrations", "scratch", "skills"]);
    const bob = await world.agent("bob");
    assert.equal((await bob.call("exec_run", { command: "ls" })).text.split("\n")[0], "integrations");
  });
});

describe("searches beside an agent's workspace (EX-3, PO-8)", () => {
  let world: Neighbours;
  let alice: Neighbour;
  before(async () => {
    world = new Neighbours({ "project/a.txt": "needle\n", "second/b.txt": "needle\n" });
    alice = await world.agent("alice", {}, { ...yes, roots: [world.root, join(world.top, "second")] });
    await alice.call("exec_write", { path: "scratch/own.txt", content: "needle\n" });
    await alice.call("search_text", { pattern: "needle", path: alice.own });
    assert.match(readFileSync(join(alice.own, ".exec_history"), "utf8"), /Search .* for needle/);
  });
  after(() => world.close());

  it("do not look into it unless it is named", async () => {
    for (const input of [
      {},
      { include_ignored: true },
      { output_mode: "count" },
      { output_mode: "files_with_matches" },
    ])
      assert.doesNotMatch(
        (await alice.call("search_text", { pattern: "needle", ...input })).text,
        /own\.txt|exec_hist/,
      );
    assert.equal(
      (await alice.call("search_text", { pattern: "needle" })).text,
      "2 matching lines in 2 files:\nproject/a.txt:1: needle\nsecond/b.txt:1: needle",
    );
    assert.doesNotMatch((await alice.call("find_files", { pattern: "**/*" })).text, /own\.txt|exec_hist/);
    assert.doesNotMatch(
      (await alice.call("list_directory", {})).text,
      new RegExp(basename(alice.own).replace("+", "\\+")),
    );
    const { text } = await alice.call("search_text", { pattern: "needle", path: alice.own });
    assert.equal(text, `1 matching line in 1 file:\n${alice.own}/scratch/own.txt:1: needle`);
  });

  it("and every other tool of every dialect never show its record, by any name or link", async () => {
    symlinkSync(join(alice.own, ".exec_history"), join(alice.own, "scratch/link"));
    symlinkSync(join(alice.own, ".exec_history"), join(world.root, "link"));
    const record = join(alice.own, ".exec_history");
    for (const dialect of dialectNames)
      for (const workspaceMode of ["folder", "agent"]) {
        const machine = { ...yes, dialect, roots: [world.root, join(world.top, "second")] };
        const { crib, call } = await world.agent("alice", { workspaceMode, "tools.deferAbove": 1000 }, machine);
        for (const { name, tool } of crib.dialect.tools) {
          if (!tool.effectKinds.some((kind) => kind === "read" || kind === "list")) continue;
          for (const place of [alice.own, record, join(alice.own, "scratch/link"), join(world.root, "link"), "link"]) {
            const paths = { path: place, file_path: place, directory: place, dir_path: place, absolute_path: place };
            const { text, parts = [] } = await call(name, {
              ...{ ...paths, pattern: "hash|needle", query: "hash", glob: "**/*", offset: undefined },
            });
            for (const told of [text, ...parts.map(({ bytes }) => Buffer.from(bytes).toString())])
              assert.doesNotMatch(told, recorded, `${dialect} ${name} ${place}`);
          }
        }
      }
  });

  it("nor do commands", async function () {
    await needsBubblewrap(this);
    for (const command of ["cat .exec_history", "cat scratch/link", "cat scratch/../.exec_history"])
      assert.match(
        (await alice.call("exec_run", { command })).text,
        /^Denied by policy: \.exec_history is Toolcrib's record of past runs, which no tool may read or write\./,
      );
    for (const command of ["grep -r hash .", "cat .e*", 'node -p \'fs.readFileSync(".exec_" + "history", "utf8")\''])
      assert.doesNotMatch((await alice.call("exec_run", { command })).text, recorded, command);
    assert.doesNotMatch(
      (await alice.call("run_command", { command: `grep -r hash ${quoted(alice.own)}` })).text,
      recorded,
    );
  });

  it("asks about a command that would go through it where no sandbox hides the record", async () => {
    const { call, asked } = await world.agent(
      "alice",
      { sandbox: "off" },
      { roots: alice.machine.crib.context().roots },
    );
    await call("exec_run", { command: "grep -r hash ." });
    assert.equal(asked.length, 1);
  });
});

describe("a workspace that lies in the person's folder (EX-3)", () => {
  it("is left out of what is found there, and found when it is named", async () => {
    const world = new Neighbours({ "project/a.txt": "needle\n" }, "project/spaces");
    try {
      const { call, own } = await world.agent("alice");
      await call("exec_write", { path: "scratch/own.txt", content: "needle\n" });
      for (const path of [undefined, ".", world.root])
        assert.equal(
          (await call("search_text", { pattern: "needle", path })).text,
          "1 matching line in 1 file:\na.txt:1: needle",
        );
      assert.match((await call("find_files", { pattern: "**/*", include_ignored: true })).text, /^Found 1 file /);
      assert.match((await call("search_text", { pattern: "needle", path: own })).text, /own\.txt:1: needle$/);
    } finally {
      await world.close();
    }
  });
});
