/** What outlives a reload of the window, and what a file that cannot be read or written means. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SessionStateFile } from "../../../src/node/state/sessionState";
import { tempFolder } from "../../support/tempFolder";

describe("the state of a session", () => {
  const open = (folder: string, warn: (text: string) => void = assert.fail) => new SessionStateFile(folder, warn);

  it("is on the disk as soon as it is set, and a later one keeps what it does not set", () => {
    const folder = join(tempFolder(), "made");
    open(folder).set("plan", true);
    const second = open(folder);
    second.set("taint", { level: "RESTRICTED" });
    assert.deepEqual([second.get("plan"), second.get("other")], [true, undefined]);
    const third = open(folder);
    assert.deepEqual([third.get("plan"), third.get("taint")], [true, { level: "RESTRICTED" }]);
    assert.deepEqual(readdirSync(folder), ["session.json"]);
  });

  it("is unknown, not empty, in a file that cannot be read", () => {
    const folder = tempFolder({ "session.json": '{"plan": tr' });
    const state = open(folder);
    assert.equal(state.get("plan"), null);
    state.set("plan", false);
    assert.equal(state.get("plan"), false);
    assert.equal(open(folder).get("plan"), false);
  });

  it("holds for the window even where it cannot be written, and that is told", () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "session.json"));
    writeFileSync(join(folder, "session.json", "f"), "");
    const told: string[] = [];
    const state = open(folder, (text) => told.push(text));
    state.set("plan", true);
    assert.equal(state.get("plan"), true);
    assert.match(told.join("\n"), /^the state of this session could not be saved for the next start of the window: /);
  });
});
