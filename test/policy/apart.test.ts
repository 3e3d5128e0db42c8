/** What is closed and forbidden in the workspace stays so for an agent that works apart from it (AG-3). */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { executeCall } from "../../src/core/calls/executeCall";
import { Session } from "../../src/core/session/session";
import { classifyPath } from "../../src/policy/confidentiality/classification";
import { type CribOptions, realCrib } from "../support/realCrib";
import { never } from "../support/repository";
import { plant, type Tree, tempFolder } from "../support/tempFolder";

/** A workspace, and a folder in which an agent works that stands for it. */
async function apart(workspace: Tree, folder: Tree, options: CribOptions = {}) {
  const { crib, root } = await realCrib(workspace, options);
  const tree = tempFolder(folder);
  const bound = await crib.boundTo(tree);
  const session = new Session("tester/agent_1");
  const call = async (tool: string, input: unknown) => {
    const answered = await executeCall(bound, session, { tool, input, signal: never }, async () => {
      throw new Error("nobody is asked");
    });
    return answered.text;
  };
  return { root, tree, bound, call };
}

const tracked = { "closed/a.txt": "secret\n", "own/a.txt": "o\n", "open.txt": "open\n" };

describe("an agent apart from the workspace", () => {
  it("does not get at what the workspace's .toolcribignore closes, nor at what its folder's own one does", async () => {
    const { root, tree, call } = await apart(
      { ...tracked, ".toolcribignore": "closed/\n" },
      { ...tracked, ".toolcribignore": "own/\n" },
    );
    for (const place of ["closed/a.txt", "own/a.txt", join(tree, "closed/a.txt")])
      assert.match(await call("read_file", { path: place }), /^Denied by policy: \.toolcribignore lists it/, place);
    assert.match(await call("write_file", { path: "closed/new", content: "x" }), /\.toolcribignore lists it/);
    assert.match(await call("read_file", { path: join(root, "closed/a.txt") }), /^Denied by policy/);
    assert.match(await call("search_text", { pattern: "e" }), /^open\.txt/m);
    assert.doesNotMatch(await call("search_text", { pattern: "secret" }), /closed/);
    assert.match(await call("read_file", { path: "open.txt" }), /open/);
  });

  it("gets at nothing where the workspace's .toolcribignore cannot be used", async () => {
    const { root, call } = await apart(tracked, tracked);
    assert.match(await call("read_file", { path: "open.txt" }), /open/);
    writeFileSync(join(root, ".toolcribignore"), Buffer.from([0]));
    assert.match(await call("read_file", { path: "open.txt" }), /is unreadable/);
  });

  it("is bound by the rules of the workspace's policy, whatever its own folder holds", async () => {
    const rules = [{ effect: ["read", "write"], match: "closed/**", decision: "deny" }];
    const { root, tree, call } = await apart(tracked, tracked);
    plant(root, { ".toolcrib/policy.jsonc": JSON.stringify({ version: 1, rules }) });
    plant(tree, { ".toolcrib/policy.jsonc": JSON.stringify({ version: 1, rules: [] }) });
    const denied = /^Denied by policy: the workspace's policy denies closed\/\*\*/;
    assert.match(await call("read_file", { path: "closed/a.txt" }), denied);
    assert.match(await call("write_file", { path: "closed/a.txt", content: "x" }), denied);
    assert.match(await call("read_file", { path: "own/a.txt" }), /o/);
  });

  /** Two roots, one within the other, of which rules of every kind close something. */
  const nested = async () => {
    const places = {
      "private/p.txt": "p\n",
      "sub/keys/k.txt": "k\n",
      "sub/hush/h.txt": "h\n",
      "sub/open.txt": "open\n",
    };
    const rules = [{ effect: ["read", "write"], match: "hush/**", decision: "deny" }];
    const closing = {
      "sub/.toolcribignore": "keys/\n",
      "sub/.toolcrib/policy.jsonc": JSON.stringify({ version: 1, rules }),
    };
    const policy = [
      { effect: ["read", "write"], match: "**/ws/private/**", decision: "deny" },
      { effect: "write", match: "**/ws/sub/asked/**", decision: "ask" },
    ];
    return apart({ ...places, ...closing }, places, { moreRoots: ["ws/sub"], settings: { "toolcrib.policy": policy } });
  };

  it("is bound by what closes the place that a path stands for: absolute rules, and files of further roots", async () => {
    const { tree, call } = await nested();
    const closed: readonly (readonly [string, RegExp])[] = [
      ["private/p.txt", /^Denied by policy: a user rule denies \*\*\/ws\/private/],
      ["sub/keys/k.txt", /^Denied by policy: \.toolcribignore lists it/],
      ["sub/hush/h.txt", /^Denied by policy: the workspace's policy denies hush/],
    ];
    for (const [place, denied] of closed) {
      assert.match(await call("read_file", { path: place }), denied, place);
      assert.match(await call("read_file", { path: join(tree, place) }), denied, place);
      assert.match(await call("write_file", { path: `${place}.new`, content: "x" }), denied, place);
      assert.match(await call("run_command", { command: `cat ${place}` }), denied, place);
    }
    assert.match(await call("read_file", { path: "sub/open.txt" }), /open/);
    assert.match(await call("write_file", { path: "sub/new.txt", content: "x" }), /new\.txt/);
  });

  it("has the same places hidden from its commands, and folders known to hold them", async () => {
    const { tree, bound } = await nested();
    const context = bound.context();
    const closed = await context.closedFiles();
    const isClosed = (place: string) => {
      const path = join(tree, place);
      return closed.reason({ path, real: path }, false) !== undefined;
    };
    const places = ["private/p.txt", "sub/keys/k.txt", "sub/hush/h.txt", "sub/open.txt", "keys/k.txt", "hush/h.txt"];
    assert.deepEqual(places.filter(isClosed), places.slice(0, 3));
    assert.equal((await closed.examine(await context.resolve("sub"))).holdsClosed, "by file");
    assert.equal((await closed.examine(await context.resolve("sub/hush"))).holdsClosed !== false, true);
    const { isProtected } = context.confinement();
    assert.deepEqual(
      ["private/p.txt", "sub/asked/a.txt", "sub/open.txt"].map((place) => isProtected(tree, join(tree, place))),
      [true, true, false],
    );
  });

  it("is held to settings that name files of the workspace by absolute paths, or from a root within the first", async () => {
    const places = { "private/p.txt": "p\n", "sub/keys/k.txt": "k\n", "locked/l.txt": "l\n", "open.txt": "o\n" };
    const { tree, bound, call } = await apart(places, places, {
      moreRoots: ["ws/sub"],
      settings: {
        "toolcrib.secretPaths": ["/**/ws/private/**", "keys/*"],
        "toolcrib.protectedPaths": ["/**/ws/locked/**"],
        "toolcrib.classification.raise": [{ match: { path: "/**/ws/open.txt" }, level: "CONFIDENTIAL" }],
      },
    });
    const asked = /needs a person's approval/;
    for (const place of ["private/p.txt", "sub/keys/k.txt"])
      assert.match(await call("read_file", { path: place }), asked, place);
    assert.match(await call("write_file", { path: "locked/new.txt", content: "x" }), asked);
    assert.match(await call("write_file", { path: "sub/new.txt", content: "x" }), /new\.txt/);
    const context = bound.context();
    const { isSecret, isProtected } = context.confinement();
    assert.equal(isSecret(join(tree, "sub/keys/k.txt"), tree), true);
    assert.equal(isProtected(tree, join(tree, "locked/l.txt")), true);
    assert.equal(classifyPath(await context.resolve("open.txt"), context).level, "CONFIDENTIAL");
  });
});
