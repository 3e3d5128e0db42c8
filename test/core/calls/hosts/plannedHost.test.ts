import assert from "node:assert/strict";
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { plannedHost } from "../../../../src/core/calls/hosts/plannedHost";
import type { SearchScope } from "../../../../src/core/ports/search";
import type { CommandRequest } from "../../../../src/core/ports/shell";
import type { FetchWish, WebAnswer } from "../../../../src/core/ports/web";
import { type ClosedFiles, nothingClosed } from "../../../../src/core/vocabulary/closedFiles";
import { allow } from "../../../../src/core/vocabulary/decision";
import type { Effect, FetchEffect, ResolvedPath } from "../../../../src/core/vocabulary/effect";
import { ToolError } from "../../../../src/core/vocabulary/toolError";
import { type BareCrib, type BareOptions, bareCrib } from "../../../support/bareCrib";
import { snapshot } from "../../../support/tempFolder";
import { failsWith } from "../../../support/toolFailure";

const signal = new AbortController().signal;
const tree = { "src/a.ts": "a", "src/b.ts": "b", "srcx/c.ts": "c", "out/secret": "s" };

const unplanned = (what: string) =>
  `${what} was not part of what was planned and approved, so it was refused: call the tool again.`;
const elsewhere = (shown: string) =>
  `${shown} resolved to another file than the one that was checked: call the tool again.`;

async function make(options: BareOptions = {}): Promise<BareCrib> {
  return bareCrib({ tree, ...options });
}
const holding = (
  at: BareCrib,
  effects: readonly Effect[],
  edits: ReadonlyMap<string, Uint8Array> = new Map(),
  closedFiles: ClosedFiles = nothingClosed,
  noteAnswered: (effect: FetchEffect) => void = () => {},
) =>
  plannedHost({
    host: at.crib.host,
    effects,
    edits,
    session: at.session,
    hiddenVariables: ["HIDDEN"],
    onLayer: () => undefined,
    isPlain: () => true,
    journal: at.crib.journal.begin({ id: "1", agent: "tester", tool: "probe", title: "Probe" }),
    closedFiles,
    confinement: () => at.crib.context().confinement(),
    web: { userAgent: "", asksRobots: true, signal },
    judgeReads: async (targets) => targets.map(() => allow("test", "everything may be read")),
    reach: (effect) => at.crib.context().reach(effect),
    noteCommand: () => {},
    noteNeed: () => {},
    noteMissed: () => {},
    givenValues: () => [],
    givenSecret: () => [],
    hiddenByOtherNames: async () => new Set<string>(),
    noteAnswered,
  });

const wish: FetchWish = { timeoutMs: 1000, maxBytes: 1000, cache: "none", asksRobots: false };

const drained = async (stream: AsyncIterable<Uint8Array>) => {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};
const scopeOf = (directory: ResolvedPath, file?: ResolvedPath): SearchScope => ({
  directory,
  ...(file && { file }),
  exclude: [],
  excludeByDefault: [],
  includeIgnored: false,
  caseSensitive: true,
  signal,
});

