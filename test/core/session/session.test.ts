import assert from "node:assert/strict";
import type { FileStat } from "../../../src/core/ports/files";
import { Session } from "../../../src/core/session/session";

const stat = (version: string): FileStat => ({ kind: "file", size: 1, mtimeMs: 1, version, links: 1 });

describe("session (D-10, RD-12)", () => {
  it("knows a file in the version it saw, and no other", () => {
    const session = new Session("a");
    assert.equal(session.knows("/f", stat("1")), "unread");
    session.noteSeen("/f", "1");
    assert.equal(session.knows("/f", stat("1")), "current");
    assert.equal(session.knows("/f", stat("2")), "stale");
    session.noteSeen("/f", "2");
    assert.equal(session.knows("/f", stat("1")), "stale");
    assert.equal(session.knows("/g", stat("2")), "unread");
  });

  it("can be saved and restored", () => {
    const session = new Session("a", [["/f", "1"]]);
    session.noteSeen("/g", "2");
    const again = new Session("a", session.seen());
    assert.deepEqual(again.seen(), [
      ["/f", "1"],
      ["/g", "2"],
    ]);
    assert.equal(again.knows("/g", stat("2")), "current");
  });

  it("an agent does not know what another has read", () => {
    const one = new Session("one");
    one.noteSeen("/f", "1");
    assert.equal(new Session("two").knows("/f", stat("1")), "unread");
  });

  it("can forget a file it made without knowing what it holds", () => {
    const session = new Session("a", [["/f", "1"]]);
    session.forget("/f");
    assert.equal(session.knows("/f", stat("1")), "unread");
  });

  it("ED-10 remembers repairs, failed ones too, and the oldest only so long", () => {
    const session = new Session("a");
    session.noteRepair("k0", "text");
    session.noteRepair("none", null);
    assert.deepEqual(
      [session.repair("k0"), session.repair("none"), session.repair("other")],
      ["text", null, undefined],
    );
    for (let at = 1; at < 49; at++) session.noteRepair(`k${at}`, "text");
    assert.equal(session.repair("k0"), "text");
    session.noteRepair("one too many", "text");
    assert.deepEqual([session.repair("k0"), session.repair("none")], [undefined, null]);
  });
});
