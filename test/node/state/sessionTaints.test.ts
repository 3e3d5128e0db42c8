/** What was taken in counts where it was taken in, and is lowered by a person's reset alone (PO-6). */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { Session } from "../../../src/core/session/session";
import { type Level, levels } from "../../../src/core/vocabulary/level";
import { startMachine } from "../../../src/headless/machine";
import { enterPlaces, resetTaint, saveSession } from "../../../src/node/state/sessionFiles";
import { SessionTaints } from "../../../src/node/state/sessionTaints";
import { tempFolder } from "../../support/tempFolder";

const key = { time: 5, call: "c", level: "RESTRICTED", source: "~/.ssh/id", reason: "it is a key" } as const;

interface Where {
  readonly agent?: string;
  readonly added?: readonly string[];
}

/** Processes that share a folder for state. */
function host(state = tempFolder()) {
  const open = async (opened: readonly string[], { agent = "a", added = [] }: Where = {}) => {
    const session = new Session(agent);
    await enterPlaces(state, session, { opened, added });
    return session;
  };
  return {
    state,
    open,
    /** A session that has read a key, and has ended. */
    async taint(opened: readonly string[], where: Where = {}) {
      const session = await open(opened, where);
      session.taint.add(key);
      await saveSession(state, session);
    },
    level: async (opened: readonly string[], where: Where = {}) => (await open(opened, where)).taint.level,
  };
}

