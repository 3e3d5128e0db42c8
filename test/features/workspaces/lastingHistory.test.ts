/** The history of a workspace when its host is killed, its folder removed or its disk full (PO-8). */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentWorkspace } from "../../../src/core/ports/workspaces";
import { AgentWorkspaces } from "../../../src/features/workspaces/node/agentWorkspaces";
import type { ReadHistory } from "../../../src/features/workspaces/node/history/historyCheck";
import {
  fileStart,
  type HistoryHead,
  readHead,
  writeHead,
} from "../../../src/features/workspaces/node/history/historyHead";
import { WorkspaceHistory } from "../../../src/features/workspaces/node/history/workspaceHistory";
import { projectOf } from "../../../src/node/state/project";
import { bundled } from "../../support/bundled";
import { type RealCrib, realCrib } from "../../support/realCrib";
import { tempFolder } from "../../support/tempFolder";
import { historyIn, said } from "./support/historyIn";

const own = ({ crib }: RealCrib) => crib.workspaces.of("tester") as AgentWorkspace;
const vouchers = (real: RealCrib) => join(real.crib.workspaces.base, ".history", own(real).id);

describe("the history of a workspace when something goes wrong (PO-8)", function () {
  this.timeout(60_000);

  it("says of a command in the background that it was broken off once its host is gone", async () => {
    const real = await realCrib();
    await real.call("exec_run", { command: "sleep 300", background: true });
    const state = async () => (await real.execHistory.runs(own(real))).runs[0]?.state;
    assert.equal(await state(), "running");
    const running = join(vouchers(real), "running");
    for (const name of readdirSync(running))
      writeFileSync(join(running, name), JSON.stringify({ pid: 2 ** 30, began: "1" }));
    assert.equal(await state(), "brokenOff");
    await real.crib.jobs.stopAll();
    await real.execHistory.settled();
    assert.equal(await state(), "cancelled");
  });

  it("counts no call that has ended when the folder was removed meanwhile", async () => {
    const real = await realCrib();
    await real.call("exec_write", { file_path: "scratch/a.txt", content: "a\n" });
    const call = { id: "late", agent: "tester", tool: "t", title: "t", input: {}, time: 0 };
    await real.execHistory.begin(call, own(real));
    assert.equal(await real.execHistory.going(own(real)), 1);
    rmSync(own(real).folder, { recursive: true });
    const result = { text: "", isError: false };
    const record = { ...call, result, isError: false, durationMs: 1, level: "PUBLIC" } as const;
    await real.execHistory.end(record, own(real), real.crib.jobs);
    assert.equal(await real.execHistory.going(own(real)), 0);
    const { problems } = await real.execHistory.runs(own(real));
    assert.deepEqual(problems, [".exec_history is missing: it was written up to line 2."]);
  });

  it("counts no call that has ended when its line could not be written", async () => {
    const real = await realCrib();
    await real.call("exec_write", { file_path: "scratch/a.txt", content: "a\n" });
    const earlier = join(vouchers(real), "earlier");
    rmSync(earlier, { recursive: true });
    writeFileSync(earlier, "in the way");
    for (const name of ["b", "c"]) await real.call("exec_write", { file_path: `scratch/${name}.txt`, content: name });
    assert.equal(await real.execHistory.going(own(real)), 0);
    assert.equal(real.warnings.length, 1);
    rmSync(earlier);
    await real.call("exec_write", { file_path: "scratch/d.txt", content: "d\n" });
    const { runs, problems } = await real.execHistory.runs(own(real));
    assert.deepEqual([runs.map(({ what }) => what), problems], [["scratch/d.txt", "scratch/a.txt"], []]);
  });

  it("names no output of which nothing could be kept, because another run gets the name", async () => {
    const real = await realCrib();
    await real.call("exec_write", { file_path: "scratch/a.txt", content: "a\n" });
    const outputs = join(vouchers(real), "outputs");
    writeFileSync(outputs, "in the way");
    await real.call("exec_run", { command: "echo lost" });
    rmSync(outputs);
    await real.call("exec_run", { command: "echo kept" });
    const [kept, lost] = (await real.execHistory.runs(own(real))).runs;
    assert.deepEqual([kept?.what, lost?.what], ["echo kept", "echo lost"]);
    assert.deepEqual([lost?.output, lost?.outputBytes, lost?.outputLost], [undefined, 5, 5]);
    assert.ok(kept?.output);
  });

  it("stays beside its workspace when the setting names another folder meanwhile", async () => {
    const base = tempFolder();
    const workspace = { id: "tester", folder: join(base, "tester") };
    mkdirSync(workspace.folder);
    const history = new WorkspaceHistory({
      workspaces: { of: () => undefined },
      stateFolder: tempFolder(),
      now: () => 0,
      redact: (text) => text,
      warn: assert.fail,
    });
    await history.note(workspace, "event", "one");
    assert.deepEqual(readdirSync(base).sort(), [".history", "tester"]);
    const moved = `${base}-moved`;
    renameSync(base, moved);
    await history.note({ id: "tester", folder: join(moved, "tester") }, "event", "two");
    const { lines } = await history.read({ id: "tester", folder: join(moved, "tester") });
    assert.deepEqual(
      lines.map((line) => line.kind === "event" && line.detail),
      ["one", "two"],
    );
    rmSync(moved, { recursive: true });
  });
});

