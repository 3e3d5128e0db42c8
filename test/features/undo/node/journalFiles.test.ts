import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { Session } from "../../../../src/core/session/session";
import type { JournalChange, JournalEntry } from "../../../../src/features/undo/journal";
import { JournalFiles } from "../../../../src/features/undo/node/journalFiles";
import { enterPlaces, keepSession, resetTaint, saveSession } from "../../../../src/node/state/sessionFiles";
import { bundled } from "../../../support/bundled";
import { tempFolder } from "../../../support/tempFolder";
import { failsWith } from "../../../support/toolFailure";

const change = (shown: string, before: string | undefined, after: string | undefined): JournalChange => ({
  path: `/ws/${shown}`,
  real: `/ws/${shown}`,
  shown,
  before: before === undefined ? undefined : Buffer.from(before),
  after: after === undefined ? undefined : Buffer.from(after),
  createdDirectories: ["/ws/new"],
});
const entry = (id: string, time: number, ...changes: JournalChange[]): JournalEntry => ({
  id,
  agent: "tester",
  tool: "write_file",
  title: `Change ${id}`,
  time,
  state: "done",
  changes,
});
/** Too long to be part of an entry. */
const long = (text: string) => text.padEnd(5000, ".");
const contentsOf = (folder: string) => readdirSync(join(folder, "contents"));
const damaged = "The journal's copy of the file is missing or damaged, so this cannot be undone.";

