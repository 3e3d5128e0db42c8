import assert from "node:assert/strict";
import type { FileStat } from "../../src/core/host";
import { Session } from "../../src/core/session";

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
});