const detailsOf = ({ lines }: ReadHistory) => lines.map((line) => (line.kind === "event" ? line.detail : line.kind));

describe("how confidential a workspace is (PO-6)", () => {
  it("is noted beside it when the setting names another folder by now", async () => {
    const [before, after] = [tempFolder(), tempFolder()];
    let base = before;
    const workspaces = new AgentWorkspaces(
      () => base,
      () => projectOf([]),
    );
    const { folder } = workspaces.of("tester") as AgentWorkspace;
    base = after;
    assert.equal(workspaces.base, after);
    await workspaces.taint(folder, { level: "CONFIDENTIAL", agent: "tester", source: "notes.txt" });
    assert.deepEqual([readdirSync(before), readdirSync(after)], [[".taint"], []]);
    assert.equal((await workspaces.taintOf(folder))?.level, "CONFIDENTIAL");
    assert.equal(await workspaces.taintOf(join(after, folder.slice(before.length))), undefined);
  });
});

/** A file is full after every line. */
const fullAtOnce = { fileBytes: 400, earlierFiles: 3 };

describe("a history that makes way for a new file (PO-8)", function () {
  this.timeout(60_000);

  /** As many lines as files, the last of which is full. */
  async function full() {
    const made = historyIn(tempFolder(), fullAtOnce);
    for (const detail of ["one", "two", "three", "four"]) await made.file.append(said(detail), 0);
    return made;
  }

  it("keeps all that is there while there is no room for a new one, and goes on when there is", async () => {
    const { file, place, read } = await full();
    const before = [readdirSync(place.earlier), readFileSync(place.current), readFileSync(place.head)];
    mkdirSync(join(place.next, "in the way"), { recursive: true });
    for (let call = 0; call < 20; call++) await assert.rejects(file.append(said("lost"), 0));
    assert.deepEqual([readdirSync(place.earlier), readFileSync(place.current), readFileSync(place.head)], before);
    rmSync(place.next, { recursive: true });
    await file.append(said("five"), 0);
    const found = await read();
    assert.deepEqual([detailsOf(found), found.problems], [["two", "three", "four", "five"], []]);
  });

  it("blames nobody after a crash between a cut line's way aside and the file that tells of it", async () => {
    const { file, place, read, ownHead } = historyIn(tempFolder());
    await file.append(said("one"), 0);
    const own = readFileSync(ownHead);
    const before = (await readHead(place.head)) as HistoryHead;
    await file.append(said("two"), 0);
    await writeHead(place.head, { ...((await readHead(place.head)) as HistoryHead), before });
    writeFileSync(ownHead, own);
    truncateSync(place.current, before.bytes + 5);
    renameSync(place.current, join(place.earlier, "000001-19700101T000000000Z.jsonl"));
    writeFileSync(place.next, "half of a first li");
    await file.append(said("three"), 0);
    const found = await read();
    assert.deepEqual([detailsOf(found), found.problems], [["one", "three"], []]);
  });

  it("gives a file its name that a crash kept from having it", async () => {
    const { file, place, read } = await full();
    const head = (await readHead(place.head)) as HistoryHead;
    await writeHead(place.head, { ...head, before: fileStart });
    renameSync(place.current, place.next);
    await file.append(said("five"), 0);
    const found = await read();
    assert.deepEqual([detailsOf(found), found.problems], [["two", "three", "four", "five"], []]);
  });

  it("loses nothing and blames nobody wherever a process is killed that begins files anew", async () => {
    const base = tempFolder();
    const program = bundled(join(__dirname, "support/appendForever.ts"));
    for (let round = 0; round < 5; round++) {
      const name = `round ${round}`;
      const child = spawn(process.execPath, [program, base, name, "400"], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const exit = once(child, "exit");
      let dots = 0;
      await new Promise<void>((resolve) => {
        child.stdout.on("data", (text: Buffer) => {
          dots += text.length;
          if (dots > 10 + round) resolve();
        });
      });
      child.kill("SIGKILL");
      await exit;
      const { file, read } = historyIn(base, { fileBytes: 400, earlierFiles: 10_000 });
      await file.append(said(`after ${round}`), 0);
      const found = await read();
      assert.deepEqual(found.problems, []);
      const own = detailsOf(found).filter((detail) => detail.startsWith(name));
      assert.deepEqual(
        own,
        own.map((_, at) => `${name} ${at}`),
      );
      assert.ok(own.length >= dots, `${own.length} of ${dots}`);
    }
  });
});
