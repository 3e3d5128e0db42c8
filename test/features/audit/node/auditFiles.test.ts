import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { AuditEntry } from "../../../../src/features/audit/audit";
import { type AuditReport, auditLines, checkAudit } from "../../../../src/features/audit/node/auditCheck";
import { AuditFiles } from "../../../../src/features/audit/node/auditFiles";
import { tempFolder } from "../../../support/tempFolder";

const time = Date.UTC(2026, 0, 2, 3, 4, 5);
const event = (detail: string): AuditEntry => ({ kind: "event", event: "undo", agent: "tester", detail });

const logs = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort();

/** A log whose events have these texts, in one file. */
async function written(
  details: readonly string[],
  folder = tempFolder(),
  at = time,
): Promise<{ folder: string; path: string }> {
  const files = new AuditFiles(folder, "test");
  for (const detail of details) await files.append(event(detail), at, false);
  await files.close();
  return { folder, path: join(folder, logs(folder).at(-1) ?? "") };
}

const firstProblem = ({ problems }: AuditReport) => problems[0] && [problems[0].line, problems[0].text];

async function detailsIn(folder: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { value } of auditLines(folder)) if (value.kind === "event") found.push(value.detail);
  return found;
}

describe("the audit log on disk (D-18)", () => {
  it("D-18 a line holds its time, its place, what was said, and the hash of the line before", async () => {
    const { folder, path } = await written(["one", "two"]);
    const lines = readFileSync(path, "utf8").split("\n");
    assert.equal(lines.length, 4);
    const [start, one, two] = lines.slice(0, 3).map((line) => JSON.parse(line));
    assert.deepEqual(
      [start.sequence, start.kind, start.host, start.known, start.previous],
      [1, "start", "test", [], "0".repeat(64)],
    );
    assert.deepEqual(
      [one.sequence, one.time, one.kind, one.event, one.agent, one.detail, one.previous],
      [2, "2026-01-02T03:04:05.000Z", "event", "undo", "tester", "one", start.hash],
    );
    assert.equal(two.previous, one.hash);
    assert.deepEqual(await checkAudit(folder), { files: 1, lines: 3, problems: [] });
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  it("a pipe in the folder is not waited for, by who checks, reads or writes", async function () {
    if (process.platform === "win32") this.skip();
    const { folder } = await written(["one"]);
    execFileSync("mkfifo", [join(folder, "a.jsonl"), join(folder, "z.jsonl")]);
    assert.deepEqual(await checkAudit(folder), { files: 1, lines: 2, problems: [] });
    assert.deepEqual(await detailsIn(folder), ["one"]);
    await written(["two"], folder);
    assert.deepEqual(await detailsIn(folder), ["one", "two"]);
  });

  it("a process that comes later goes on with the file; one that comes at the same time has its own", async () => {
    const { folder } = await written(["one"]);
    const first = new AuditFiles(folder, "first");
    await first.append(event("two"), time, true);
    const second = new AuditFiles(folder, "second");
    await second.append(event("three"), time + 1000, false);
    await first.append(event("four"), time, false);
    assert.equal(logs(folder).length, 2);
    await Promise.all([first.close(), second.close()]);
    assert.deepEqual((await detailsIn(folder)).sort(), ["four", "one", "three", "two"]);
    assert.deepEqual((await checkAudit(folder)).problems, []);
  });

  /** Locks that this process has. */
  const locksOfThis = (folder: string): string[] =>
    readdirSync(folder).filter(
      (name) => name.endsWith(".lock") && JSON.parse(readFileSync(join(folder, name), "utf8")).pid === process.pid,
    );

  /** What a killed process leaves: lines, and a lock that names it. */
  async function killed(folder: string, detail: string, at = time): Promise<void> {
    const held = locksOfThis(folder);
    await new AuditFiles(folder, "killed").append(event(detail), at, false);
    const [lock = ""] = locksOfThis(folder).filter((name) => !held.includes(name));
    writeFileSync(join(folder, lock), JSON.stringify({ pid: 2 ** 30, began: "1" }));
  }

  const startsIn = async (folder: string): Promise<string[][]> => {
    const found: string[][] = [];
    for await (const { value } of auditLines(folder))
      if (value.kind === "start") found.push((value.known as { name: string }[]).map(({ name }) => name));
    return found;
  };

  it("the file of a killed process is gone on with, so that no number of them makes the next start slower", async () => {
    const folder = tempFolder();
    const details = Array.from({ length: 30 }, (_, at) => `line ${at}`);
    for (const detail of details) await killed(folder, detail);
    assert.equal(logs(folder).length, 1);
    await written(["last"], folder);
    assert.deepEqual(await detailsIn(folder), [...details, "last"]);
    assert.deepEqual(readdirSync(folder), logs(folder));
    assert.deepEqual((await checkAudit(folder)).problems, []);
  });

  it("each file is named once by each other, and again when it has grown; one that is removed is still missed", async () => {
    const folder = tempFolder();
    const running = ["a", "b", "c"].map((host) => new AuditFiles(folder, host));
    for (const [at, files] of running.entries()) await files.append(event("x"), time + at * 1000, false);
    const [first = "", second = "", newest = ""] = logs(folder);
    for (const files of running) await files.close();
    for (let start = 0; start < 3; start++) await written([`${start}`], folder);
    assert.deepEqual(await startsIn(folder), [[], [first], [first, second], [], [], []]);
    const keepsNewest = new AuditFiles(folder, "d");
    await keepsNewest.append(event("y"), time, false);
    await written(["z"], folder);
    await keepsNewest.close();
    await written(["last"], folder);
    assert.deepEqual((await startsIn(folder)).slice(-3), [[], [], [second]]);
    assert.deepEqual((await checkAudit(folder)).problems, []);
    for (const name of [first, second]) {
      const bytes = readFileSync(join(folder, name));
      rmSync(join(folder, name));
      assert.match(firstProblem(await checkAudit(folder))?.[1] as string, /is missing: .* recorded \d+ bytes\.$/);
      writeFileSync(join(folder, name), bytes);
    }
    rmSync(join(folder, `${newest}.named`));
    await written(["named again"], folder);
    assert.deepEqual((await startsIn(folder)).at(-1), [first, second]);
  });

  it("locks of killed processes are removed, and those of running ones are not", async () => {
    const folder = tempFolder();
    const running = new AuditFiles(folder, "running");
    await running.append(event("one"), time, false);
    await killed(folder, "two", time + 1000);
    const { path } = await written(["three"], folder, time + 2000);
    const [own = ""] = logs(folder);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith(".lock")),
      [`${own}.lock`],
    );
    assert.equal(path, join(folder, logs(folder)[1] ?? ""));
    await running.append(event("four"), time, false);
    await running.close();
    assert.deepEqual((await checkAudit(folder)).problems, []);
  });

  it("many lines at once keep their order and their chain", async () => {
    const folder = tempFolder();
    const files = new AuditFiles(folder, "test");
    const details = Array.from({ length: 200 }, (_, at) => `line ${at}`);
    await Promise.all(details.map((detail) => files.append(event(detail), time, false)));
    await files.close();
    assert.deepEqual(await detailsIn(folder), details);
    assert.deepEqual((await checkAudit(folder)).problems, []);
  });

  it("a full file is followed by another, and the oldest are dropped by name", async () => {
    const folder = tempFolder();
    const files = new AuditFiles(folder, "test", { fileBytes: 2000, allBytes: 8000 });
    for (let at = 0; at < 60; at++) await files.append(event(`line ${at}`), time + at * 1000, false);
    await files.close();
    const sizes = logs(folder).map((name) => statSync(join(folder, name)).size);
    assert.ok(sizes.length >= 3 && sizes.reduce((a, b) => a + b) < 9000, `sizes ${sizes}`);
    assert.equal((await detailsIn(folder)).at(-1), "line 59");
    assert.deepEqual((await checkAudit(folder)).problems, []);
  });

  it("a file that is taken away is missed, and the lines go into a new one", async () => {
    const { folder, path } = await written(["one"]);
    const files = new AuditFiles(folder, "other");
    appendFileSync(`${path}.lock`, "1");
    await files.append(event("two"), time + 1000, false);
    rmSync(path);
    await files.append(event("three"), time + 2000, false);
    const report = await checkAudit(folder);
    assert.equal(report.problems.length, 1);
    assert.match(report.problems[0]?.text ?? "", /^20260102T030405000Z-\d+-[0-9a-f]{8}\.jsonl is missing: .* bytes\.$/);
    const own = logs(folder).at(-1) ?? "";
    rmSync(join(folder, own));
    await files.append(event("four"), time + 3000, false);
    assert.deepEqual(await detailsIn(folder), ["four"]);
    await files.close();
  });

  it("a file that was cut at a line's end is missed by the next process that knew it", async () => {
    const { folder, path } = await written(["one", "two"]);
    await written(["three"], folder);
    const lines = readFileSync(path, "utf8").split("\n");
    appendFileSync(`${path}.lock`, "1");
    await written(["four"], folder);
    writeFileSync(path, `${lines.slice(0, 2).join("\n")}\n`);
    assert.match(
      firstProblem(await checkAudit(folder))?.[1] as string,
      /was truncated or rewritten: .* recorded \d+ bytes\.$/,
    );
  });

  it("half a line, as a crash leaves it, is told apart, and is not gone on with", async () => {
    const { folder, path } = await written(["one", "two"]);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, bytes.length - 10));
    await written(["three"], folder, time + 1000);
    const name = path.slice(folder.length + 1);
    assert.deepEqual(firstProblem(await checkAudit(folder)), [
      3,
      `Line 3 of ${name} failed verification: the file ends in the middle of it, as after a crash or on a full disk.`,
    ]);
    assert.deepEqual(await detailsIn(folder), ["one", "three"]);
  });

  it("a folder that cannot be made is an error that names it, and the log goes on when it can", async () => {
    const folder = join(tempFolder(), "audit");
    writeFileSync(folder, "a file is in the way");
    const files = new AuditFiles(folder, "test");
    await assert.rejects(files.append(event("one"), time, false), /EEXIST.*audit/);
    rmSync(folder);
    await files.append(event("two"), time, false);
    assert.deepEqual(await detailsIn(folder), ["two"]);
    await files.close();
    assert.equal(existsSync(join(folder, `${logs(folder)[0]}.lock`)), false);
  });

  it("no log at all is a log without lines", async () => {
    assert.deepEqual(await checkAudit(join(tempFolder(), "none")), { files: 0, lines: 0, problems: [] });
  });

  it("an emptied file is found", async () => {
    const { folder, path } = await written(["one"]);
    writeFileSync(path, "");
    assert.equal(firstProblem(await checkAudit(folder))?.[0], 1);
  });

  const texts = fc.array(fc.string({ unit: "binary", maxLength: 20 }), { minLength: 1, maxLength: 6 });

  it("any changed byte is found, in its line", async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(), fc.integer({ min: 1, max: 255 }), async (details, at, flip) => {
        const { folder, path } = await written(details);
        const bytes = readFileSync(path);
        const place = at % bytes.length;
        const line = bytes.subarray(0, place).filter((byte) => byte === 0x0a).length + 1;
        bytes[place] = (bytes[place] as number) ^ flip;
        writeFileSync(path, bytes);
        assert.equal(firstProblem(await checkAudit(folder))?.[0], line);
      }),
      { numRuns: 100 },
    );
  });

  it("any removed, doubled or moved line is found", async () => {
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.nat(),
        fc.nat(),
        fc.constantFrom("remove", "double", "move"),
        async (details, a, b, how) => {
          const { folder, path } = await written(details);
          const lines = readFileSync(path, "utf8").slice(0, -1).split("\n");
          const from = a % lines.length;
          // A line removed at the very end is found by what later processes know of the file alone.
          fc.pre(how !== "remove" || from < lines.length - 1);
          const [line = ""] = lines.splice(from, 1);
          const to = b % (lines.length + 1);
          fc.pre(how !== "move" || to !== from);
          if (how === "double") lines.splice(from, 0, line, line);
          if (how === "move") lines.splice(to, 0, line);
          writeFileSync(path, lines.map((text) => `${text}\n`).join(""));
          const first = how === "double" ? from + 2 : how === "move" ? Math.min(from, to) + 1 : from + 1;
          assert.equal(firstProblem(await checkAudit(folder))?.[0], first);
        },
      ),
      { numRuns: 100 },
    );
  });
});