describe("planned host (D-6): reading and listing", () => {
  it("reads what was planned and nothing else", async () => {
    const at = await make();
    const a = await at.read("src/a.ts");
    const b = await at.files.resolve("src/b.ts");
    const host = holding(at, [a]);
    assert.equal(Buffer.from(await host.read(a.target)).toString(), "a");
    assert.equal(await drained(host.stream(a.target, signal)), "a");
    assert.equal((await host.stat(a.target))?.size, 1);
    for (const use of [() => host.read(b), () => host.stat(b), () => drained(host.stream(b, signal))])
      await failsWith(use, "denied", unplanned("Reading src/b.ts"));
    await failsWith(() => host.list(a.target), "denied", unplanned("Listing src/a.ts"));
  });

  it("a planned list covers what lies in the folder, not a folder whose name starts alike", async () => {
    const at = await make();
    const src = await at.files.resolve("src");
    const host = holding(at, [{ kind: "list", target: src }]);
    assert.deepEqual((await host.list(src)).map(({ name }) => name).sort(), ["a.ts", "b.ts"]);
    assert.equal(Buffer.from(await host.read(await at.files.resolve("src/a.ts"))).toString(), "a");
    for (const [name, what] of [
      ["srcx/c.ts", "Reading srcx/c.ts"],
      ["out/secret", "Reading out/secret"],
      [".", "Reading ."],
    ] as const) {
      const target = await at.files.resolve(name);
      await failsWith(() => host.read(target), "denied", unplanned(what));
    }
    const root = await at.files.resolve(".");
    await failsWith(() => host.list(root), "denied", unplanned("Listing ."));
  });

  it("with nothing planned, everything is refused", async () => {
    const at = await make();
    const host = holding(at, []);
    const a = await at.files.resolve("src/a.ts");
    const src = await at.files.resolve("src");
    const fetching: FetchEffect = { kind: "fetch", url: "http://x.test/", method: "GET" };
    const uses: [use: () => unknown, what: string][] = [
      [() => host.read(a), "Reading src/a.ts"],
      [() => host.stat(a), "Reading src/a.ts"],
      [() => drained(host.stream(a, signal)), "Reading src/a.ts"],
      [() => host.list(src), "Listing src"],
      [async () => host.write(await at.write("src/a.ts", "a", "z")), "Writing src/a.ts"],
      [() => host.exec({ command: "ls", cwd: src, timeoutMs: 1, signal, onOutput() {} }), 'Running "ls"'],
      [() => host.search.findFiles(scopeOf(src), "*", 1), "Listing src"],
      [() => host.search.searchText(scopeOf(src), "x", 1, 0), "Listing src"],
      [() => host.search.searchText(scopeOf(src, a), "x", 1, 0), "Reading src/a.ts"],
      [() => host.search.ignoredNames(src, []), "Listing src"],
      [() => host.fetch(fetching, wish), "Fetching http://x.test/"],
    ];
    for (const [use, what] of uses) await failsWith(use, "denied", unplanned(what));
    assert.deepEqual([at.events, at.commands, snapshot(at.root)["src/a.ts"]], [[], [], "a"]);
  });

  it("a search of one planned file does not open its folder", async () => {
    const at = await make();
    const a = await at.read("src/a.ts");
    const src = await at.files.resolve("src");
    const host = holding(at, [a]);
    await host.search.searchText(scopeOf(src, a.target), "x", 1, 0);
    await failsWith(() => host.search.searchText(scopeOf(src), "x", 1, 0), "denied", unplanned("Listing src"));
  });
});

describe("planned host (D-6): a link swapped between plan and use", () => {
  it("a file's folder that became a link is refused for every kind of reading", async () => {
    const at = await make();
    const a = await at.read("src/a.ts");
    const src = await at.files.resolve("src");
    const host = holding(at, [a, { kind: "list", target: src }]);
    renameSync(join(at.root, "src"), join(at.root, "gone"));
    symlinkSync("out", join(at.root, "src"));
    writeFileSync(join(at.root, "out/a.ts"), "other");
    for (const use of [
      () => host.read(a.target),
      () => host.stat(a.target),
      () => drained(host.stream(a.target, signal)),
    ])
      await failsWith(use, "stale", elsewhere("src/a.ts"));
    for (const use of [
      () => host.list(src),
      () => host.search.findFiles(scopeOf(src), "*", 1),
      () => host.search.searchText(scopeOf(src), "x", 1, 0),
      () => host.search.ignoredNames(src, []),
    ])
      await failsWith(use, "stale", elsewhere("src"));
  });

  it("a planned write does not follow it", async () => {
    const at = await make();
    const effect = await at.write("src/secret", undefined, "new");
    const host = holding(at, [effect]);
    renameSync(join(at.root, "src"), join(at.root, "gone"));
    symlinkSync("out", join(at.root, "src"));
    await failsWith(() => host.write(effect), "stale", elsewhere("src/secret"));
    assert.equal(readFileSync(join(at.root, "out/secret"), "utf8"), "s");
    assert.deepEqual(at.events, []);
  });

  it("a planned command does not run in it", async () => {
    const at = await make();
    const effect = await at.exec("pwd", "src");
    const host = holding(at, [effect]);
    rmSync(join(at.root, "src"), { recursive: true });
    symlinkSync("out", join(at.root, "src"));
    await failsWith(
      () => host.exec({ command: "pwd", cwd: effect.cwd, timeoutMs: effect.timeoutMs, signal, onOutput() {} }),
      "stale",
      elsewhere("src"),
    );
    assert.deepEqual(at.commands, []);
  });

  it("a path put together by a tool does not get past the check", async () => {
    const at = await make();
    const a = await at.read("src/a.ts");
    const host = holding(at, [a]);
    const forged: ResolvedPath = { ...a.target, path: join(at.root, "out/secret") };
    await failsWith(() => host.read(forged), "stale", elsewhere("src/a.ts"));
    const lying: ResolvedPath = { ...a.target, real: join(at.root, "out/secret") };
    await failsWith(() => host.read(lying), "denied", unplanned("Reading src/a.ts"));
  });
});

