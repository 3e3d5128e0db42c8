/** What an attacker or a clumsy model would try beside plain bad input: nothing hangs, nothing leaks, nothing changes. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { realCrib } from "../support/realCrib";
import { snapshot, type Tree } from "../support/tempFolder";
import { asOrdinaryUser } from "../support/unprivileged";

const tree: Tree = {
  "a.txt": "one\ntwo\n",
  "sub/b.txt": "",
  out: { link: "../outside" },
  dangling: { link: "../outside/none" },
};
const tools = [
  "read_file",
  "write_file",
  "edit_file",
  "list_directory",
  "find_files",
  "search_text",
  "run_command",
] as const;

describe("hostile input", () => {
  const cases: [tool: string, input: object, message: RegExp][] = [
    [
      "write_file",
      { path: "x", content: "half \ud83d" },
      /^write_file parameter "content" holds half of a character \(a lone surrogate\)/,
    ],
    ["read_file", { path: "x\udc00" }, /^read_file parameter "path" holds half of a character/],
    ["write_file", { path: `${"n".repeat(256)}`, content: "" }, /ENAMETOOLONG|too long/],
    ["write_file", { path: `new/deep/${"n".repeat(256)}`, content: "" }, /ENAMETOOLONG|too long/],
    [
      "write_file",
      { path: "/".repeat(5000), content: "" },
      /^The path is 5000 characters long; at most 4,096 are possible\.$/,
    ],
    [
      "write_file",
      { path: "a.txt/x", content: "" },
      /^a\.txt\/x does not exist, because a part of its path is a file: check the path\.$/,
    ],
    ["write_file", { path: "out/x", content: "" }, /^Denied by policy: writing outside the workspace is never allowed/],
    [
      "write_file",
      { path: "dangling/x", content: "" },
      /^Denied by policy: writing outside the workspace is never allowed/,
    ],
    ["write_file", { path: ".", content: "" }, /^Denied by policy: a workspace folder itself is not a file/],
    [
      "write_file",
      { path: "file:///etc/x", content: "" },
      /^Denied by policy: writing outside the workspace is never allowed/,
    ],
    ["write_file", { path: "~/x", content: "" }, /^Denied by policy: writing outside the workspace is never allowed/],
    [
      "edit_file",
      { path: "../state/x", old_string: "", new_string: "x" },
      /^Denied by policy: it belongs to another agent or to Toolcrib/,
    ],
    ["list_directory", { path: "out" }, /^Denied by policy: .* is outside the workspace/],
    ["list_directory", { ignore: ["*", "../x"] }, /^The glob \.\.\/x contains "\.\."/],
    ["find_files", { pattern: "*", path: ".." }, /^Denied by policy: .* is outside the workspace/],
    ["find_files", { pattern: "*", path: "none" }, /^none does not exist/],
    ["find_files", { pattern: "{a,b}".repeat(100) }, /^The glob .* is not valid \(more than 1000 alternatives\)/],
    ["search_text", { pattern: "x", path: "out" }, /^Denied by policy: .* is outside the workspace/],
    [
      "run_command",
      { command: `echo ${"x".repeat(200_000)}` },
      /^The command could not be started in \. \(spawn E2BIG\)\.$/,
    ],
    ["run_command", { command: "ls", cwd: "out" }, /^Denied by policy: .* is outside/],
    [
      "run_command",
      { command: "cat /etc/passwd > sub/b.txt; sudo id" },
      /^Denied by policy: sudo runs commands with other rights/,
    ],
    ["run_command", { command: "rm -rf ." }, /^Denied by policy: /],
    ["run_command", { command: ":(){ :|:& };:" }, /^Denied by policy: /],
    ["run_command", { command: "ls", timeout_ms: 0 }, /^run_command parameter "timeout_ms" is wrong/],
  ];
  for (const [tool, input, message] of cases)
    it(`${tool} ${JSON.stringify(input).slice(0, 60)}`, async () => {
      const { call, root, outside, records } = await realCrib(tree, {
        confirm: async ({ plan }) =>
          /^Run (echo|ls)/.test(plan.title) || /^(Create|Edit)/.test(plan.title)
            ? { approved: true, by: "person" }
            : { approved: false, by: "nobody" },
      });
      const before = [snapshot(root), snapshot(outside)];
      const { text, isError } = await call(tool, input);
      assert.match(text, message);
      assert.equal(isError, true);
      assert.deepEqual([snapshot(root), snapshot(outside)], before);
      assert.deepEqual([records.length, records[0]?.isError], [1, true]);
    });

  it("any JSON whatsoever to any tool is an answer, soon, and changes nothing", async function () {
    this.timeout(10_000);
    const { call, root } = await realCrib(tree, { confirm: async () => ({ approved: false, by: "nobody" }) });
    const before = snapshot(root);
    const word = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom("a.txt", ".", "..", "sub", "*", "(", "[", "ls", "cat a.txt", "\0", "", "~root", -1, 1e21, "1"),
    );
    const args = fc.dictionary(
      fc.constantFrom(
        "path",
        "content",
        "old_string",
        "new_string",
        "pattern",
        "include",
        "command",
        "cwd",
        "offset",
        "limit",
        "ignore",
        "timeout_ms",
        "__proto__",
      ),
      word,
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...tools), args, async (tool, input) => {
        const { text, isError } = await call(tool, input);
        assert.equal(typeof text, "string");
        assert.doesNotMatch(text, /failed unexpectedly/, `${tool} ${JSON.stringify(input)}`);
        assert.equal(typeof isError, "boolean");
      }),
      { numRuns: 300 },
    );
    assert.deepEqual(snapshot(root), before);
  });

  it("pipes and devices are refused by every tool without waiting", async function () {
    this.timeout(5000);
    const { call, root } = await realCrib({ zero: { link: "/dev/zero" } });
    if (spawnSync("mkfifo", [join(root, "pipe")]).status !== 0) this.skip();
    for (const [tool, input] of [
      ["read_file", { path: "pipe" }],
      ["write_file", { path: "pipe", content: "x" }],
      ["edit_file", { path: "pipe", old_string: "a", new_string: "b" }],
      ["list_directory", { path: "pipe" }],
      ["find_files", { pattern: "*", path: "pipe" }],
      ["read_file", { path: "zero" }],
    ] as const)
      assert.equal((await call(tool, input)).isError, true, tool);
    assert.match((await call("search_text", { pattern: "x" })).text, /^No matches/);
  });

  it("what this user may not read is told in one sentence", async () => {
    const { call, root } = await realCrib({ "a.txt": "secret\n", "closed/b.txt": "secret\n", "c.txt": "plain\n" });
    chmodSync(join(root, ".."), 0o755);
    chmodSync(root, 0o777);
    chmodSync(join(root, "a.txt"), 0);
    chmodSync(join(root, "closed"), 0);
    const forbidden = (name: string) =>
      `${name} may not be accessed (EACCES): the permissions of the file or its folder forbid it.`;
    await asOrdinaryUser(async () => {
      assert.equal((await call("read_file", { path: "a.txt" })).text, forbidden("a.txt"));
      assert.equal((await call("list_directory", { path: "closed" })).text, forbidden("closed"));
      assert.match(
        (await call("read_file", { path: "closed/b.txt" })).text,
        /closed\/b\.txt cannot be examined \(EACCES: .*\): name a path you may look at\.$/,
      );
      assert.match((await call("list_directory", {})).text, /^closed\/\na\.txt \(7 bytes\)\nc\.txt/);
    });
  });

  it("a place in a large file that is not there is said to be missing in bounded time", async function () {
    this.timeout(5000);
    const many = Array.from(
      { length: 90_000 },
      (_, at) => `const value${at} = compute(${at}, "some text that is alike");`,
    ).join("\n");
    const { call } = await realCrib({ "large.ts": many });
    await call("read_file", { path: "large.ts", limit: 1 });
    const started = Date.now();
    const { text } = await call("edit_file", {
      path: "large.ts",
      old_string: `${"const valueX = compute(X, 'other text');\n".repeat(300)}`,
      new_string: "y",
    });
    assert.match(text, /^old_string was not found in large\.ts/);
    assert.ok(Date.now() - started < 3000, `${Date.now() - started} ms`);
    assert.ok(text.length < 20_000, `${text.length}`);
  });

  it("a command that starts many others is ended with all of them", async function () {
    this.timeout(9000);
    const { call, root } = await realCrib({});
    const { text } = await call("run_command", {
      command:
        "for i in 1 2 3 4; do (for j in 1 2 3 4; do sleep 100 & done; sleep 100 | sleep 100 & wait) & done; wait",
      timeout_ms: 300,
    });
    assert.match(text, /\[timed out after 300 ms/);
    const left = spawnSync(
      "sh",
      ["-c", `for p in /proc/[0-9]*; do [ "$(readlink $p/cwd)" = "$0" ] && cat $p/comm; done; true`, root],
      { encoding: "utf8" },
    );
    assert.equal(left.stdout, "");
  });

  it("a secret folder as the place to run in is asked about first", async () => {
    const { call, asked } = await realCrib({ ".aws/credentials": "KEY\n" });
    assert.match((await call("run_command", { command: "pwd", cwd: ".aws" })).text, /\.aws\n\[exit code: 0/);
    assert.equal(asked[0]?.plan.title, "Read .aws");
  });

  it("a file swapped for a link while the question about it is open is not written through", async () => {
    const { call, root, outside } = await realCrib(
      { "a.txt": "one\n" },
      {
        confirm: async () => {
          spawnSync("ln", ["-sf", join(outside, "target"), join(root, "a.txt")]);
          return { approved: true, by: "person" };
        },
      },
    );
    writeFileSync(join(outside, "target"), "one\n");
    await call("read_file", { path: "a.txt" });
    const { text } = await call("edit_file", { path: "a.txt", old_string: "one", new_string: "stolen" });
    assert.equal(text, "a.txt resolved to another file than the one that was checked: call the tool again.");
    assert.deepEqual(snapshot(outside), { target: "one\n" });
  });
});
