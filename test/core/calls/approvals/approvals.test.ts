import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import {
  type ApprovalScope,
  type ApprovalStore,
  type Approvals,
  type Approved,
  approvalScopes,
  type Offers,
  offersFor,
} from "../../../../src/core/calls/approvals/approvals";
import { allow, ask, askAlways, type Decision, deny } from "../../../../src/core/vocabulary/decision";
import type { Effect, ExecEffect, ResolvedPath } from "../../../../src/core/vocabulary/effect";
import { approvalsOver } from "../../../support/approvals";
import { realCrib } from "../../../support/realCrib";

const at = (real: string): ResolvedPath => ({ path: real, real, root: "/ws", shown: real.replace(/^\/ws\/?/, "") });
const run = (command: string, cwd = "/ws"): ExecEffect => ({ kind: "exec", command, cwd: at(cwd), timeoutMs: 1000 });
const get = (url: string): Effect => ({ kind: "fetch", url, method: "GET" });
const write = (real: string, after: Uint8Array | undefined = new Uint8Array()): Effect => ({
  kind: "write",
  target: at(real),
  before: new Uint8Array([1]),
  after,
});
const q = ask("r", "hm");
const prefixed: Decision = { ...ask("r", "hm"), prefixes: [["npm", "test"]] };

/** A store that can be looked into and filled. */
class Kept implements ApprovalStore {
  readonly held: Record<"workspace" | "always", unknown> = { workspace: undefined, always: undefined };
  saves = 0;
  load(scope: "workspace" | "always") {
    return this.held[scope];
  }
  save(scope: "workspace" | "always", approved: readonly Approved[]) {
    this.saves++;
    this.held[scope] = JSON.parse(JSON.stringify(approved));
  }
}

const covered = (approvals: Approvals, effect: Effect, decision: Decision = q) =>
  approvals.cover([effect], [decision]) !== undefined;