describe("planned host: writing", () => {
  it("writes what was planned and remembers the file as seen", async () => {
    const at = await make();
    const effect = await at.write("src/a.ts", "a", "new");
    await holding(at, [effect]).write(effect);
    assert.equal(readFileSync(join(at.root, "src/a.ts"), "utf8"), "new");
    const stat = await at.files.stat(effect.target);
    assert.equal(stat && at.session.knows(effect.target.real, stat), "current");
  });

  it("refuses a second, different write to the planned file: only the very effect counts", async () => {
    const at = await make();
    const effect = await at.write("src/a.ts", "a", "new");
    const host = holding(at, [effect]);
    await failsWith(() => host.write({ ...effect }), "denied", unplanned("Writing src/a.ts"));
    await failsWith(
      () => host.write({ ...effect, after: Buffer.from("evil") }),
      "denied",
      unplanned("Writing src/a.ts"),
    );
    await failsWith(() => host.write({ ...effect, after: undefined }), "denied", unplanned("Writing src/a.ts"));
    assert.equal(readFileSync(join(at.root, "src/a.ts"), "utf8"), "a");
  });

  it("the same write a second time is stale", async () => {
    const at = await make();
    const effect = await at.write("src/a.ts", "a", "new");
    const host = holding(at, [effect]);
    await host.write(effect);
    await failsWith(() => host.write(effect), "stale", /^src\/a\.ts was changed since it was planned/);
  });

  it("D-16: writes a person's edit instead of the proposal, and journals that", async () => {
    const at = await make();
    const effect = await at.write("src/a.ts", "a", "proposed");
    await holding(at, [effect], new Map([[effect.target.real, Buffer.from("edited")]])).write(effect);
    assert.equal(readFileSync(join(at.root, "src/a.ts"), "utf8"), "edited");
    assert.equal(Buffer.from(at.journal.entries.get("1")?.changes[0]?.after ?? []).toString(), "edited");
    await at.crib.journal.undo();
    assert.equal(readFileSync(join(at.root, "src/a.ts"), "utf8"), "a");
  });

  it("a failed write leaves the session as it was", async () => {
    const at = await make();
    const effect = await at.write("src/a.ts", "not this", "new");
    await failsWith(() => holding(at, [effect]).write(effect), "stale", /was changed/);
    assert.deepEqual(at.session.seen(), []);
  });
});