describe("JournalFiles (D-17)", () => {
  it("finds every entry where a process can open fewer files than there are", async function () {
    if (process.platform === "win32") this.skip();
    const folder = tempFolder();
    for (let id = 0; id < 400; id++) writeFileSync(join(folder, `${id}.json`), JSON.stringify(entry(`${id}`, id)));
    const source = JSON.stringify(bundled(join(__dirname, "../../../../src/features/undo/node/journalFiles.ts")));
    const code = `new (require(${source}).JournalFiles)(process.argv[1]).list().then(({ length }) => console.log(length))`;
    const node = `ulimit -n 150 && exec "$0" -e "$1" "$2"`;
    const { stdout, stderr } = spawnSync("bash", ["-c", node, process.execPath, code, folder], { encoding: "utf8" });
    assert.equal(stdout, "400\n", stderr);
  });

  it("keeps entries between processes, byte for byte, creations and deletions too", async () => {
    const folder = join(tempFolder(), "state/journal");
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    const stored = entry(
      "1",
      5,
      { ...change("a", "x", "y"), before: bytes },
      change("b", undefined, ""),
      change("c", "z", undefined),
    );
    await new JournalFiles(folder).put(stored);
    const again = new JournalFiles(folder);
    assert.deepEqual(await again.get("1"), stored);
    const changes = stored.changes.map(({ before, after, ...rest }) => rest);
    assert.deepEqual(await again.list(), [{ ...stored, changes }]);
  });

  it("replaces an entry by its id, and lists by time, then by id", async () => {
    const store = new JournalFiles(tempFolder());
    await store.put(entry("late", 9));
    await store.put(entry("b", 5));
    await store.put(entry("a", 5, change("x", "1", "2"), change("x", "2", "3")));
    await store.put({ ...entry("late", 9), state: "undone" });
    assert.deepEqual(
      (await store.list()).map(({ id, state, changes }) => [id, state, changes.map(({ shown }) => shown)]),
      [
        ["a", "done", ["x", "x"]],
        ["b", "done", []],
        ["late", "undone", []],
      ],
    );
  });

  it("an empty or missing folder has no entries", async () => {
    const store = new JournalFiles(join(tempFolder(), "none"));
    assert.deepEqual(await store.list(), []);
    await failsWith(() => store.get("1"), "not_found", "The journal has no entry 1.");
  });

  it("only its owner can look into it", async () => {
    const folder = join(tempFolder(), "journal");
    const store = new JournalFiles(folder);
    await store.put({ ...entry("1", 1, change("a", long("secret"), "new")), state: "pending" });
    await store.put(entry("1", 1, change("a", long("secret"), "new")));
    const mode = (path: string) => statSync(join(folder, path)).mode & 0o777;
    assert.deepEqual(
      [mode("."), mode("contents"), mode("1.pending.json"), mode("1.json")],
      [0o700, 0o700, 0o600, 0o600],
    );
    assert.equal(contentsOf(folder).length, 2);
    for (const name of contentsOf(folder)) assert.equal(mode(`contents/${name}`), 0o600);
  });

  /** A pending entry and its end, as every write makes them. */
  async function record(store: JournalFiles, one: JournalEntry): Promise<JournalEntry> {
    await store.put({ ...one, state: "pending" });
    await store.put(one);
    return one;
  }
  /** Each edit of a large file read anew, as calls read it. */
  const edits = (contents: readonly string[]) =>
    contents.slice(1).map((after, at) => entry(`${at}`, at, change("big", contents[at], after)));
  const large = (turn: number) => `${"head ".repeat(2000)}turn ${turn}${" tail".repeat(2000)}`;

  it("keeps a large file once for the edits that follow each other, and gives back every byte of each", async () => {
    const folder = tempFolder();
    const store = new JournalFiles(folder);
    const contents = [
      large(0),
      large(1),
      `more${large(1)}`,
      large(1),
      `${large(1)}end`,
      large(1),
      large(1).slice(9000),
    ];
    const all = edits(contents);
    for (const one of all) await record(store, one);
    assert.equal(contentsOf(folder).length, 1);
    for (const reading of [store, new JournalFiles(folder)])
      for (const one of all) assert.deepEqual(await reading.get(one.id), one);
  });

  it("begins anew after so many edits, and where something else has changed the file between two", async () => {
    const folder = tempFolder();
    const store = new JournalFiles(folder);
    const all = edits(Array.from({ length: 20 }, (_, turn) => large(turn)));
    for (const one of all) await record(store, one);
    assert.equal(contentsOf(folder).length, 2);
    const other = entry("other", 50, change("big", large(19).replace("tail", "TAIL"), large(20)));
    const sameLength = entry("same", 51, change("big", large(20).replace("head turn", "HEAD turn"), large(21)));
    for (const one of [other, sameLength]) all.push(await record(store, one));
    assert.equal(contentsOf(folder).length, 4);
    for (const one of all) assert.deepEqual(await store.get(one.id), one);
  });

  it("takes nothing from an entry whose write never happened, nor from a copy that was damaged or compressed", async () => {
    const folder = tempFolder();
    const store = new JournalFiles(folder);
    const [first, second, third] = edits([large(0), large(1), large(2), large(3)]) as [
      JournalEntry,
      JournalEntry,
      JournalEntry,
    ];
    await store.put({ ...first, state: "pending" });
    // The file is still what it was.
    const again = await record(store, { ...first, id: "again", changes: [change("big", large(0), large(1))] });
    assert.equal(contentsOf(folder).length, 2);
    for (const name of contentsOf(folder)) {
      const path = join(folder, "contents", name);
      const bytes = readFileSync(path);
      bytes.write("HEAD", 100);
      writeFileSync(path, bytes);
    }
    await record(store, second);
    assert.equal(contentsOf(folder).length, 3);
    assert.deepEqual(await store.get(second.id), second);
    await store.compress();
    await record(store, third);
    assert.deepEqual([await store.get(second.id), await store.get(third.id)], [second, third]);
    await failsWith(() => store.get(again.id), "unavailable", damaged);
  });

  it("keeps what later edits name when the entry that kept it is dropped", async () => {
    const folder = tempFolder();
    const all = edits(Array.from({ length: 4 }, (_, turn) => large(turn)));
    const store = new JournalFiles(folder);
    for (const one of all) await record(store, one);
    for (const name of contentsOf(folder)) utimesSync(join(folder, "contents", name), 1, 1);
    const fewer = new JournalFiles(folder, { entries: 2, bytes: 1024 ** 3 });
    assert.deepEqual(await fewer.get("3").catch(() => undefined), undefined);
    await record(fewer, entry("9", 9, change("small", "a", "b")));
    assert.deepEqual(
      (await fewer.list()).map(({ id }) => id),
      ["1", "2", "9"],
    );
    assert.equal(contentsOf(folder).length, 1);
    assert.deepEqual(await fewer.get("2"), all[2]);
  });

  it("short contents are part of their entry; of a change in a long one only what differs is kept beside the old one", async () => {
    const folder = tempFolder();
    const store = new JournalFiles(folder);
    const old = long("old");
    const changes = [change("short", "old", "new"), change("long", old, `${old.slice(0, 999)}new${old.slice(1000)}`)];
    await store.put(entry("1", 1, ...changes));
    assert.deepEqual(
      contentsOf(folder).map((name) => readFileSync(join(folder, "contents", name), "utf8")),
      [old],
    );
    assert.deepEqual((await new JournalFiles(folder).get("1")).changes, changes);
  });

  it("an entry that is stored again writes none of its contents twice", async () => {
    const folder = tempFolder();
    const store = new JournalFiles(folder);
    const same = entry("1", 1, change("a", long("old"), long("n3w")));
    await store.put({ ...same, state: "pending" });
    const kept = contentsOf(folder);
    await store.put(same);
    assert.deepEqual(contentsOf(folder), kept);
    assert.deepEqual(await new JournalFiles(folder).get("1"), same);
  });

  it("what was known before the write is all that is known when a crash took the rest", async () => {
    const folder = tempFolder();
    const store = new JournalFiles(folder);
    const pending: JournalEntry = { ...entry("1", 1, change("a", long("old"), long("n3w"))), state: "pending" };
    await store.put(pending);
    await store.put({ ...pending, state: "done" });
    writeFileSync(join(folder, "1.json"), "");
    assert.deepEqual(await new JournalFiles(folder).get("1"), pending);
  });

  it("the end of an entry that nobody else has ended is kept; one that is there stays", async () => {
    const folder = tempFolder();
    const store = new JournalFiles(folder);
    const pending: JournalEntry = { ...entry("1", 1, change("a", "old", "new")), state: "pending" };
    await store.put(pending);
    await store.end({ ...pending, state: "done", changes: [] });
    assert.deepEqual(await store.get("1"), { ...pending, state: "done", changes: [] });
    await store.end({ ...pending, state: "done" });
    assert.deepEqual((await store.get("1")).changes, []);
    await store.put({ ...pending, state: "done" });
    assert.deepEqual(await store.get("1"), { ...pending, state: "done" });
    assert.deepEqual(readdirSync(folder).sort(), ["1.json", "1.pending.json", "contents"]);
  });

  it("contents are compressed later, where that makes them smaller, and read as before", async () => {
    const folder = tempFolder();
    const store = new JournalFiles(folder);
    const dense = randomBytes(6000);
    const kept = entry("1", 1, change("a", long("old"), undefined), { ...change("b", "", undefined), before: dense });
    await store.put({ ...kept, state: "pending" });
    await store.put(kept);
    const plain = contentsOf(folder);
    for (let time = 0; time < 2; time++) await new JournalFiles(folder).compress();
    await Promise.all([store.compress(), store.compress()]);
    const names = contentsOf(folder);
    assert.deepEqual(
      names.map((name) => name.replace(/\.z$/, "")),
      plain,
    );
    assert.equal(names.filter((name) => name.endsWith(".z")).length, 1);
    const packed = join(folder, "contents", names.find((name) => name.endsWith(".z")) as string);
    assert.ok(statSync(packed).size < 100);
    assert.equal(statSync(packed).mode & 0o777, 0o600);
    assert.deepEqual(await new JournalFiles(folder).get("1"), kept);
    for (const bad of [
      Buffer.alloc(0),
      readFileSync(packed).subarray(1),
      deflateSync(long("0ld")),
      deflateSync("x".repeat(99_999)),
    ]) {
      writeFileSync(packed, bad);
      await failsWith(() => new JournalFiles(folder).get("1"), "unavailable", damaged);
    }
  });

  it("an id leads nowhere else", async () => {
    const folder = tempFolder({ "secret.json": JSON.stringify(entry("1", 1)) });
    await failsWith(
      () => new JournalFiles(join(folder, "journal")).get("../secret"),
      "not_found",
      "The journal has no entry ../secret.",
    );
  });

  it("a copy that is missing or damaged is found out before anything is put back", async () => {
    const folder = tempFolder();
    const store = new JournalFiles(folder);
    await store.put(entry("1", 1, change("a", long("old"), "new")));
    const [name] = contentsOf(folder);
    const copy = join(folder, "contents", name as string);
    for (const bad of [long("o1d"), long("old").slice(1), `${long("old")}.`, ""]) {
      writeFileSync(copy, bad);
      await failsWith(() => store.get("1"), "unavailable", damaged);
    }
    rmSync(copy);
    await failsWith(() => store.get("1"), "unavailable", damaged);
    writeFileSync(copy, long("old"));
    assert.equal((await store.get("1")).changes[0]?.before?.length, 5000);
  });

  it("damage anywhere in a large copy is found out; one that an older version kept can be put back still", async () => {
    const mebibyte = 1024 * 1024;
    for (const isPacked of [false, true]) {
      const folder = tempFolder();
      const store = new JournalFiles(folder);
      const old = isPacked ? Buffer.alloc(3 * mebibyte, "old ") : randomBytes(3 * mebibyte);
      await store.put(entry("1", 1, { ...change("a", "", "new"), before: old }));
      const [name] = contentsOf(folder);
      const copy = join(folder, "contents", name as string);
      await store.compress();
      assert.deepEqual(contentsOf(folder), [isPacked ? `${name}.z` : name]);
      assert.deepEqual((await store.get("1")).changes[0]?.before, old);
      for (const at of [0, mebibyte - 1, mebibyte, 2 * mebibyte, old.length - 1]) {
        const bad = Buffer.from(old);
        bad[at] = (bad[at] as number) ^ 1;
        writeFileSync(isPacked ? `${copy}.z` : copy, isPacked ? deflateSync(bad) : bad);
        await failsWith(() => store.get("1"), "unavailable", damaged);
      }
      writeFileSync(copy, old);
      const path = join(folder, "1.json");
      const asOnceKept = readFileSync(path, "utf8").replace(/,"crcOfAll":\d+/, "");
      assert.match(asOnceKept, /"size":\d+,"crc":\d+\}/);
      writeFileSync(path, asOnceKept);
      assert.deepEqual((await store.get("1")).changes[0]?.before, old);
      writeFileSync(copy, Buffer.from(old).fill("x", 0, 9));
      await failsWith(() => store.get("1"), "unavailable", damaged);
    }
  });

  it("an entry that cannot be read is passed over; the others stay", async () => {
    const folder = tempFolder();
    const store = new JournalFiles(folder);
    await store.put(entry("1", 1, change("a", "old", "new")));
    for (const [name, text] of [
      ["2.json", '{"id": "2", "time'],
      ["3.json", ""],
      ["4.json", "null"],
      ["5.json", "{}"],
      ["6.json", '{"id":"6","time":1,"changes":"none"}'],
      ["7.json", '{"id":"7","time":1,"changes":[{"before":"abc","after":null}]}'],
      ["8.json", '{"id":"8","time":1,"changes":[null]}'],
    ] as const)
      writeFileSync(join(folder, name), text);
    assert.deepEqual(
      (await store.list()).map(({ id }) => id),
      ["1"],
    );
    assert.equal((await store.get("1")).id, "1");
  });

  it("many puts at once, of the same contents too, all arrive", async () => {
    const folder = tempFolder();
    const stores = [new JournalFiles(folder), new JournalFiles(folder)];
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        stores[index % 2]?.put(entry(`${index}`, index, change("a", "the same old", `new ${index % 3}`))),
      ),
    );
    const listed = await new JournalFiles(folder).list();
    assert.equal(listed.length, 40);
    for (const { id } of listed)
      assert.equal(Buffer.from((await stores[0]?.get(id))?.changes[0]?.before ?? []).toString(), "the same old");
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith(".tmp")),
      [],
    );
    assert.deepEqual(
      readdirSync(join(folder, "contents")).filter((name) => name.endsWith(".tmp")),
      [],
    );
  });

  it("forgets all but the last 500 entries, with their contents, and no content in use", async function () {
    this.timeout(10_000);
    const folder = tempFolder();
    const store = new JournalFiles(folder);
    for (let id = 0; id < 3; id++)
      await store.put({ ...entry(`${id}`, id, change("a", long(`old ${id}`), undefined)), state: "pending" });
    for (let id = 3; id <= 501; id++) writeFileSync(join(folder, `${id}.json`), JSON.stringify(entry(`${id}`, id)));
    const past = (names: readonly string[]) => {
      for (const name of names) utimesSync(join(folder, "contents", name), 1000, 1000);
    };
    await store.compress();
    const [young] = contentsOf(folder);
    past(contentsOf(folder).slice(1));
    const again = new JournalFiles(folder);
    await again.put(entry("502", 502));
    const ids = (await again.list()).map(({ id }) => Number(id));
    assert.deepEqual([ids[0], ids.at(-1), ids.length], [2, 502, 501]);
    assert.ok(contentsOf(folder).includes(young as string), "it may be that of an entry about to be stored");
    assert.equal(Buffer.from((await again.get("2")).changes[0]?.before ?? []).toString(), long("old 2"));
    past(contentsOf(folder));
    await new JournalFiles(folder).put(entry("503", 503));
    assert.equal(contentsOf(folder).length, 0);
  });

  it("forgets the oldest when contents take too much room, and never the newest", async () => {
    const store = new JournalFiles(tempFolder(), { entries: 500, bytes: 12_000 });
    for (let id = 1; id <= 4; id++) await store.put(entry(`${id}`, id, change("a", long(`old ${id}`), undefined)));
    const ids = async () => (await store.list()).map((one) => one.id);
    assert.deepEqual(await ids(), ["3", "4"]);
    await store.put(entry("5", 5, change("a", "x".repeat(20_000), undefined)));
    assert.deepEqual(await ids(), ["5"]);
  });

  it("looks for what is too much while it is used, too", async () => {
    const store = new JournalFiles(tempFolder(), { entries: 10, bytes: 1_000_000 });
    for (let id = 100; id < 220; id++) await store.put(entry(`${id}`, id));
    assert.ok((await store.list()).length < 70, `${(await store.list()).length}`);
  });

  it("keeps every call while they are taken back one by one", async () => {
    const store = new JournalFiles(tempFolder(), { entries: 100, bytes: 1_000_000 });
    for (let time = 100; time < 200; time++) await store.put(entry(`call ${time}`, time, change("a", "1", "2")));
    for (let time = 200; time < 300; time++)
      await store.put({ ...entry(`undo ${time}`, time, change("a", "2", "1")), kind: "undo" });
    const kept = (await store.list()).map(({ id }) => id);
    assert.deepEqual([kept.length, kept[0]], [200, "call 100"]);
    for (let time = 300; time < 350; time++)
      await store.put({ ...entry(`redo ${time}`, time, change("a", "1", "2")), kind: "redo" });
    assert.deepEqual([(await store.list()).length, (await store.list())[0]?.id], [200, "call 150"]);
  });
});

