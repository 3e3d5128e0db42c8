/** What agents' calls leave in the history of their workspace, and what a person does with it (PO-8, EX-3). */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentWorkspace } from "../../../../../src/core/ports/workspaces";
import { auditLines } from "../../../../../src/features/audit/node/auditCheck";
import { endingOfRun, type HistoryRun } from "../../../../../src/features/workspaces/execHistory";
import { WorkspaceCare } from "../../../../../src/features/workspaces/node/history/workspaceCare";
import { replayText } from "../../../../../src/features/workspaces/replayText";
import { type CribOptions, type RealCrib, realCrib } from "../../../../support/realCrib";
import { plant, snapshot, tempFolder } from "../../../../support/tempFolder";

const own = ({ crib }: RealCrib) => crib.workspaces.of("tester") as AgentWorkspace;

async function runsIn(real: RealCrib): Promise<HistoryRun[]> {
  const { runs, problems } = await real.execHistory.runs(own(real));
  assert.deepEqual(problems, []);
  return [...runs];
}

const replayed = async (real: RealCrib, run: HistoryRun) =>
  replayText(run, await real.execHistory.output(own(real), run));

const careOf = ({ crib, execHistory }: RealCrib) =>
  new WorkspaceCare(crib.workspaces, execHistory, (event, detail) => crib.log.note(event, "person", detail));

async function eventsIn({ state }: RealCrib): Promise<string[]> {
  const found: string[] = [];
  for await (const { value } of auditLines(join(state, "audit")))
    if (value.kind === "event") found.push(`${value.event}: ${value.detail}`);
  return found;
}

/** Commands of these tests are asked about and approved where no sandbox holds them. */
const open = (options: CribOptions = {}) => realCrib({ "a.txt": "one\n" }, options);

