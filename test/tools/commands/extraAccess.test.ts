import assert from "node:assert/strict";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import type { Answer } from "../../../src/core/calls/approvals/answer";
import { type ApprovalScope, offersFor } from "../../../src/core/calls/approvals/approvals";
import type { JudgedCall } from "../../../src/core/calls/call";
import { NodeShell } from "../../../src/node/commands/nodeShell";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { type CribOptions, type RealCrib, realCrib } from "../../support/realCrib";
import { tempFolder } from "../../support/tempFolder";

const token = "tok-5f2b9c71aa";

/** Reads what its arguments name, fails where something is empty, and says how it reads it. */
const needs = `
const fs = require("fs");
for (const file of process.argv.slice(2)) {
  let text = "";
  try { text = fs.readFileSync(file, "utf8"); } catch (error) { text = ""; }
  if (text === "") { console.error("empty: " + file); process.exitCode = 1; }
  else console.log(file + ": " + text.trim());
}`;

const tree = {
  "a.txt": "a\n",
  ".env": `TOKEN=${token}\nPORT=3000\n`,
  "other.pem": "PRIVATE-KEY-MATERIAL-1\n",
  "needs.js": needs,
  "says.js": 'console.error("Error: ENOENT: no such file or directory, open .env, which is empty"); process.exit(1)',
  "split.js": `const t = require("fs").readFileSync(".env", "utf8").slice(6, 20);
if (!t) process.exit(1);
process.stdout.write("before " + t.slice(0, 5), () => setTimeout(() => {
  process.stdout.write(t.slice(5) + " after\\n" + Buffer.from(t).toString("base64") + " 3000\\n" + "x".repeat(40000) + t + "\\n");
  process.stderr.write(t + "\\n");
}, 50));`,
  "copy.js": `const fs = require("fs"); const t = fs.readFileSync(".env", "utf8");
if (!t) process.exit(1);
fs.writeFileSync("copied.txt", t); fs.writeFileSync("plain.txt", "plain");`,
  "names.js": `const t = require("fs").readFileSync(".env", "utf8").slice(6, 20);
if (!t) process.exit(1);
require("fs").writeFileSync(t + ".txt", "x");`,
  "writes.js": 'require("fs").writeFileSync(".env", "TOKEN=other\\n")',
} as const;

/** Of a command that is on no layer. */
const inPlace =
  "It changes your files at once. Its changes are listed and can be undone, but not those of ignored files, .git, node_modules and files over 1 MB.";