describe("remembered approvals (D-7: never for what must always be asked)", () => {
  const remembered = (effect: Effect, scope: ApprovalScope = "session") => {
    const approvals = approvalsOver();
    approvals.take("exact", scope, [effect], [q]);
    return approvals;
  };

  it("an approval covers this very command in this very folder, whatever its timeout", () => {
    const approvals = remembered(run("npm test"));
    assert.equal(covered(approvals, { ...run("npm test"), timeoutMs: 5 }), true);
    for (const other of [
      run("npm test "),
      run("npm  test"),
      run("npm test; rm -r x"),
      run("npm test", "/ws/sub"),
      { ...run("npm test"), input: "x" },
      { ...run("npm test"), tty: true },
      { ...run("npm test"), background: true },
      { ...run("npm test"), language: "powershell" as const },
      { ...run("npm test"), outsideSandbox: true },
    ])
      assert.equal(covered(approvals, other), false, JSON.stringify(other));
  });

  it("a command and folder that join to the same text stay apart", () =>
    assert.equal(covered(remembered(run('a","b', "/ws")), run("a", 'b","/ws')), false));

  it("an approval of an address covers its origin, and only what is read as it is written", () => {
    const approvals = remembered(get("https://example.org/a"), "always");
    for (const url of [
      "https://example.org/b?c",
      "https://example.org",
      "https://example.org?a",
      "https://example.org#a",
    ])
      assert.equal(covered(approvals, get(url)), true, url);
    for (const url of [
      "http://example.org/a",
      "https://example.org:8443/a",
      "https://www.example.org/a",
      "https://example.org.evil.net/a",
      "https://example.org@evil.net/a",
      "https:example.org/a",
      "https://EXAMPLE.org/a",
      "https://example.org\\@evil.net/",
    ])
      assert.equal(covered(approvals, get(url)), false, url);
    const url = "https://example.org/b";
    assert.equal(covered(approvals, { kind: "fetch", url, method: "POST" }), false);
    assert.equal(covered(approvals, { kind: "fetch", url, method: "GET", search: "brave" }), false);
  });

  it("an approval of a file covers this file, reading, looking through and changing apart, and no deletion", () => {
    const reading: Effect = { kind: "read", target: at("/out/a") };
    assert.equal(covered(remembered(reading), reading), true);
    assert.equal(covered(remembered(reading), { ...reading, kind: "list" }), false);
    assert.equal(covered(remembered(reading), { kind: "read", target: at("/out/a/b") }), false);
    assert.equal(covered(remembered(write("/ws/a")), write("/ws/a", Buffer.from("other"))), true);
    assert.equal(covered(remembered(write("/ws/a")), write("/ws/b")), false);
    assert.equal(covered(remembered(write("/ws/a")), { ...write("/ws/a"), after: undefined } as Effect), false);
  });

  it("answers what was asked, and nothing that another rule asks", () => {
    const approvals = remembered(run("x"));
    assert.equal(covered(approvals, run("x"), ask("r", "in other words")), true);
    assert.equal(covered(approvals, run("x"), ask("taint", "it would leave")), false);
    assert.equal(covered(approvals, run("x"), { ...q, askedBy: ["r", "taint"] }), false);
  });

  it("D-7: never answers an always-ask or a deny", () => {
    fc.assert(
      fc.property(fc.constantFrom(run("x"), get("https://x.org/"), write("/ws/a")), (effect) => {
        const approvals = approvalsOver();
        for (const scope of approvalScopes) approvals.take("exact", scope, [effect], [q]);
        assert.equal(covered(approvals, effect), true);
        assert.equal(covered(approvals, effect, askAlways("r", "person")), false);
        assert.equal(covered(approvals, effect, deny("r", "no")), false);
      }),
    );
  });

  it("every asked effect must be covered; allowed ones need nothing; the scopes are told", () => {
    const approvals = remembered(run("x"));
    approvals.take("exact", "always", [run("y")], [q]);
    assert.deepEqual(approvals.cover([run("x"), write("/ws/a")], [q, allow("r", "ok")]), ["session"]);
    assert.deepEqual(approvals.cover([run("x"), run("y")], [q, q]), ["session", "always"]);
    assert.equal(approvals.cover([run("x"), write("/ws/a")], [q, q]), undefined);
  });

  it("an effect without a verdict is not covered", () =>
    assert.equal(remembered(run("x")).cover([run("x"), run("x")], [q]), undefined));

  it("keeps what outlives the session in its store, by scope, and forgets one or all", () => {
    const store = new Kept();
    const notes: string[] = [];
    const first = approvalsOver(store, notes);
    for (const scope of approvalScopes) first.take("exact", scope, [run(scope)], [q]);
    first.take("prefix", "always", [run("npm test")], [prefixed]);
    assert.deepEqual(
      first.all().map(({ scope, shown, time }) => [scope, shown, time]),
      [
        ["session", "session (in .)", 1],
        ["workspace", "workspace (in .)", 2],
        ["always", "always (in .)", 3],
        ["always", "npm test …", 4],
      ],
    );
    const second = approvalsOver(store, notes);
    assert.deepEqual(
      approvalScopes.map((scope) => covered(second, run(scope))),
      [false, true, true],
      "the session's end with it",
    );
    assert.deepEqual(second.prefixes, [["npm", "test"]]);
    second.forget(second.all().filter(({ scope }) => scope === "workspace"));
    assert.deepEqual([second.size, store.held.workspace], [2, []]);
    assert.deepEqual(
      approvalsOver(store)
        .all()
        .map(({ shown }) => shown),
      ["always (in .)", "npm test …"],
    );
    second.forget();
    assert.deepEqual([second.size, second.prefixes, store.held.always], [0, [], []]);
    assert.deepEqual(notes, [
      "approval remembered: session (in .), session",
      "approval remembered: workspace (in .), workspace",
      "approval remembered: always (in .), always",
      "approval remembered: npm test …, always",
      "approval revoked: workspace (in .), workspace",
      "approval revoked: always (in .), always",
      "approval revoked: npm test …, always",
    ]);
  });

  it("is put on record when it is given and when it is revoked (D-18)", async () => {
    const { crib, state } = await realCrib();
    crib.approvals.rememberPrefix(["npm", "test"], "session");
    crib.approvals.forget();
    await crib.log.note("last", "tester", "");
    const audit = join(state, "audit");
    const lines = readdirSync(audit).flatMap((name) => readFileSync(join(audit, name), "utf8").split("\n"));
    const events = lines.flatMap((line) => /"event":"(approval [^"]+)".*"detail":"([^"]*)"/.exec(line)?.slice(1) ?? []);
    assert.deepEqual(events, [
      ...["approval remembered", "npm test …, session"],
      ...["approval revoked", "npm test …, session"],
    ]);
  });

  it("remembers the same answer once, and of very many the newest", () => {
    const store = new Kept();
    const approvals = approvalsOver(store);
    for (let count = 0; count < 3; count++) approvals.take("exact", "always", [run("same")], [q]);
    assert.deepEqual([approvals.size, approvals.all()[0]?.time], [1, 3]);
    for (let count = 0; count < 500; count++) approvals.take("exact", "always", [run(String(count))], [q]);
    assert.equal(approvals.size, 500);
    assert.deepEqual([covered(approvals, run("same")), covered(approvals, run("0"))], [false, true]);
  });

  it("takes whatever stands in its store for what it is", () => {
    const garbage = fc.anything();
    fc.assert(
      fc.property(
        fc.oneof(garbage, fc.array(fc.oneof(garbage, fc.record({ key: fc.string(), shown: fc.string() })))),
        (held) => {
          const store = new Kept();
          store.held.workspace = held;
          const approvals = approvalsOver(store);
          assert.deepEqual([approvals.size, approvals.prefixes, covered(approvals, run("x"))], [0, [], false]);
        },
      ),
    );
    const store = new Kept();
    const answer = { shown: "x", time: 1 };
    store.held.always = [
      { ...answer, key: "no JSON" },
      { ...answer, key: "null" },
      { ...answer, key: '{"prefix":[1]}' },
    ];
    assert.deepEqual(approvalsOver(store).prefixes, []);
  });
});

