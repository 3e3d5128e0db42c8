import assert from "node:assert/strict";
import { namesClosed } from "../../src/policy/commands/commandPaths";

describe("a text that names a closed folder (EX-4)", () => {
  const closed = ["/home/Ann Bee/.agents"];
  const ownWorkspace = "/home/Ann Bee/.agents/alice+shop";
  const names = (text: string) => namesClosed(text, { closed, ownWorkspace });

  it("is told from one that names the caller's own workspace in it, white space in the way or not", () => {
    assert.equal(names("/home/Ann Bee/.agents/alice+shop/scratch/a"), false);
    assert.equal(names("open('/home/ann bee/.AGENTS/alice+shop')"), false);
    assert.equal(names("/home/Ann Bee/.agents/bob+shop"), true);
    assert.equal(names("/home/Ann Bee/.agents"), true);
    assert.equal(names("/home/Ann Bee/.agents/alice+shop/../bob+shop"), true);
    assert.equal(names("/home/Ann Bee/.agents/alice+shop /home/Ann Bee/.agents/bob+shop"), true);
    assert.equal(names("/home/Ann Bee/.agents-of-others"), false);
  });
});
