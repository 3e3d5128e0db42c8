import assert from "node:assert/strict";
import { missedAccess, type Touched } from "../../../src/node/sandbox/missedAccess";

describe("what a held command was after in vain", () => {
  const held = { roots: ["/w"], goesThroughFolders: false, hasParts: false };
  const nothing: Touched = { ending: { exitCode: 1 }, masks: { read: [], changed: [] } };
  const read = { ...nothing, masks: { read: ["/w/.env"], changed: [] } };

  it("is nothing where it touched nothing, whatever it printed", () => {
    assert.deepEqual(missedAccess(nothing, held), { notes: [], needsMore: false });
  });

  it("is a secret that it read, where it failed or a part of it may have", () => {
    for (const [exitCode, hasParts] of [
      [1, false],
      [undefined, false],
      [0, true],
    ] as const) {
      const { notes, missed, needsMore } = missedAccess({ ...read, ending: { exitCode } }, { ...held, hasParts });
      assert.deepEqual([missed, needsMore], [{ files: ["/w/.env"], hosts: [] }, false]);
      assert.match(
        notes.join(),
        /^\[The command read \.env, which appeared empty: .*a person is asked about just that\.\]$/,
      );
    }
  });

  it("is only told where it went well, and left to another note where it goes through folders", () => {
    const well = missedAccess({ ...read, ending: { exitCode: 0 } }, held);
    assert.equal(well.missed, undefined);
    assert.match(well.notes.join(), /without asking\.\]$/);
    assert.deepEqual(missedAccess(read, { ...held, goesThroughFolders: true }), { notes: [], needsMore: false });
  });

  it("is a host that a person may be asked about; of others it is told why they are refused", () => {
    const egress = {
      refused: new Map([
        ["a.example", "nobody allowed it for this command"],
        ["10.0.0.1:80", "10.0.0.1 is not a public internet address"],
      ]),
      askable: new Set(["a.example"]),
    };
    const { notes, missed } = missedAccess({ ...nothing, egress }, held);
    assert.deepEqual(missed, { files: [], hosts: ["a.example"] });
    assert.match(notes[0] ?? "", /^\[The command tried to reach a\.example, and .*about just that\.\]$/);
    assert.equal(
      notes[1],
      "[The sandbox refused a connection to 10.0.0.1:80: 10.0.0.1 is not a public internet address.]",
    );
  });

  it("is all of it where it wrote to a hidden file", () => {
    const { notes, needsMore } = missedAccess({ ...nothing, masks: { read: [], changed: ["/w/.env"] } }, held);
    assert.equal(needsMore, true);
    assert.match(notes.join(), /^\[What the command wrote to \.env was dropped: /);
  });
});