describe("what may be remembered of an answer (D-7, D-13)", () => {
  const nothing: Offers = { exact: [], shown: [], commandsOnly: false, prefixes: [] };
  const all = [...approvalScopes];

  it("is the exact command and the prefixes of its verdict", () => {
    const command = { exact: all, shown: ["npm test (in .)"], commandsOnly: true };
    assert.deepEqual(offersFor([run("npm test")], [prefixed]), { ...command, prefixes: [["npm", "test"]] });
    assert.deepEqual(offersFor([run("npm test")], [q]), { ...command, prefixes: [] });
    assert.deepEqual(offersFor([run("a"), run("b")], [prefixed, q]).prefixes, []);
    assert.deepEqual(offersFor([run("a"), run("ls")], [prefixed, allow("r", "ok")]).shown, ["a (in .)"]);
  });

  it("of what changes or reads files holds for the session at most", () => {
    const reading: Effect = { kind: "read", target: at("/out/a") };
    assert.deepEqual(offersFor([write("/ws/a"), reading, run("x")], [q, q, q]), {
      exact: ["session"],
      shown: ["changes of a", "reading /out/a", "x (in .)"],
      commandsOnly: false,
      prefixes: [],
    });
  });

  it("is nothing for what is denied, always asked about, not asked about, or has no name", () => {
    for (const [effect, decision] of [
      [run("a"), { ...prefixed, ...deny("r", "no") }],
      [run("a"), { ...prefixed, always: true }],
      [run("a"), allow("r", "ok")],
      [{ kind: "fetch", url: "http://x/", method: "POST" }, prefixed],
      [{ ...run("a"), outsideSandbox: true }, prefixed],
      [{ kind: "delegate", to: "x", prompt: "y" }, q],
      [{ kind: "present", title: "x", text: "y" }, q],
      [{ ...write("/ws/a"), after: undefined } as Effect, q],
    ] as [Effect, Decision][]) {
      assert.deepEqual(offersFor([effect], [decision]), nothing, JSON.stringify([effect, decision]));
      assert.deepEqual(offersFor([effect, run("b")], [decision, q]).exact, decision.kind === "allow" ? all : []);
    }
  });

  it("takes nothing that was not offered, and remembers nothing that was not asked about", () => {
    const store = new Kept();
    const approvals = approvalsOver(store);
    approvals.take("prefix", "always", [run("a")], [q]);
    approvals.take("exact", "always", [run("a")], [askAlways("r", "person")]);
    approvals.take("exact", "always", [write("/ws/a")], [q]);
    approvals.take("exact", "workspace", [{ kind: "read", target: at("/out/a") }, run("a")], [q, q]);
    assert.deepEqual([approvals.size, store.saves], [0, 0]);
    approvals.take("exact", "always", [run("a"), run("ls")], [q, allow("r", "ok")]);
    assert.deepEqual([covered(approvals, run("a")), covered(approvals, run("ls"))], [true, false]);
  });

  it("a prefix is a rule for the policy, not an answer to a question", () => {
    const approvals = approvalsOver();
    approvals.take("prefix", "session", [run("npm test")], [prefixed]);
    assert.deepEqual([approvals.prefixes, covered(approvals, run("npm test"), prefixed)], [[["npm", "test"]], false]);
    approvals.rememberPrefix([], "session");
    assert.equal(approvals.size, 1);
  });
});
