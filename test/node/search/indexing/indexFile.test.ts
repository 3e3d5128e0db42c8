/** The index on the disk is whole or not there, and holds nothing of what tools may not read. */
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type BuildJob, buildIndex } from "../../../../src/node/search/indexing/buildIndex";
import { IndexFile } from "../../../../src/node/search/indexing/indexFile";
import { removeLeftovers } from "../../../../src/node/search/indexing/leftovers";
import { requiredLiterals } from "../../../../src/node/search/indexing/patternLiterals";
import { type Tree, tempFolder } from "../../../support/tempFolder";

const kills = process.env.TOOLCRIB_TEST_THOROUGH ? 100 : 6;

function jobOf(tree: Tree, changes: Partial<BuildJob> = {}): BuildJob {
  const root = tempFolder(tree);
  const path = join(tempFolder(), "index");
  const standard = { secret: [], closed: [], rules: "", maxBytes: 1e9, paths: Object.keys(tree) };
  return { root, path, ...standard, ...changes };
}

function candidates({ path }: BuildJob, pattern: string): string[] {
  const index = IndexFile.open(path);
  const required = requiredLiterals(pattern);
  assert.ok(index && required);
  try {
    return (index.candidates(required, () => true, 1e6) ?? []).sort();
  } finally {
    index.close();
  }
}

describe("the file of an index", () => {
  it("names the files that hold a text, in any encoding that ripgrep reads, and few others", () => {
    const tree: Record<string, string | Buffer> = {
      "plain.ts": "one quokka\n",
      "upper.ts": "QUOKKA",
      "little.txt": Buffer.from("\ufeffa quokka", "utf16le"),
      "big.txt": Buffer.from("\ufeffa quokka", "utf16le").swap16(),
      "late.bin": "quokka\0",
      "after.bin": "\0quokka",
      "apart.ts": "quo\nkka",
      "empty.ts": "",
    };
    for (let at = 0; at < 500; at++) tree[`other${at}.ts`] = `export const value${at} = ${at};\n`;
    const job = jobOf(tree);
    buildIndex(job);
    const found = candidates(job, "quokka");
    const holding = ["big.txt", "late.bin", "little.txt", "plain.ts", "upper.ts"];
    assert.deepEqual(
      holding.filter((path) => !found.includes(path)),
      [],
    );
    assert.ok(found.length < holding.length + 5, `${found.length} candidates`);
  });

  it("has no signature of what is secret, closed, too large, or has two names: every search is about these", () => {
    const tree: Tree = {
      "a.ts": "quokka",
      ".env": "quokka",
      "keys/.env/x": "quokka",
      "closed/x.ts": "quokka",
      "large.txt": "quokka ".repeat(400_000),
      "two.ts": "quokka",
    };
    const job = jobOf(tree, { secret: ["**/.env", "**/.env/**"], closed: ["closed/x.ts"] });
    linkSync(join(job.root, "two.ts"), join(job.root, "names.ts"));
    buildIndex(job);
    const index = IndexFile.open(job.path);
    assert.deepEqual([...(index?.table.always ?? [])].sort(), [
      ".env",
      "closed/x.ts",
      "keys/.env/x",
      "large.txt",
      "two.ts",
    ]);
    assert.deepEqual(candidates(job, "quokka"), ["a.ts"]);
    index?.close();
  });

  it("stays within its size: what has no room is looked into by every search", () => {
    const tree = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}.ts`, "x".repeat(60_000)]));
    const job = jobOf(tree, { maxBytes: 4096 });
    buildIndex(job);
    const index = IndexFile.open(job.path);
    assert.equal(index?.table.always.length, 40);
    assert.ok(statSync(job.path).size < 8192);
    index?.close();
  });

  it("is not there when a byte of it is wrong or missing", () => {
    const job = jobOf({ "a.ts": "quokka" });
    buildIndex(job);
    const bytes = readFileSync(job.path);
    for (const at of [0, 20, bytes.length >> 1, bytes.length - 45, bytes.length - 1]) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] as number) ^ 1;
      writeFileSync(job.path, damaged);
      assert.equal(IndexFile.open(job.path), undefined, `byte ${at}`);
    }
    for (const length of [0, 10, 60, bytes.length - 1]) {
      writeFileSync(job.path, bytes.subarray(0, length));
      assert.equal(IndexFile.open(job.path), undefined, `${length} bytes`);
    }
  });

  it(`is whole or not there when its builder is ended at any moment (${kills} times)`, async () => {
    const job = jobOf(
      Object.fromEntries(Array.from({ length: 800 }, (_, at) => [`${at}.ts`, `quokka ${at}\n`.repeat(300)])),
    );
    const folder = join(job.path, "..");
    let unfinished = 0;
    for (let kill = 0; kill < kills; kill++) {
      const builder = startBuilder(job);
      const ended = once(builder, "exit");
      // Once it writes, at any moment.
      while (builder.exitCode === null && readdirSync(folder).every((name) => !name.endsWith(".making")))
        await setTimeout(1);
      await setTimeout((kill * 37) % 60);
      builder.kill("SIGKILL");
      await ended;
      unfinished += readdirSync(folder).filter((name) => name.endsWith(".making")).length;
      removeLeftovers(folder);
      assert.deepEqual(
        readdirSync(folder).filter((name) => name !== "index"),
        [],
      );
      if (existsSync(job.path)) assert.equal(candidates(job, "quokka").length, 800);
    }
    assert.ok(unfinished > 0, "it was never ended while it wrote");
    const last = startBuilder(job);
    assert.deepEqual(await once(last, "exit"), [0, null]);
    assert.equal(candidates(job, "quokka").length, 800);
  }).timeout(kills * 3000);

  it("does not remove what a builder that lives is making", () => {
    const folder = tempFolder();
    mkdirSync(folder, { recursive: true });
    const living = `index.${process.pid}.00000000.making`;
    writeFileSync(join(folder, living), "");
    writeFileSync(join(folder, "index.4194304.00000000.making"), "");
    removeLeftovers(folder);
    assert.deepEqual(readdirSync(folder), [living]);
  });
});

function startBuilder(job: BuildJob): ChildProcess {
  const program = join(__dirname, "../../../../src/node/search/indexing/indexBuilder.ts");
  const execArgv = process.execArgv.filter((option) => option.startsWith("--require="));
  const child = fork(program, { execArgv, serialization: "advanced", stdio: ["ignore", "ignore", "ignore", "ipc"] });
  child.send(job);
  return child;
}