describe("planned host: running and fetching", () => {
  it("runs the planned command for the agent, without the hidden variables, and nothing else", async () => {
    const at = await make();
    const effect = await at.exec("npm test", "src");
    const host = holding(at, [effect]);
    const onOutput = () => undefined;
    const request = { command: "npm test", cwd: effect.cwd, timeoutMs: effect.timeoutMs, signal, onOutput };
    await host.exec(request);
    const [{ hold, ...ran } = {} as CommandRequest] = at.commands;
    assert.deepEqual(ran, { ...request, hiddenVariables: ["HIDDEN"], unasked: true, agent: "tester" });
    assert.deepEqual(
      [hold?.confinement.roots, hold?.closedFiles, hold?.outsideSandbox],
      [[at.root], nothingClosed, false],
    );
    const other = await at.files.resolve(".");
    for (const [changed, what] of [
      [{ command: "npm test; rm -r x" }, "npm test; rm -r x"],
      [{ command: "npm test " }, "npm test "],
      [{ cwd: other }, "npm test"],
      [{ timeoutMs: effect.timeoutMs + 1 }, "npm test"],
      [{ tty: true }, "npm test"],
    ] as const)
      await failsWith(() => host.exec({ ...request, ...changed }), "denied", unplanned(`Running "${what}"`));
    assert.equal(at.commands.length, 1);
  });

  it("fetches only the planned effect itself", async () => {
    const effect: FetchEffect = { kind: "fetch", url: "http://x.test/", method: "GET" };
    const seen: unknown[] = [];
    const answer: WebAnswer = {
      ...{ status: 200, headers: {}, body: Buffer.from("ok"), isCutOff: false, time: 0, isCopy: false },
    };
    const at = await make({
      host: {
        web: {
          async fetch({ url, method }) {
            seen.push([url, method]);
            return answer;
          },
        },
      },
    });
    const host = holding(at, [effect]);
    assert.equal(await host.fetch(effect, wish), answer);
    await failsWith(() => host.fetch({ ...effect }, wish), "denied", unplanned("Fetching http://x.test/"));
    assert.deepEqual(seen, [["http://x.test/", "GET"]]);
  });

  it("sends a key only with a request to the service that it is for, and says what was answered (WS-1)", async () => {
    const plain: FetchEffect = { kind: "fetch", url: "https://a.test/", method: "GET" };
    const search: FetchEffect = { ...plain, search: "brave" };
    const sent: FetchEffect[] = [];
    const answered: FetchEffect[] = [];
    const answer: WebAnswer = {
      ...{ status: 500, headers: {}, body: Buffer.from(""), isCutOff: false, time: 0, isCopy: false },
    };
    const at = await make({
      host: {
        web: {
          async fetch({ url, method }) {
            sent.push({ kind: "fetch", url, method });
            if (sent.length > 1) throw new ToolError("unreachable", "It is gone.");
            return answer;
          },
        },
      },
    });
    const host = holding(at, [plain, search], undefined, undefined, (effect) => answered.push(effect));
    const key = { provider: "brave", isRequired: true } as const;
    await failsWith(() => host.fetch(plain, { ...wish, key }), "denied", unplanned("Sending a key to https://a.test/"));
    await failsWith(
      () => host.fetch(search, { ...wish, key: { ...key, provider: "tavily" } }),
      "denied",
      unplanned("Sending a key to https://a.test/"),
    );
    assert.equal(await host.fetch(search, { ...wish, key }), answer);
    await failsWith(() => host.fetch(plain, wish), "unreachable", "It is gone.");
    assert.deepEqual([sent.length, answered], [2, [search]]);
  });

  it("says so where there is no network", async () => {
    const at = await make();
    const effect: FetchEffect = { kind: "fetch", url: "http://x.test/", method: "GET" };
    await failsWith(
      () => holding(at, [effect]).fetch(effect, wish),
      "unavailable",
      "There is no network access here: work from the workspace instead.",
    );
  });
});

describe("planned host: closed files (.toolcribignore)", () => {
  /** Closes what is called closed, and a folder that is called so. */
  const closing: ClosedFiles = {
    ...nothingClosed,
    isEmpty: false,
    reason: ({ path, real }) => ([path, real].some((one) => /\/closed(?:\/|$)/.test(one)) ? "it is closed" : undefined),
  };
  const denied = (what: string) =>
    `Denied by policy: it is closed. "${what}" was not done; do not retry it another way: go on without it, or tell the person what you need.`;

  it("are left out of a listed folder, and cannot be read or listed with it", async () => {
    const at = await make({ tree: { "a.ts": "a", "closed/x": "x", "sub/closed": "y" } });
    const top = await at.files.resolve(".");
    const host = holding(at, [{ kind: "list", target: top }], undefined, closing);
    assert.deepEqual((await host.list(top)).map(({ name }) => name).sort(), ["a.ts", "sub"]);
    assert.deepEqual(await host.list(await at.files.resolve("sub")), []);
    await failsWith(
      async () => host.read(await at.files.resolve("sub/closed")),
      "denied",
      denied("Reading sub/closed"),
    );
    await failsWith(async () => host.list(await at.files.resolve("closed")), "denied", denied("Listing closed"));
    assert.equal(Buffer.from(await host.read(await at.files.resolve("a.ts"))).toString(), "a");
  });

  it("are a test for every search, which no tool can forget", async () => {
    const scopes: SearchScope[] = [];
    const bare = await make();
    const findFiles = async (scope: SearchScope) => {
      scopes.push(scope);
      return { files: [], truncated: false };
    };
    const { host: machine } = bare.crib;
    const search = { ...machine.search, findFiles };
    const at = { ...bare, crib: { ...bare.crib, host: { ...machine, search } } };
    const top = await at.files.resolve(".");
    const host = holding(at, [{ kind: "list", target: top }], undefined, closing);
    await host.search.findFiles(scopeOf(top), "**", 1);
    await holding(at, [{ kind: "list", target: top }]).search.findFiles(scopeOf(top), "**", 1);
    assert.deepEqual(
      scopes.map(
        ({ isClosed }) => isClosed && [isClosed(join(at.root, "closed")), isClosed(join(at.root, "src/a.ts"))],
      ),
      [[true, false], undefined],
    );
  });
});
