import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "../../../src/core/calls/approvals/answer";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { type RealCrib, realCrib } from "../../support/realCrib";

/** `toolcrib.commands.review`: commands that run at once, and are asked about by what they changed. */
describe("commands that are reviewed by what they changed (D-12, D-15)", function () {
  this.timeout(60_000);
  before(async function () {
    await needsBubblewrap(this);
  });

  const tree = {
    "a.txt": "a\n",
    ".env": "KEY=secret\n",
    "change.js": 'require("fs").appendFileSync("a.txt", "more\\n")',
    "look.js": 'console.log(require("fs").readFileSync(process.argv[2], "utf8"))',
    "link.js": 'require("fs").symlinkSync("a.txt", "link"); require("fs").writeFileSync("b.txt", "b")',
    "plant.js":
      'require("fs").mkdirSync(".git/hooks", { recursive: true }); require("fs").writeFileSync(".git/hooks/post-commit", "x")',
    "call.js": 'fetch("http://files.example.com").catch((e) => { console.error(e.cause.message); process.exit(1); })',
  };

  async function place(context: Mocha.Context, answer: Answer = { approved: true, by: "person" }): Promise<RealCrib> {
    const real = await realCrib(tree, {
      settings: { "toolcrib.commands.review": "always" },
      confirm: async () => answer,
    });
    const confinement = real.crib.context().confinement({ command: "true" });
    if ((await real.crib.host.shell.whyNoLayer?.(confinement)) !== undefined) context.skip();
    return real;
  }

  async function run({ call, asked }: RealCrib, command: string, more: object = {}) {
    asked.length = 0;
    const { text, isError } = await call("run_command", { command, ...more });
    return {
      text: text.replace(/, \d+(\.\d)? m?s, (?:in the sandbox|no sandbox)\]/, "]"),
      isError,
      asked: asked.map(({ plan }) => plan.title),
    };
  }

  it("run at once, and are asked about by their changes", async function () {
    const real = await place(this);
    assert.deepEqual(await run(real, "node change.js"), {
      text: "(no output)\n[exit code: 0]\n[applied 1 change: a.txt]",
      isError: false,
      asked: ["Apply 1 change of node change.js"],
    });
    assert.equal(readFileSync(join(real.root, "a.txt"), "utf8"), "a\nmore\n");
    assert.deepEqual(
      real.records.map(({ tool, approvedBy }) => [tool, approvedBy]),
      [
        ["run_command", "person"],
        ["run_command", undefined],
      ],
    );
  });

  it("leave everything as it was after a no, and need no question where they change nothing", async function () {
    const real = await place(this, { approved: false, by: "person" });
    assert.equal(
      (await run(real, "node change.js; echo x >new.txt")).text,
      "(no output)\n[exit code: 0]\n[not applied: a.txt would be changed; new.txt would be created]",
    );
    assert.deepEqual(
      [readFileSync(join(real.root, "a.txt"), "utf8"), existsSync(join(real.root, "new.txt"))],
      ["a\n", false],
    );
    assert.deepEqual((await run(real, "node look.js a.txt")).asked, []);
  });

  it("find secrets empty and nobody to talk to; the same command asks the next time", async function () {
    const real = await place(this);
    const secret = await run(real, "node look.js .env");
    assert.deepEqual(secret, {
      text: "\n[exit code: 0]\n[the command changed nothing]\n\n[The command read .env, which appeared empty: files that may contain secrets are hidden from commands that run without asking.]",
      isError: false,
      asked: [],
    });
    const replaced = await run(real, 'node -e \'require("fs").rmSync(".env")\'');
    assert.match(replaced.text, /EBUSY|EROFS/);
    assert.equal(readFileSync(join(real.root, ".env"), "utf8"), "KEY=secret\n");
    const network = await run(real, "node call.js");
    assert.deepEqual(network.asked, []);
    assert.match(network.text, /a person is asked then/);
    assert.deepEqual((await run(real, "node call.js")).asked, ["Run node call.js"]);
  });

  it("lose all changes where one cannot be reviewed, and ask the next time", async function () {
    const real = await place(this);
    const first = await run(real, "node link.js");
    assert.deepEqual(first.asked, []);
    assert.match(
      first.text,
      /\[nothing was applied, because link is a symbolic link to a\.txt, which cannot be reviewed: call again, and a person is asked before it runs\]$/,
    );
    assert.deepEqual(
      ["link", "b.txt"].map((name) => existsSync(join(real.root, name))),
      [false, false],
    );
    assert.deepEqual((await run(real, "node link.js")).asked, ["Run node link.js"]);
    assert.deepEqual(
      ["link", "b.txt"].map((name) => existsSync(join(real.root, name))),
      [true, true],
    );
  });

  it("ask about what is protected as such, which nobody's earlier yes answers", async function () {
    const real = await place(this);
    real.asked.length = 0;
    await real.call("run_command", { command: "node plant.js" });
    assert.deepEqual(
      real.asked.map(({ plan, decision }) => [plan.title, decision.rule, decision.always]),
      [["Apply 1 change of node plant.js", "protectedPaths", true]],
    );
  });

  it("are denied or asked about before as ever, where the question is not what they change in the workspace", async function () {
    const real = await place(this);
    const denied = await run(real, "sudo node change.js");
    assert.deepEqual([denied.asked, denied.isError], [[], true]);
    const before: [string, object?][] = [
      ["cat /etc/hostname"],
      ["cat .env"],
      ["node change.js", { background: true }],
      ["node change.js", { outside_sandbox: true }],
      ["echo 'unterminated"],
      ["f() { node change.js; }; f"],
    ];
    for (const [command, more] of before) {
      const { asked } = await run(real, command, more);
      assert.deepEqual([command, asked.length, asked[0]?.startsWith("Run ")], [command, 1, true]);
    }
  });

  it("ask before they run by default, and where there is no layer", async () => {
    for (const settings of [{}, { "toolcrib.commands.review": "always", "toolcrib.sandbox": "off" }]) {
      const real = await realCrib(tree, { settings });
      assert.deepEqual((await run(real, "node change.js")).asked, ["Run node change.js"]);
    }
  });
});