/** What commands that run unasked are given after a question about just that (D-13). */
describe("a held command that is after something in vain", function () {
  this.timeout(60_000);
  let server: Server;
  let port = 0;
  before(async function () {
    await needsBubblewrap(this);
    server = createServer((_, answer) => answer.end("served\n"));
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as { port: number }).port;
  });
  after(() => server?.close());

  let answer: (call: JudgedCall) => Answer | Promise<Answer> = () => ({ approved: true, by: "person" });
  const yes: Answer = { approved: true, by: "person" };
  const no: Answer = { approved: false, by: "person" };
  beforeEach(() => {
    answer = () => yes;
  });

  async function place(context: Mocha.Context, { settings, ...more }: CribOptions = {}, files: object = {}) {
    const real = await realCrib(
      { ...tree, ...files },
      {
        settings: { "toolcrib.commands.review": "always", ...settings },
        confirm: async (call) => answer(call),
        ...more,
      },
    );
    const confinement = real.crib.context().confinement({ command: "true" });
    if ((await real.crib.host.shell.whyNoLayer?.(confinement)) !== undefined) context.skip();
    return real;
  }

  async function run({ call, asked }: RealCrib, command: string, more: object = {}) {
    asked.length = 0;
    const { text } = await call("run_command", { command, ...more });
    return { text, asked: asked.map(({ decision }) => `${decision.rule}: ${decision.reason}`) };
  }

  const remembering = (real: () => RealCrib, scope: ApprovalScope) => (call: JudgedCall) => {
    real().crib.approvals.take("exact", scope, call.plan.effects, call.byEffect);
    return yes;
  };

  const question = "commands.extra: it wants to read .env, which may contain secrets";

  it("is told which secret it read as an empty file, and the same call asks for just that", async function () {
    const real = await place(this);
    const command = "node needs.js .env other.pem 2>&1";
    const first = await run(real, command);
    assert.deepEqual(first.asked, []);
    assert.match(first.text, /^empty: \.env\nempty: other\.pem\n/);
    assert.match(
      first.text,
      /\[The command read \.env, other\.pem, which appeared empty: files that may contain secrets are hidden from commands that run without asking\. If the command needs this, call it again before you change anything: a person is asked about just that\.\]/,
    );
    assert.deepEqual((await run(real, command)).asked, [
      "commands.extra: it wants to read .env, other.pem, which may contain secrets",
    ]);
    const only = "node needs.js .env";
    await run(real, only);
    const second = await run(real, only);
    assert.deepEqual(second.asked, [question]);
    assert.match(second.text, /^\.env: TOKEN=\[redacted\]\nPORT=3000\n/);
    assert.match(
      real.asked[0]?.plan.notes?.join("\n") ?? "",
      /^It gets nothing else: other secrets stay hidden, it reaches no other host, and its changes are shown before they are applied\./,
    );
    assert.equal(readFileSync(join(real.root, ".env"), "utf8"), tree[".env"]);
  });

  it("is given that file alone: no other secret, no network, and its layer stays", async function () {
    const real = await place(this);
    const command = `node needs.js .env; node -e 'const fs = require("fs"); fs.writeFileSync("new.txt", "x"); console.log(Object.keys(require("os").networkInterfaces()))'; exit 1`;
    answer = ({ plan }) => (plan.title.startsWith("Apply") ? no : yes);
    await run(real, command);
    const { text, asked } = await run(real, command);
    assert.deepEqual(asked.slice(0, 1), [question]);
    assert.match(text, /^\.env: TOKEN=[\s\S]*^\[ 'lo' \]$/m);
    assert.match(text, /not applied: new\.txt would be created/);
    const env = "node needs.js .env";
    await run(real, env);
    // Another file beside it that the command is after as well was not part of the question.
    writeFileSync(join(real.root, "needs.js"), `${needs}\nconsole.log([fs.readFileSync("other.pem", "utf8")]);`);
    const given = await run(real, env);
    assert.deepEqual(given.asked, [question]);
    assert.match(given.text, /\[ '' \]/);
    assert.match(given.text, /The command read other\.pem, which appeared empty/);
  });

  it("is not asked about because of words that it prints, nor where it went well", async function () {
    const real = await place(this);
    for (let time = 0; time < 3; time++) {
      const said = await run(real, "node says.js");
      assert.deepEqual(said.asked, []);
      assert.doesNotMatch(said.text, /a person is asked/);
      const well = await run(real, 'node -p \'require("fs").readFileSync(".env").length\'');
      assert.deepEqual(well.asked, []);
      assert.match(
        well.text,
        /which appeared empty: files that may contain secrets are hidden from commands that run without asking\.\]/,
      );
    }
  });

  it("runs without it after a no, and after something was changed", async function () {
    const real = await place(this);
    const command = "node needs.js .env";
    await run(real, command);
    answer = () => no;
    const declined = await run(real, command);
    assert.deepEqual(declined, {
      text: "The person did not agree that the command gets .env. Nothing was run. Call it again to run it without that access, or change the command so that it does not need it.",
      asked: [question],
    });
    const without = await run(real, command);
    assert.deepEqual(without.asked, []);
    assert.match(without.text, /^\[stderr\] empty: \.env\n/);
    answer = () => yes;
    await real.call("write_file", { path: "b.txt", content: "b" });
    const held = await run(real, command);
    assert.deepEqual(held.asked, []);
    assert.match(held.text, /empty: \.env/);
    assert.deepEqual((await run(real, command)).asked, [question]);
    // A person said yes: from then on it is asked about at once.
    await real.call("write_file", { path: "c.txt", content: "c" });
    assert.deepEqual((await run(real, command)).asked, [question]);
  });

  it("is remembered for this very command, and revoked with the other approvals", async function () {
    const real = await place(this);
    const command = "node needs.js .env";
    await run(real, command);
    answer = remembering(() => real, "session");
    await run(real, command);
    const again = await run(real, command);
    assert.deepEqual(again.asked, []);
    assert.match(again.text, /TOKEN=\[redacted\]/);
    assert.equal(real.records.at(-1)?.approvedBy, "remembered (session)");
    assert.deepEqual(
      real.crib.approvals.all().map(({ shown, scope }) => [shown, scope]),
      [["node needs.js .env with .env (in .)", "session"]],
    );
    for (const [other, more] of [
      ["node needs.js ./.env"],
      ["NODE_OPTIONS=--no-warnings node needs.js .env"],
      ["node needs.js .env >out.txt"],
      ["node needs.js .env | cat"],
      [" node needs.js .env; true"],
      ["node needs.js .env", { input: "x" }],
    ] as [string, object?][]) {
      const { asked, text } = await run(real, other, more);
      assert.deepEqual(
        [other, asked.filter((one) => !one.startsWith("commands.extra")).length, text.includes("TOKEN=")],
        [other, asked.length, false],
      );
    }
    const { effects } = real.asked[0]?.plan ?? { effects: [] };
    assert.deepEqual(offersFor(effects, real.asked[0]?.byEffect ?? []).prefixes, []);
    real.crib.approvals.forget();
    answer = () => no;
    assert.deepEqual((await run(real, command)).asked, [question]);
  });

  it("is remembered for a workspace at most, and in that from the first call of another window on", async function () {
    const real = await place(this);
    const command = "node needs.js .env";
    await run(real, command);
    let offered: readonly string[] = [];
    answer = (call) => {
      offered = offersFor(call.plan.effects, call.byEffect).exact;
      return no;
    };
    await run(real, command);
    assert.deepEqual(offered, ["session", "workspace"]);
    const { command: _, ...effect } = {
      kind: "exec",
      cwd: { path: "/p", real: "/p", shown: "." },
      timeoutMs: 1,
      command,
    } as const;
    const { approvals } = real.crib;
    const extra = { files: ["/p/.env"], hosts: [] };
    const asks = { kind: "ask", rule: "commands.extra", reason: "" } as const;
    approvals.take("exact", "workspace", [{ ...effect, command, extra }], [asks]);
    assert.deepEqual(approvals.extraFor({ ...effect, command }), extra);
    assert.equal(approvals.extraFor({ ...effect, command: "npm start" }), undefined);
    assert.equal(approvals.extraFor({ ...effect, command, cwd: { path: "/q", real: "/q", shown: "." } }), undefined);
    assert.equal(approvals.cover([{ ...effect, command }], [asks]), undefined);
    assert.equal(
      approvals.cover([{ ...effect, command, extra: { files: ["/p/.env", "/p/b.pem"], hosts: [] } }], [asks]),
      undefined,
    );
    assert.equal(
      approvals.cover([{ ...effect, command, extra: { files: ["/p/.env"], hosts: ["a.example"] } }], [asks]),
      undefined,
    );
  });

  it("is not given another file that was put in the place of the remembered one", async function () {
    const real = await place(this);
    const at = (name: string) => join(real.root, name);
    const command = "node needs.js .env";
    await run(real, command);
    answer = remembering(() => real, "session");
    await run(real, command);
    assert.match((await run(real, command)).text, /TOKEN=\[redacted\]/);
    answer = () => no;
    renameSync(at(".env"), at("old.env.local"));
    for (const swap of [
      () => symlinkSync("other.pem", at(".env")),
      () => linkSync(at("other.pem"), at(".env")),
      () => symlinkSync(join(real.outside, "x"), at(".env")),
    ]) {
      swap();
      const { text } = await run(real, command);
      assert.doesNotMatch(text, /MATERIAL|TOKEN/);
      rmSync(at(".env"));
    }
    // Where it is gone there is nothing to give.
    assert.match((await run(real, command)).text, /empty: \.env/);
  });

  it("is never given what .toolcribignore or a policy closes", async function () {
    const ignoring = await place(this, {}, { ".toolcribignore": ".env\n" });
    const managed = await place(this, {
      managed: JSON.stringify({ version: 1, rules: [{ effect: "read", match: "**/.env", decision: "deny" }] }),
    });
    for (const real of [ignoring, managed]) {
      const command = `node -e 'if (!require("fs").readFileSync([".en", "v"].join("")).length) process.exit(1)'`;
      for (let time = 0; time < 2; time++) {
        const { asked, text } = await run(real, command);
        assert.deepEqual(
          asked.filter((one) => one.startsWith("commands.extra")),
          [],
        );
        assert.doesNotMatch(text, /TOKEN|about just that/);
      }
    }
  });

  it("prints no value of it, wherever its output is cut, in no log and in none of the usual forms", async function () {
    const real = await place(this);
    await run(real, "node split.js");
    const { text } = await run(real, "node split.js");
    assert.match(text, /^before \[redacted\] after\n\[redacted\]=* 3000\n/);
    const id = /command_\d+/.exec(text)?.[0];
    const whole: string[] = [];
    for (let offset = 0; offset < 41_000; offset += 10_000)
      whole.push((await real.call("job_output", { id, offset, limit: 10_000 })).text);
    assert.match(whole.join(""), /x\[redacted\]/);
    assert.match(whole.join(""), /\[stderr\] \[redacted\]/);
    for (const printed of [text, ...whole]) {
      assert.ok(!printed.includes(token) && !printed.includes(token.slice(5)), "it holds the value");
      assert.ok(!printed.includes(Buffer.from(token).toString("base64").slice(0, 12)), "it holds the value as base64");
    }
  });

  it("prints no value that is on the disk, though an editor holds other text that is not saved", async function () {
    const real = await place(this);
    const { files } = real.host;
    const read = files.read.bind(files);
    files.read = async (target) => (target.shown === ".env" ? Buffer.from("TOKEN=not-saved-yet\n") : read(target));
    await run(real, "node needs.js .env");
    assert.match((await run(real, "node needs.js .env")).text, /^\.env: TOKEN=\[redacted\]\n/);
  });

  it("raises the taint of the session as reading the file does", async function () {
    const [tool, command] = [await place(this), await place(this)];
    await tool.call("read_file", { path: ".env" });
    await run(command, "node split.js");
    const { level } = command.session.taint;
    await run(command, "node split.js");
    assert.notEqual(command.session.taint.level, level);
    assert.equal(command.session.taint.level, tool.session.taint.level);
    assert.ok(command.session.taint.lineage.some(({ source }) => source === ".env"));
  });

  it("cannot put its values into another file without a question about that", async function () {
    const real = await place(this);
    await run(real, "node copy.js");
    answer = ({ plan }) => (plan.title.startsWith("Apply") ? no : yes);
    const { asked } = await run(real, "node copy.js");
    assert.equal(asked.length, 2);
    const proposed = real.asked[1];
    assert.deepEqual(
      proposed?.byEffect.map(({ rule, always = false }) => [rule, always]),
      [
        ["givenValues", true],
        ["scope", false],
      ],
    );
    assert.equal(
      proposed?.decision.reason,
      "it would put a value from a secret file that a command was given into copied.txt",
    );
  });

  it("tells nothing by the names of files either, whatever a person answers", async function () {
    const real = await place(this);
    await run(real, "node names.js");
    answer = ({ plan }) => (plan.title.startsWith("Apply") ? no : yes);
    real.asked.length = 0;
    const { text, data } = await real.call("run_command", { command: "node names.js" });
    assert.match(text, /not applied: \[redacted\]\.txt would be created/);
    assert.ok(!JSON.stringify(data).includes(token));
  });

  it("loses what it writes to a hidden file, is told so, and asks as a whole the next time", async function () {
    const real = await place(this);
    const { text } = await run(real, "node writes.js");
    assert.match(text, /\[What the command wrote to \.env was dropped: /);
    assert.equal(readFileSync(join(real.root, ".env"), "utf8"), tree[".env"]);
    answer = () => no;
    assert.match((await run(real, "node writes.js")).asked.join(), /^commands\./);
  });

  it("is asked about each host by itself, and reaches no other", async function () {
    const real = await place(this, { settings: { "toolcrib.web.allowLocal": [`localhost:${port}`] } });
    const script = `node -e 'require("http").get({ host: "127.0.0.1", port: 3128, path: process.argv[1], headers: { host: "x" } }, (a) => { process.exitCode = a.statusCode === 200 ? 0 : 1; a.pipe(process.stdout); })' http://localhost:${port}/`;
    const first = await run(real, script);
    assert.deepEqual(first.asked, []);
    assert.ok(
      first.text.includes(
        `[The command tried to reach localhost:${port}, and commands that run without asking have no network. If`,
      ),
    );
    const second = await run(real, script);
    assert.deepEqual(second.asked, [`commands.extra: it wants to talk to localhost:${port}`]);
    assert.match(second.text, /^served\n/);
    const other = script.replace(`http://localhost:${port}/`, "http://b.example.com/ http://localhost");
    await run(real, other);
    answer = () => no;
    assert.deepEqual((await run(real, other)).asked, ["commands.extra: it wants to talk to b.example.com:80"]);
  });

  it("whose words talk to the network is asked about the host that it is after, and nothing else", async function () {
    const real = await place(this);
    const command = "npm view left-pad --registry=http://registry.example.com/";
    const first = await run(real, command);
    assert.deepEqual(first.asked, []);
    assert.match(
      first.text,
      /\[The command tried to reach registry\.example\.com:80, and commands that run without asking/,
    );
    answer = () => no;
    assert.deepEqual((await run(real, command)).asked, ["commands.extra: it wants to talk to registry.example.com:80"]);
  });

  it("that installs packages keeps them, once a person let it talk to a host", async function () {
    const fetches = `require("http").get({ host: "127.0.0.1", port: 3128, path: "http://localhost:${port}/", headers: { host: "x" } }, (a) => process.exit(a.statusCode === 200 ? 0 : 1))`;
    const real = await place(
      this,
      { settings: { "toolcrib.commands.review": "changes", "toolcrib.web.allowLocal": [`localhost:${port}`] } },
      {
        "package.json":
          '{"name":"a","version":"1.0.0","scripts":{"preinstall":"node fetch.js"},"dependencies":{"p":"file:./p"}}',
        "fetch.js": fetches,
        "p/package.json": '{"name":"p","version":"1.0.0"}',
      },
    );
    const first = await run(real, "npm install");
    assert.deepEqual(first.asked, []);
    assert.equal(existsSync(join(real.root, "node_modules")), false);
    const second = await run(real, "npm install");
    assert.deepEqual(second.asked, [`commands.extra: it wants to talk to localhost:${port}`]);
    assert.equal(existsSync(join(real.root, "node_modules/p/package.json")), true);
  });

  it("is not asked about hosts that are denied, nor where only its words name one", async function () {
    const real = await place(this, { settings: { "toolcrib.web.deniedHosts": ["bad.example.com"] } });
    // Put together while it runs: what a command names itself is judged before.
    const get = (url: string) =>
      `node -e 'require("http").get({ host: "127.0.0.1", port: 3128, path: ["${url.replace("//", '/", "/')}"].join("") }, () => process.exit(1))'`;
    for (const url of [
      "http://bad.example.com/",
      "http://169.254.169.254/",
      "http://10.0.0.1/",
      "http://me:x@a.example.com/",
    ])
      for (let time = 0; time < 2; time++) {
        const { asked, text } = await run(real, get(url));
        assert.deepEqual([url, asked.filter((one) => one.startsWith("commands.extra"))], [url, []]);
        assert.match(text, /\[The sandbox refused a connection to /);
      }
  });

  it("asks about a secret and a host together every time, and says what that could mean", async function () {
    const real = await place(this);
    const command = `node needs.js .env; node -e 'require("http").get({ host: "127.0.0.1", port: 3128, path: "http://a.example.com/" }, () => process.exit(1))'`;
    await run(real, command);
    answer = remembering(() => real, "session");
    const { asked } = await run(real, command);
    assert.match(
      asked[0] ?? "",
      /it wants to read \.env, which may contain secrets, and to talk to a\.example\.com:80, so it could send what it reads there; nobody can tell whether it sends RESTRICTED data \(\.env\) to a\.example\.com:80/,
    );
    assert.equal(real.asked[0]?.decision.always, true);
    assert.equal(real.crib.approvals.size, 0);
    answer = () => no;
    assert.equal((await run(real, command)).asked.length, 1);
  });

  it("says in the question what becomes of its changes, or why they cannot be held back", async () => {
    const none = "the file system allows no overlays";
    const refused = [`Changes cannot be held back here: ${none}.`, inPlace];
    const shown = "You see its changes before they are applied.";
    const applied = "Its changes are applied when it has ended, and can be undone.";
    for (const [review, reason, command, expected] of [
      ["always", none, "node says.js", refused],
      ["off", none, "node says.js", []],
      ["off", undefined, "node says.js", []],
      ["always", undefined, "cat /etc/hosts; node says.js", [shown]],
      ["changes", undefined, "cat /etc/hosts; node says.js", [applied]],
      ["before", undefined, "node says.js", [applied]],
    ] as const) {
      const shell = new NodeShell(tempFolder());
      shell.whyNoLayer = async () => reason;
      const host = { shell };
      const settings = { "toolcrib.commands.review": review };
      const real = await realCrib(tree, { settings, host, confirm: async () => no });
      await run(real, command);
      assert.deepEqual([review, ...(real.asked[0]?.plan.notes ?? []).slice(1)], [review, ...expected]);
    }
  });

  it("says in the question how what is not on a layer is undone", async () => {
    for (const wish of [{ background: true }, { outside_sandbox: true }, { tty: true }]) {
      const shell = new NodeShell(tempFolder());
      shell.whyNoLayer = async () => undefined;
      const settings = { "toolcrib.commands.review": "changes" };
      const real = await realCrib(tree, { settings, host: { shell }, confirm: async () => no });
      await real.call("run_command", { command: "node says.js", ...wish });
      assert.equal(real.asked[0]?.plan.notes?.at(-1), inPlace);
    }
  });
});
