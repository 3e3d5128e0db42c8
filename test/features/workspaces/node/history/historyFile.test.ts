/** The history of a workspace on the disk: what it withstands, and what it finds (PO-8). */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { ReadHistory } from "../../../../../src/features/workspaces/node/history/historyCheck";
import { type HistoryHead, readHead, writeHead } from "../../../../../src/features/workspaces/node/history/historyHead";
import { bundled } from "../../../../support/bundled";
import { tempFolder } from "../../../../support/tempFolder";
import { historyIn, said } from "../../support/historyIn";

const time = Date.UTC(2026, 0, 2, 3, 4, 5);

const detailsOf = ({ lines }: ReadHistory) => lines.map((line) => (line.kind === "event" ? line.detail : line.kind));

/** A history with these lines. */
async function written(details: readonly string[], base = tempFolder()) {
  const history = historyIn(base);
  for (const detail of details) await history.file.append(said(detail), time);
  return { base, ...history };
}

const linesIn = (path: string) => readFileSync(path, "utf8").split("\n").slice(0, -1);
const rewrite = (path: string, change: (lines: string[]) => string[]) =>
  writeFileSync(
    path,
    change(linesIn(path))
      .map((line) => `${line}\n`)
      .join(""),
  );

describe("the history of a workspace (PO-8)", () => {
  it("PO-8 has whole lines, chained, that only their owner may read", async () => {
    const { place, read } = await written(["one", "two"]);
    assert.equal(statSync(place.current).mode & 0o777, 0o600);
    const [start, one, two] = linesIn(place.current).map((line) => JSON.parse(line));
    assert.deepEqual([start.sequence, start.kind, start.previous], [1, "start", "0".repeat(64)]);
    assert.deepEqual(
      [one.sequence, one.time, one.kind, one.detail, one.previous, two.previous],
      [2, "2026-01-02T03:04:05.000Z", "event", "one", start.hash, one.hash],
    );
    const found = await read();
    assert.deepEqual([detailsOf(found), found.problems, found.files], [["one", "two"], [], 1]);
  });

  it("is one chain whoever appends, and no line is lost", async () => {
    const { base, read } = await written([]);
    const hosts = ["a", "b", "c"].map((name) => historyIn(base, undefined, name).file);
    const details = Array.from({ length: 60 }, (_, at) => `line ${at}`);
    await Promise.all(details.map((detail, at) => hosts[at % 3]?.append(said(detail), time)));
    const found = await read();
    assert.deepEqual([detailsOf(found).sort(), found.problems, found.files], [details.sort(), [], 1]);
  });

  it("is begun anew when it is full, the full ones are kept, and the oldest make room", async () => {
    const base = tempFolder();
    const { file, read, place } = historyIn(base, { fileBytes: 1000, earlierFiles: 3 });
    const details = Array.from({ length: 30 }, (_, at) => `line ${String(at).padStart(2, "0")}`);
    for (const detail of details) await file.append(said(detail), time);
    assert.equal(readdirSync(place.earlier).length, 3);
    const found = await read();
    assert.deepEqual(found.problems, []);
    assert.equal(found.files, 4);
    assert.deepEqual(detailsOf(found), details.slice(-found.lines.length));
    const newest = await read(1);
    assert.deepEqual([newest.files, newest.problems], [1, []]);
    rmSync(join(place.earlier, readdirSync(place.earlier).sort()[2] as string));
    assert.match((await read()).problems.join(), /^00\d+-\S+\.jsonl is missing, which was written up to line \d+\.$/);
  });

  for (const [name, change, problem] of [
    [
      "a changed line",
      (l: string[]) => l.map((line) => line.replace('"two"', '"tow"')),
      /^Line 3 of .exec_history failed verification: its text was/,
    ],
    [
      "a removed line",
      (l: string[]) => l.filter((line) => !line.includes('"two"')),
      /^Line 3 of .exec_history failed verification: it does not follow/,
    ],
    [
      "swapped lines",
      ([a, b, c, d]: string[]) => [a, c, b, d] as string[],
      /^Line 2 of .exec_history failed verification: it does not follow/,
    ],
    ["a cut tail", (l: string[]) => l.slice(0, -1), /^.exec_history does not end as recorded: it had 4 lines\.$/],
    ["two lines cut", (l: string[]) => l.slice(0, -2), /^.exec_history does not end as recorded: it had 4 lines\.$/],
    ["an empty file", () => [], /^Line 1 of .exec_history|is empty: its lines were removed/],
  ] as const)
    it(`tells of ${name}`, async () => {
      const { place, read, file } = await written(["one", "two", "three"]);
      rewrite(place.current, change);
      assert.match((await read()).problems.join(), problem);
      await file.append(said("four"), time);
      assert.match((await read()).problems.join("\n"), /^Line \d of .exec_history failed verification|up to line 4\.$/);
    });

  it("leaves what was cut as it is, and begins anew beside it", async () => {
    const { place, read, file } = await written(["one", "two", "three"]);
    rewrite(place.current, (lines) => lines.slice(0, -2));
    const cut = readFileSync(place.current);
    await file.append(said("four"), time);
    const [moved = ""] = readdirSync(place.earlier);
    assert.deepEqual(readFileSync(join(place.earlier, moved)), cut);
    const found = await read();
    assert.deepEqual(detailsOf(found), ["one", "four"]);
    assert.deepEqual(found.problems, [
      `${moved} was moved aside, because it was not the recorded history, which was written up to line 4.`,
    ]);
  });

  it("tells of a line that somebody added, however well it is chained", async () => {
    const { base, place, read } = await written(["one"]);
    const kept = [readFileSync(place.head), readFileSync(historyIn(base).ownHead)] as const;
    await historyIn(base).file.append(said("planted"), time);
    writeFileSync(place.head, kept[0]);
    writeFileSync(historyIn(base).ownHead, kept[1]);
    assert.deepEqual((await read()).problems, [".exec_history does not end as recorded: it had 2 lines."]);
  });

  it("tells of a history that was removed, and of one that was written anew", async () => {
    const { base, place, read, file } = await written(["one", "two"]);
    rmSync(place.current);
    assert.deepEqual((await read()).problems, [".exec_history is missing: it was written up to line 3."]);
    await file.append(said("three"), time);
    assert.deepEqual((await read()).problems, [
      "The history before this one is missing, which was written up to line 3.",
    ]);
    rmSync(place.current);
    rmSync(place.vouchers, { recursive: true });
    const elsewhere = historyIn(base, undefined, "other");
    for (const detail of ["x", "y", "z"]) await elsewhere.file.append(said(detail), time);
    assert.deepEqual((await elsewhere.read()).problems, []);
    assert.deepEqual((await read()).problems, [
      "Line 2 of 2026-01-02T03:04:05.000Z is gone: the history was rewritten.",
    ]);
  });

  for (const [name, plant] of [
    ["a link", (path: string, target: string) => symlinkSync(target, path)],
    ["a second name of another file", (path: string, target: string) => linkSync(target, path)],
    ["a folder", (path: string) => mkdirSync(path)],
    ["a file of somebody else", (path: string) => writeFileSync(path, "mine\n")],
  ] as const)
    it(`moves ${name} aside instead of following it`, async () => {
      const base = tempFolder({ "target.txt": "precious\n" });
      const { file, place, read } = historyIn(base);
      plant(place.current, join(base, "target.txt"));
      await file.append(said("one"), time);
      assert.equal(readFileSync(join(base, "target.txt"), "utf8"), "precious\n");
      const [moved = ""] = readdirSync(place.earlier);
      if (name === "a link") assert.equal(readlinkSync(join(place.earlier, moved)), join(base, "target.txt"));
      assert.equal(statSync(place.current).isFile(), true);
      const found = await read();
      assert.deepEqual(detailsOf(found), ["one"]);
      assert.equal(found.problems.at(-1), `${moved} was moved aside, because it was not the recorded history.`);
    });

  it("goes on after a crash in the middle of a line, without blaming anybody", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 300 }), async (cut) => {
        const { place, read, file, ownHead } = await written(["one"]);
        const before = (await readHead(place.head)) as HistoryHead;
        const own = readFileSync(ownHead);
        await file.append(said("two"), time);
        const head = (await readHead(place.head)) as HistoryHead;
        const left = Math.max(before.bytes, head.bytes - cut);
        // As a process leaves it that was killed while it wrote.
        await writeHead(place.head, { ...head, before });
        writeFileSync(ownHead, own);
        truncateSync(place.current, left);
        await file.append(said("three"), time);
        const found = await read();
        assert.deepEqual(found.problems, []);
        assert.deepEqual(detailsOf(found), cut === 0 ? ["one", "two", "three"] : ["one", "three"]);
      }),
      { numRuns: 30 },
    );
  });

  it("loses and tangles nothing when two processes append at once and one of them is killed", async function () {
    this.timeout(60_000);
    const base = tempFolder();
    const program = bundled(join(__dirname, "../../support/appendForever.ts"));
    const children = ["a", "b"].map((name) =>
      spawn(process.execPath, [program, base, name], { stdio: ["ignore", "pipe", "inherit"] }),
    );
    const exits = children.map((child) => once(child, "exit"));
    const dots = [0, 0];
    await new Promise<void>((resolve) => {
      for (const [at, child] of children.entries())
        child.stdout.on("data", (text: Buffer) => {
          dots[at] = (dots[at] ?? 0) + text.length;
          if (dots.every((count) => count > 30)) resolve();
        });
    });
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(exits);
    const { file, read } = historyIn(base);
    await file.append(said("after"), time);
    const found = await read();
    assert.deepEqual(found.problems, []);
    const details = detailsOf(found);
    assert.equal(details.at(-1), "after");
    for (const [at, name] of ["a", "b"].entries()) {
      const own = details.filter((detail) => detail.startsWith(`${name} `));
      assert.deepEqual(
        own,
        own.map((_, index) => `${name} ${index}`),
      );
      assert.ok(own.length >= (dots[at] ?? 0), `${own.length} of ${dots[at]}`);
    }
  });

  it("is put away with its folder, and the next one goes on from it", async () => {
    const { place, read, file } = await written(["one", "two"]);
    await file.setAside(time);
    assert.equal(existsSync(place.current), false);
    assert.deepEqual([detailsOf(await read()), (await read()).problems], [["one", "two"], []]);
    await file.append(said("three"), time);
    assert.deepEqual([detailsOf(await read()), (await read()).problems], [["one", "two", "three"], []]);
    const [name = ""] = readdirSync(place.earlier);
    appendFileSync(join(place.earlier, name), "more\n");
    assert.match((await read()).problems.join(), /failed verification/);
    renameSync(join(place.earlier, name), join(place.earlier, "elsewhere"));
    assert.deepEqual((await read()).problems, [`${name} is missing, which was written up to line 3.`]);
  });
});