describe("the history of an agent's calls in its workspace (PO-8)", function () {
  this.timeout(60_000);

  it("PO-8 has a line for each: what ran, how it was judged, how it ended", async () => {
    const real = await open();
    await real.call("exec_write", { file_path: "scratch/a.sh", content: "echo out; echo err >&2; exit 3\n" });
    await real.call("exec_run", { command: "bash scratch/a.sh" });
    await real.call("exec_run", { command: "rm -rf /" });
    await real.call("exec_read", { file_path: "nowhere.txt" });
    const [missing, denied, failed, wrote] = await runsIn(real);
    assert.deepEqual(
      [wrote?.state, wrote?.tool, wrote?.what, wrote?.judged.split(" ")[0]],
      ["ok", "exec_write", "scratch/a.sh", "allow"],
    );
    assert.deepEqual(
      [failed?.state, failed?.what, failed?.exitCode, failed?.outputBytes, failed?.isCommand],
      ["failed", "bash scratch/a.sh", 3, 8, true],
    );
    assert.deepEqual([failed?.folder, wrote?.folder], [own(real).folder, undefined]);
    assert.match(endingOfRun(failed as HistoryRun), /^exit code: 3, [\d.]+ m?s$/);
    assert.deepEqual([denied?.state, denied?.what], ["denied", "rm -rf /"]);
    assert.match(denied?.judged ?? "", /^deny \(/);
    assert.equal(denied?.output, undefined);
    assert.deepEqual([missing?.state, missing?.tool], ["failed", "exec_read"]);
    assert.deepEqual(real.warnings, []);
  });

  it("keeps what a run printed, both streams told apart, for whoever asks later", async () => {
    const real = await open();
    await real.call("exec_run", { command: "echo one; sleep 0.1; echo two >&2; sleep 0.1; printf three" });
    const [run] = await runsIn(real);
    const text = await replayed(real, run as HistoryRun);
    assert.match(
      text,
      /^\$ echo one; .*\n\[tester · exec_run · allow \(.*\) · \d{4}-.*Z\]\none\n\[stderr\] two\nthree\n\[exit code: 0, [\d.]+ m?s\]\n$/,
    );
    const pieces = await real.execHistory.output(own(real), run as HistoryRun);
    const streams: string[] = [];
    for await (const { stream, bytes } of pieces ?? []) streams.push(`${stream} ${Buffer.from(bytes)}`);
    assert.deepEqual(streams, ["stdout one\n", "stderr two\n", "stdout three"]);
  });

  it("says so when what a run printed is no longer kept, and shows nothing that acts on a screen", async () => {
    const real = await open();
    await real.call("exec_run", { command: "printf 'a\\u202eb\\033]0;title\\007c'" });
    const [run] = await runsIn(real);
    assert.match(await replayed(real, run as HistoryRun), /\na⟨U\+202E⟩bc\n\[exit code: 0/);
    const text = await replayText({ ...(run as HistoryRun), output: "run_999" }, undefined);
    assert.match(text, /\n\(its output, \d+ bytes, is no longer kept\)\n/);
  });

  it("takes secrets out of commands", async () => {
    const real = await open();
    await real.call("exec_run", { command: "API_TOKEN=hunter2hunter2 true" });
    assert.equal(readFileSync(join(own(real).folder, ".exec_history"), "utf8").includes("hunter2"), false);
    assert.equal((await runsIn(real))[0]?.what, "API_TOKEN=[redacted] true");
  });

  it("has the end of a command that went on in the background, with its output", async () => {
    const real = await open();
    const { data } = await real.call("exec_run", { command: "echo begun; sleep 300", background: true });
    const job = real.crib.jobs.of("tester").find((data as { job: string }).job);
    await job?.changed(10_000, new AbortController().signal);
    const [begun] = await runsIn(real);
    assert.equal(begun?.state, "running");
    assert.match(await replayed(real, begun as HistoryRun), /\n\(its output is kept once it has ended\)\n\[started in/);
    assert.equal(await real.execHistory.going(own(real)), 1);
    await real.crib.jobs.stopAll();
    await real.execHistory.settled();
    const [run, ...others] = await runsIn(real);
    assert.deepEqual([run?.state, run?.endedBy, run?.signal, others], ["cancelled", "cancellation", "SIGTERM", []]);
    assert.match(await replayed(real, run as HistoryRun), /\nbegun\n/);
    assert.equal(await real.execHistory.going(own(real)), 0);
  });

  it("has calls of plain tools that reach into the workspace, and none of those that do not", async () => {
    const real = await open();
    await real.call("read_file", { file_path: "a.txt" });
    assert.equal(existsSync(own(real).folder), false);
    await real.call("exec_write", { file_path: "scratch/b.txt", content: "b\n" });
    await real.call("read_file", { file_path: "a.txt" });
    await real.call("read_file", { file_path: join(own(real).folder, "scratch/b.txt") });
    assert.deepEqual(
      (await runsIn(real)).map(({ tool }) => tool),
      ["read_file", "exec_write"],
    );
  });

  it("has calls that a person declined, and that were cancelled", async () => {
    const confirm = async () => ({ approved: false, by: "person" }) as const;
    const real = await open({ settings: { "toolcrib.workspaces.commands": "ask" }, confirm });
    mkdirSync(own(real).folder, { recursive: true });
    await real.call("exec_run", { command: "touch x" });
    const stopped = new AbortController();
    const running = real.call("exec_read", { file_path: "x" }, { signal: stopped.signal });
    stopped.abort();
    await running;
    const [, first] = await runsIn(real);
    assert.deepEqual([first?.state, first?.judged.includes("by person")], ["cancelled", true]);
  });

  it("warns once when it cannot be written, and the call goes on", async () => {
    const real = await open();
    mkdirSync(join(own(real).folder, ".."), { recursive: true });
    writeFileSync(join(own(real).folder, "..", ".history"), "in the way");
    const written = await real.call("exec_write", { file_path: "scratch/a.txt", content: "a\n" });
    await real.call("exec_write", { file_path: "scratch/b.txt", content: "b\n" });
    assert.equal(written.isError, false);
    assert.equal(real.warnings.length, 1);
    assert.match(real.warnings[0] ?? "", /^The history of an agent's workspace cannot be written: /);
  });

  it("vouches for itself where no agent gets", async () => {
    const real = await open();
    await real.call("exec_write", { file_path: "scratch/a.txt", content: "a\n" });
    const head = join(own(real).folder, "..", ".history", own(real).id, "head.json");
    const before = readFileSync(head, "utf8");
    for (const [tool, input] of [
      ["exec_read", { file_path: `../.history/${own(real).id}/head.json` }],
      ["exec_write", { file_path: `../.history/${own(real).id}/head.json`, content: "{}" }],
      ["read_file", { file_path: head }],
      ["write_file", { file_path: head, content: "{}" }],
      ["exec_write", { file_path: ".exec_history", content: "" }],
    ] as const)
      assert.equal((await real.call(tool, input)).isError, true, `${tool} ${input.file_path}`);
    assert.notEqual(readFileSync(head, "utf8"), before);
    assert.deepEqual(
      (await runsIn(real)).map(({ state }) => state),
      ["denied", "denied", "denied", "ok"],
    );
  });

  it("notes in the audit log that a workspace was made, once", async () => {
    const real = await open();
    for (const name of ["a", "b"]) await real.call("exec_write", { file_path: `scratch/${name}`, content: "x" });
    assert.deepEqual(await eventsIn(real), [`workspace created: ${own(real).folder}`]);
  });
});

describe("what a person does with workspaces (EX-3)", () => {
  const opened = async () => {
    const real = await open();
    await real.call("exec_write", { file_path: "scratch/a.txt", content: "a\n" });
    const { folder } = own(real);
    const elsewhere = tempFolder({ "precious.txt": "p" });
    plant(folder, {
      "skills/s/SKILL.md": "s",
      "integrations/i/main.js": "i",
      "schedules/d.json": "d",
      "node_modules/x.js": "x",
      link: { link: elsewhere },
    });
    return { real, folder, elsewhere, care: careOf(real) };
  };
  const namesIn = (folder: string) => Object.keys(snapshot(folder)).filter((name) => !name.endsWith("/"));

  for (const [wish, left] of [
    [
      "scratch",
      [".exec_history", "integrations/i/main.js", "link", "node_modules/x.js", "schedules/d.json", "skills/s/SKILL.md"],
    ],
    ["work", [".exec_history", "integrations/i/main.js", "schedules/d.json", "skills/s/SKILL.md"]],
    ["all", [".exec_history"]],
  ] as const)
    it(`clears ${wish}, keeps the history and follows no link`, async () => {
      const { real, folder, elsewhere, care } = await opened();
      await care.clear(own(real), wish);
      assert.deepEqual(namesIn(folder), left);
      for (const name of ["scratch", "integrations", "skills"]) assert.ok(existsSync(join(folder, name)), name);
      assert.deepEqual(snapshot(elsewhere), { "precious.txt": "p" });
      const { lines, problems } = await real.execHistory.read(own(real));
      assert.deepEqual(problems, []);
      assert.deepEqual([lines.length, lines.at(-1)?.kind], [2, "event"]);
      assert.match((await eventsIn(real)).at(-1) ?? "", /^workspace cleared: tester\+\S+: /);
    });

  it("deletes the folder of one, whose history is kept and goes on when the agent comes back", async () => {
    const { real, folder, care } = await opened();
    await care.delete(own(real));
    assert.equal(existsSync(folder), false);
    assert.deepEqual(await care.all(), []);
    await real.call("exec_write", { file_path: "scratch/b.txt", content: "b\n" });
    assert.deepEqual(
      (await runsIn(real)).map(({ what }) => what),
      ["scratch/b.txt", "scratch/a.txt"],
    );
  });

  it("refuses to delete or copy anything while a call changes something there", async () => {
    const { real, folder, care } = await opened();
    await real.execHistory.begin({ id: "busy", agent: "tester", tool: "t", title: "t", input: {}, time: 0 }, own(real));
    const before = snapshot(folder);
    const refusal = (done: string) => ({
      message: `1 call is changing something in the workspace ${own(real).id} just now, so nothing was ${done}: stop it in the Running view, or wait for its end.`,
    });
    const chosen = tempFolder();
    await assert.rejects(care.clear(own(real), "all"), refusal("deleted"));
    await assert.rejects(care.delete(own(real)), refusal("deleted"));
    await assert.rejects(care.export(own(real), chosen, "1", new AbortController().signal), refusal("copied"));
    assert.deepEqual([snapshot(folder), readdirSync(chosen)], [before, []]);
  });

  it("copies all files and no link, and leaves nothing of a copy that was cancelled", async () => {
    const { real, folder, care } = await opened();
    const chosen = tempFolder();
    const { signal } = new AbortController();
    const made = await care.export(own(real), chosen, "1", signal);
    assert.deepEqual([made.folder, made.files, made.leftOut], [join(chosen, `${own(real).id}-workspace-1`), 6, 1]);
    assert.deepEqual(
      namesIn(made.folder),
      namesIn(folder).filter((name) => name !== "link"),
    );
    await assert.rejects(
      care.export(own(real), chosen, "2", AbortSignal.abort(new Error("stopped"))),
      /^Error: stopped$/,
    );
    assert.deepEqual(readdirSync(chosen), [`${own(real).id}-workspace-1`]);
    assert.match((await eventsIn(real)).at(-1) ?? "", /^workspace exported: tester\+\S+: to .*-workspace-1, 6 files$/);
  });

  it("lists folders of agents alone, and their entries, folders first", async () => {
    const { real, folder, care } = await opened();
    const base = join(folder, "..");
    plant(base, { "background/x/a": "a", "note.txt": "n" });
    symlinkSync(tempFolder(), join(base, "linked"));
    assert.deepEqual(await care.all(), [own(real)]);
    assert.deepEqual(
      (await care.entries(folder)).map(({ name, kind }) => `${name} ${kind}`),
      [
        ...["integrations directory", "node_modules directory", "schedules directory"],
        ...["scratch directory", "skills directory"],
        ...[".exec_history file", "link link"],
      ],
    );
    assert.deepEqual(await care.entries(join(folder, "link")), []);
  });
});
