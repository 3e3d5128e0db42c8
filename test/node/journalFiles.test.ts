import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JournalChange, JournalEntry } from "../../src/core/journal";
import { JournalFiles } from "../../src/node/journalFiles";
import { loadSession, saveSession } from "../../src/node/sessionFiles";
import { tempFolder } from "../support/tempFolder";
import { failsWith } from "../support/toolFailure";

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
const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const damaged = "The journal's copy of the file is missing or damaged, so this cannot be undone.";

describe("JournalFiles (D-17)", () => {
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
    const { changes, ...rest } = stored;
    assert.deepEqual(await again.list(), [{ ...rest, files: ["a", "b", "c"] }]);
  });

  it("replaces an entry by its id, and lists by time, then by id", async () => {
    const store = new JournalFiles(tempFolder());
    await store.put(entry("late", 9));
    await store.put(entry("b", 5));
    await store.put(entry("a", 5, change("x", "1", "2"), change("x", "2", "3")));
    await store.put({ ...entry("late", 9), state: "undone" });
    assert.deepEqual(
      (await store.list()).map(({ id, state, files }) => [id, state, files]),
      [
        ["a", "done", ["x"]],
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
    await new JournalFiles(folder).put(entry("1", 1, change("a", "secret", "new")));
    const mode = (path: string) => statSync(join(folder, path)).mode & 0o777;
    assert.deepEqual(
      [mode("."), mode("contents"), mode("1.json"), mode(`contents/${hash("secret")}`)],
      [0o700, 0o700, 0o600, 0o600],
    );
  });

  it("keeps equal contents once", async () => {
    const folder = tempFolder();
    const store = new JournalFiles(folder);
    await store.put(entry("1", 1, change("a", "same", "x"), change("b", "same", "x")));
    assert.deepEqual(readdirSync(join(folder, "contents")).sort(), [hash("same"), hash("x")].sort());
  });

  it("a copy that is missing or damaged is found out before anything is put back", async () => {
    const folder = tempFolder();
    const store = new JournalFiles(folder);
    await store.put(entry("1", 1, change("a", "old", "new")));
    const copy = join(folder, "contents", hash("old"));
    writeFileSync(copy, "o1d");
    await failsWith(() => store.get("1"), "unavailable", damaged);
    rmSync(copy);
    await failsWith(() => store.get("1"), "unavailable", damaged);
  });

  it("a copy that a crash left half written is written again", async () => {
    const folder = tempFolder();
    const store = new JournalFiles(folder);
    await store.put(entry("1", 1, change("a", "old text", "new")));
    writeFileSync(join(folder, "contents", hash("old text")), "old");
    await store.put(entry("2", 2, change("a", "old text", "new")));
    assert.equal(Buffer.from((await store.get("2")).changes[0]?.before ?? []).toString(), "old text");
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
    await store.put(entry("0", 0, change("a", "shared", "only 0")));
    for (let id = 1; id <= 520; id++)
      writeFileSync(
        join(folder, `${id}.json`),
        JSON.stringify({
          ...entry(`${id}`, id),
          changes: [{ ...change("a", undefined, undefined), before: hash("shared"), after: null }],
        }),
      );
    await new JournalFiles(folder).put(entry("521", 521));
    const ids = (await store.list()).map(({ id }) => Number(id));
    assert.deepEqual([ids[0], ids.at(-1), ids.length], [21, 521, 501]);
    assert.deepEqual(readdirSync(join(folder, "contents")), [hash("shared")]);
    assert.equal(Buffer.from((await store.get("21")).changes[0]?.before ?? []).toString(), "shared");
  });
});

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
    assert.equal(readdirSync(join(folder, "sessions")).length, 5);
    for (const name of readdirSync(join(folder, "sessions"))) {
      assert.match(name, /^[0-9a-f]{32}\.json$/);
      assert.equal(statSync(join(folder, "sessions", name)).mode & 0o777, 0o600);
    }
  });

  it("an unreadable one only means reading again", async () => {
    const folder = tempFolder();
    await saveSession(folder, await loadSession(folder, "a"));
    const [name = ""] = readdirSync(join(folder, "sessions"));
    for (const junk of ["", "{", "{}", "null", "5"]) {
      writeFileSync(join(folder, "sessions", name), junk);
      assert.deepEqual((await loadSession(folder, "a")).seen(), [], junk);
    }
  });

  it("many saves at once are as good as one", async () => {
    const folder = tempFolder();
    const session = await loadSession(folder, "a");
    session.noteSeen("/ws/f", "1");
    await Promise.all(Array.from({ length: 30 }, () => saveSession(folder, session)));
    assert.deepEqual((await loadSession(folder, "a")).seen(), [["/ws/f", "1"]]);
    assert.equal(readdirSync(join(folder, "sessions")).length, 1);
    assert.match(readFileSync(join(folder, "sessions", readdirSync(join(folder, "sessions"))[0] ?? ""), "utf8"), /^\[/);
  });
});