describe("the taint of sessions in projects (PO-6)", () => {
  for (const [what, tainted, opened, level] of [
    ["the same folders in another order", ["/w/a", "/w/b"], ["/w/b", "/w/a"], "RESTRICTED"],
    ["one of them", ["/w/a", "/w/b"], ["/w/b"], "RESTRICTED"],
    ["one of them with another", ["/w/a", "/w/b"], ["/w/b", "/w/c"], "RESTRICTED"],
    ["a folder in one of them", ["/w/a"], ["/w/a/src"], "RESTRICTED"],
    ["a folder around one of them", ["/w/a/src"], ["/w"], "RESTRICTED"],
    ["the root of the disk", ["/w/a"], ["/"], "RESTRICTED"],
    ["another folder", ["/w/a"], ["/w/b"], "PUBLIC"],
    ["a folder whose name begins alike", ["/w/a"], ["/w/ab"], "PUBLIC"],
    ["no folder", ["/w/a"], [], "PUBLIC"],
  ] as const)
    it(`is ${level} in ${what}`, async () => {
      const { taint, level: levelIn } = host();
      await taint(tainted);
      assert.equal(await levelIn(opened), level);
    });

  it("counts by whatever name the folder is opened", async () => {
    const top = realpathSync(tempFolder({ "real/a.txt": "" }));
    symlinkSync("real", join(top, "link"));
    const stateFolder = join(top, "state");
    const machineAt = async (root: string) => {
      const machine = await startMachine({ roots: [root], dialect: "standard", agent: "a", stateFolder, settings: {} });
      await machine.close();
      return machine;
    };
    const { session } = await machineAt(join(top, "real"));
    session.taint.add(key);
    await saveSession(stateFolder, session);
    for (const name of ["link", "real/", "./link/../real", "real/."])
      assert.equal((await machineAt(`${top}/${name}`)).session.taint.level, "RESTRICTED", name);
    assert.equal((await machineAt(tempFolder())).session.taint.level, "PUBLIC");
  });

  it("counts for other spellings of the agent's name, for work it hands on, and for a name that is new there", async () => {
    const { taint, level, open, state } = host();
    await saveSession(state, await open(["/w/a"], { agent: "known" }));
    await taint(["/w/a"], { agent: "Chat" });
    for (const agent of ["chat", " CHAT ", "ch\u200bat", "chat/mcp", "\uff43hat", "renamed"])
      assert.equal(await level(["/w/a"], { agent }), "RESTRICTED", agent);
    assert.equal(await level(["/w/a"], { agent: "known" }), "PUBLIC");
    assert.equal(await level(["/w/b"], { agent: "chat" }), "PUBLIC");
  });

  it("counts where a folder that a setting adds was opened, and does not make all projects one", async () => {
    const notes = { added: ["/notes"] };
    const first = host();
    await first.taint(["/w/a"], notes);
    assert.equal(await first.level(["/w/b"], notes), "PUBLIC");
    assert.equal(await first.level(["/notes"]), "RESTRICTED");
    assert.equal(await first.level(["/w/c"], { added: ["/w/a"] }), "RESTRICTED");
  });

  it("goes with a session to other folders, and stays where it was", async () => {
    const { open, level, state } = host();
    const session = await open(["/w/a"]);
    session.taint.add(key);
    await saveSession(state, session);
    await enterPlaces(state, session, { opened: ["/w/b"], added: [] });
    assert.equal(session.taint.level, "RESTRICTED");
    await saveSession(state, session);
    assert.deepEqual([await level(["/w/a"]), await level(["/w/b"])], ["RESTRICTED", "RESTRICTED"]);
  });

  it("is lowered by a person's reset, there and where it was taken over from, and nowhere else", async () => {
    const { open, taint, level, state } = host();
    await taint(["/w/a", "/w/b"]);
    await taint(["/w/b", "/w/c"]);
    await taint(["/w/a"], { agent: "other" });
    await resetTaint(state, await open(["/w/a"]));
    assert.equal(await level(["/w/a"]), "PUBLIC");
    assert.equal(await level(["/w/b"]), "RESTRICTED");
    assert.equal(await level(["/w/a"], { agent: "other" }), "RESTRICTED");
  });

  it("is the highest of all that processes noted, whatever the order", async () => {
    const some = fc.array(fc.constantFrom(...levels), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(some, async (given) => {
        const { open, state, level } = host();
        const sessions = await Promise.all(given.map(() => open(["/w/a"])));
        for (const [at, session] of sessions.entries())
          session.taint.add({ ...key, time: at, level: given[at] as Level });
        for (const session of sessions.toReversed()) new SessionTaints(join(state, "sessions")).save(session);
        assert.equal(await level(["/w/a"]), levels[Math.max(...given.map((one) => levels.indexOf(one)))]);
      }),
      { numRuns: 20 },
    );
  });

  it("counts as the most confidential where the records cannot be looked up", async () => {
    const { state, level } = host();
    writeFileSync(join(state, "sessions"), "no folder");
    assert.equal(await level(["/w/a"]), "RESTRICTED");
  });

  it("counts everywhere where nobody knows whose it is, until a reset", async () => {
    const { state, level, open } = host();
    mkdirSync(join(state, "sessions"));
    writeFileSync(join(state, "sessions", "x.RESTRICTED.taint.json"), "{");
    assert.equal(await level(["/w/a"]), "RESTRICTED");
    await resetTaint(state, await open(["/w/a"]));
    assert.deepEqual([await level(["/w/a"]), await level(["/w/b"])], ["PUBLIC", "PUBLIC"]);
  });

  it("of the time before projects counts where its agent has seen files, until a reset", async () => {
    const { state, level, open, taint } = host();
    await taint(["/w/z"]);
    const [name = ""] = readdirSync(join(state, "sessions")).filter((one) => one.endsWith(".seen.json"));
    assert.match(name, /^[0-9a-f]{32}/);
    const former = (seen: [string, string][]) =>
      writeFileSync(
        // The first half of the digest of the agent's name.
        join(state, "sessions", "ca978112ca1bbdcafac231b39a23dc4d.json"),
        JSON.stringify({ seen, taint: { level: "RESTRICTED", lineage: [key] } }),
      );
    former([["/w/a/x", "1"]]);
    assert.deepEqual([await level(["/w/a"]), await level(["/w/b"])], ["RESTRICTED", "PUBLIC"]);
    former([]);
    assert.equal(await level(["/w/b"]), "RESTRICTED");
    await resetTaint(state, await open(["/w/b"]));
    assert.deepEqual([await level(["/w/a"]), await level(["/w/b"])], ["PUBLIC", "PUBLIC"]);
  });
});
