import assert from "node:assert/strict";
import { type ApprovalStore, Approvals, approvalKey, forgetfulStore, offersFor } from "../../src/core/approvals";
import { allow, ask, askAlways, deny } from "../../src/core/decision";
import type { Effect, ExecEffect, ResolvedPath } from "../../src/core/effect";

const at = (real: string): ResolvedPath => ({ path: real, real, root: "/ws", shown: real });
const run = (command: string, cwd = "/ws"): ExecEffect => ({ kind: "exec", command, cwd: at(cwd), timeoutMs: 1000 });
const q = ask("r", "hm");

describe("remembered approvals (D-7: never for what must always be asked)", () => {
  const others: Effect[] = [
    { kind: "read", target: at("/ws/a") },
    { kind: "list", target: at("/ws") },
    { kind: "write", target: at("/ws/a"), before: undefined, after: new Uint8Array() },
    { kind: "fetch", url: "http://x", method: "GET" },
    { kind: "delegate", to: "x", prompt: "y" },
  ];

  it("only commands have a key, made of the command and the folder's real path", () => {
    assert.equal(approvalKey(run("npm test")), '["exec","npm test","/ws"]');
    assert.deepEqual(
      others.map((effect) => approvalKey(effect)),
      [undefined, undefined, undefined, undefined, undefined],
    );
  });

  it("an approval covers this very command in this very folder, whatever its timeout", () => {
    const approvals = new Approvals(forgetfulStore);
    approvals.remember(run("npm test"));
    const covered = (effect: Effect) => approvals.cover([effect], [q]);
    assert.equal(covered({ ...run("npm test"), timeoutMs: 5 }), true);
    for (const other of [run("npm test "), run("npm  test"), run("npm test; rm -r x"), run("npm test", "/ws/sub")])
      assert.equal(covered(other), false, JSON.stringify(other));
  });

  it("a command and folder that join to the same text stay apart", () => {
    const approvals = new Approvals(forgetfulStore);
    approvals.remember(run('a","b', "/ws"));
    assert.equal(approvals.cover([run("a", 'b","/ws')], [q]), false);
  });

  it("D-7: never answers an always-ask or a deny", () => {
    const approvals = new Approvals(forgetfulStore);
    approvals.remember(run("x"));
    assert.equal(approvals.cover([run("x")], [askAlways("r", "person")]), false);
    assert.equal(approvals.cover([run("x")], [deny("r", "no")]), false);
  });

  it("every asked effect must be covered; allowed ones need nothing", () => {
    const approvals = new Approvals(forgetfulStore);
    approvals.remember(run("x"));
    assert.equal(approvals.cover([run("x"), others[0] as Effect], [q, allow("r", "ok")]), true);
    assert.equal(approvals.cover([run("x"), others[2] as Effect], [q, q]), false);
    assert.equal(approvals.cover([run("x"), run("y")], [q, q]), false);
  });

  it("an effect without a verdict is not covered", () => {
    const approvals = new Approvals(forgetfulStore);
    approvals.remember(run("x"));
    assert.equal(approvals.cover([run("x"), run("x")], [q]), false);
  });

  it("remembering what has no key changes and saves nothing", () => {
    let saves = 0;
    const approvals = new Approvals({ load: () => [], save: () => void saves++ });
    for (const effect of others) approvals.remember(effect);
    assert.deepEqual([approvals.size, saves], [0, 0]);
  });

  it("keeps answers in its store, and forgets them all", () => {
    let kept: readonly string[] = [];
    const store: ApprovalStore = {
      load: () => kept,
      save(keys) {
        kept = keys;
      },
    };
    const first = new Approvals(store);
    first.remember(run("x"));
    first.remember(run("x"));
    first.remember(run("y"));
    assert.deepEqual(kept, ['["exec","x","/ws"]', '["exec","y","/ws"]']);
    const second = new Approvals(store);
    assert.equal(second.size, 2);
    assert.equal(second.cover([run("y")], [q]), true);
    second.clear();
    assert.deepEqual([kept, second.size, second.cover([run("y")], [q])], [[], 0, false]);
  });
});

describe("what may be remembered of an answer (D-7, D-13)", () => {
  const asked = { ...ask("r", "hm"), prefixes: [["npm", "test"]] };

  it("is the exact command and the prefixes of its verdict", () => {
    assert.deepEqual(offersFor([run("npm test")], [asked]), { exact: true, prefixes: [["npm", "test"]] });
    assert.deepEqual(offersFor([run("npm test")], [q]), { exact: true, prefixes: [] });
    assert.deepEqual(offersFor([run("a"), run("b")], [asked, q]), { exact: true, prefixes: [] });
    assert.deepEqual(offersFor([run("a"), run("ls")], [asked, allow("r", "ok")]), {
      exact: true,
      prefixes: [["npm", "test"]],
    });
  });

  it("is nothing for what is denied, always asked about, not asked about, or no command", () => {
    const nothing = { exact: false, prefixes: [] };
    assert.deepEqual(offersFor([run("a")], [{ ...asked, ...deny("r", "no") }]), nothing);
    assert.deepEqual(offersFor([run("a")], [{ ...asked, always: true }]), nothing);
    assert.deepEqual(offersFor([run("a")], [allow("r", "ok")]), nothing);
    assert.deepEqual(offersFor([{ kind: "fetch", url: "http://x", method: "GET" }], [asked]), nothing);
    assert.deepEqual(offersFor([{ ...run("a"), outsideSandbox: true }], [asked]), nothing);
  });

  it("is kept between sessions, apart from exact answers, and forgotten with them", () => {
    let kept: readonly string[] = [];
    const store: ApprovalStore = { load: () => kept, save: (keys) => (kept = keys) };
    new Approvals(store).take("prefix", [run("npm test")], [asked]);
    new Approvals(store).take("exact", [run("make")], [q]);
    const later = new Approvals(store);
    assert.deepEqual(later.prefixes, [["npm", "test"]]);
    assert.equal(later.size, 2);
    assert.equal(later.cover([run("make")], [q]), true);
    // A prefix is a rule for the policy, not an answer to a question.
    assert.equal(later.cover([run("npm test")], [asked]), false);
    later.clear();
    assert.deepEqual(new Approvals(store).prefixes, []);
  });

  it("takes nothing that was not offered", () => {
    const approvals = new Approvals(forgetfulStore);
    approvals.take("prefix", [run("a")], [q]);
    approvals.take("exact", [run("a")], [askAlways("r", "person")]);
    assert.equal(approvals.size, 0);
  });
});