/** As a process has it that works in these folders. */
async function loadSession(folder: string, agent: string, ...opened: string[]): Promise<Session> {
  const session = new Session(agent);
  await enterPlaces(folder, session, { opened: opened.length > 0 ? opened : ["/ws"], added: [] });
  return session;
}

describe("sessions between processes (D-10)", () => {
  it("are kept for each agent, whatever its name", async () => {
    const folder = tempFolder();
    for (const agent of ["a", "../../evil", "a/b", "\0", "x".repeat(5000)]) {
      const session = await loadSession(folder, agent);
      assert.deepEqual(session.seen(), []);
      session.noteSeen("/ws/f", `of ${agent.slice(0, 9)}`);
      await saveSession(folder, session);
      assert.deepEqual((await loadSession(folder, agent)).seen(), [["/ws/f", `of ${agent.slice(0, 9)}`]]);
    }
    assert.deepEqual(readdirSync(folder), ["sessions"]);
    const names = readdirSync(join(folder, "sessions"));
    assert.equal(names.filter((name) => name.endsWith(".seen.json")).length, 5);
    for (const name of names) {
      assert.match(name, /^[0-9a-f]{32}\.(?:seen|PUBLIC\.taint)\.json$/);
      assert.equal(statSync(join(folder, "sessions", name)).mode & 0o777, 0o600);
    }
  });

  it("an unreadable one means reading again, and counts as the most confidential until it is reset (PO-6)", async () => {
    const folder = tempFolder();
    await saveSession(folder, await loadSession(folder, "a"));
    for (const junk of ["", "{", "{}", "null", "5"]) {
      for (const name of readdirSync(join(folder, "sessions"))) writeFileSync(join(folder, "sessions", name), junk);
      const session = await loadSession(folder, "a");
      assert.deepEqual([session.seen(), session.taint.level], [[], "RESTRICTED"], junk);
      await resetTaint(folder, session);
      assert.equal((await loadSession(folder, "a")).taint.level, "PUBLIC", junk);
    }
  });

  it("keep what was taken in, whichever process of the agent saves last (PO-6)", async () => {
    const folder = tempFolder();
    const [first, second] = [await loadSession(folder, "a"), await loadSession(folder, "a")];
    const entry = { time: 1, call: "c", level: "RESTRICTED", source: ".env", reason: "secret" } as const;
    first.taint.add(entry);
    await saveSession(folder, first);
    await saveSession(folder, second);
    await saveSession(folder, first);
    const { taint } = await loadSession(folder, "a");
    assert.deepEqual(taint.saved(), { level: "RESTRICTED", besideSecrets: "RESTRICTED", lineage: [entry] });
    assert.equal((await loadSession(folder, "a", "/elsewhere")).taint.level, "PUBLIC");
  });

  const seenName = (folder: string) =>
    readdirSync(join(folder, "sessions")).find((name) => name.endsWith(".seen.json")) ?? "";

  it("are written when they would say something else, and only then", async () => {
    const folder = tempFolder();
    const session = await loadSession(folder, "a");
    const version = () => {
      const name = seenName(folder);
      const { ino, mtimeNs } = statSync(join(folder, "sessions", name), { bigint: true });
      return `${ino} ${mtimeNs}`;
    };
    const afterSaving = async () => {
      await saveSession(folder, session);
      return version();
    };
    session.noteSeen("/ws/f", "1");
    const first = await afterSaving();
    session.noteSeen("/ws/f", "1");
    session.forget("/ws/g");
    for (let time = 0; time < 3; time++) assert.equal(await afterSaving(), first);
    session.noteSeen("/ws/f", "2");
    const second = await afterSaving();
    assert.notEqual(second, first);
    assert.equal(await afterSaving(), second);
    const other = await loadSession(folder, "a");
    assert.deepEqual(other.seen(), [["/ws/f", "2"]]);
    other.taint.add({ time: 1, call: "c", level: "RESTRICTED", source: ".env", reason: "secret" });
    await saveSession(folder, other);
    await saveSession(folder, session);
    assert.equal(session.taint.level, "RESTRICTED");
    session.forget("/ws/f");
    await saveSession(folder, session);
    assert.deepEqual((await loadSession(folder, "a")).seen(), []);
  });

  it("that cannot be saved are told of once, and once more when they can", async () => {
    const folder = tempFolder();
    const session = await loadSession(folder, "a");
    const told: string[] = [];
    const keep = () => keepSession(folder, session, (text) => told.push(text));
    // A folder in the file's place, which not even root replaces by a file.
    await keep();
    const names = readdirSync(join(folder, "sessions"));
    const path = join(folder, "sessions", seenName(folder));
    rmSync(path);
    mkdirSync(join(path, "in the way"), { recursive: true });
    for (let time = 0; time < 3; time++) await keep();
    assert.equal(told.length, 1);
    assert.match(told[0] ?? "", /^What this session has read cannot be saved \(EISDIR: .*\), so later processes/);
    rmSync(path, { recursive: true });
    for (let time = 0; time < 2; time++) await keep();
    assert.deepEqual(told.slice(1), ["What this session has read is saved again."]);
    assert.deepEqual(readdirSync(join(folder, "sessions")), names);
  });

  it("many saves at once are as good as one", async () => {
    const folder = tempFolder();
    const session = await loadSession(folder, "a");
    session.noteSeen("/ws/f", "1");
    await Promise.all(Array.from({ length: 30 }, () => saveSession(folder, session)));
    assert.deepEqual((await loadSession(folder, "a")).seen(), [["/ws/f", "1"]]);
    const names = readdirSync(join(folder, "sessions"));
    assert.equal(names.length, 2);
    for (const name of names) assert.match(readFileSync(join(folder, "sessions", name), "utf8"), /^\{/);
  });
});
