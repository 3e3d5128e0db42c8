/** Servers are started, waited for and stopped, and nothing of them is left. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import type { ServeData } from "../../../src/features/servers/servedText";
import { realCrib } from "../../support/realCrib";

const server = `
const { createServer } = require("node:net");
setTimeout(() => createServer().listen(Number(process.argv[2] ?? 0), "127.0.0.1", function () {
  console.log("up at " + this.address().port);
}), 100);
`;

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

async function place() {
  const at = await realCrib({ "server.js": server }, { settings: { "toolcrib.sandbox": "off" } });
  const serve = (input: object) => at.call("serve", { command: "node server.js", ...input });
  return { ...at, serve };
}

describe("serve", () => {
  const cribs: Awaited<ReturnType<typeof place>>[] = [];
  const begin = async () => {
    const at = await place();
    cribs.push(at);
    return at;
  };
  afterEach(async () => {
    for (const { crib } of cribs.splice(0)) await crib.jobs.stopAll();
  });

  it("waits until it listens, says where, and goes until it is stopped", async function () {
    if (process.platform !== "linux") this.skip();
    const { serve, call, asked, crib } = await begin();
    const { text, isError, data } = await serve({});
    const { job, ready, ports } = data as ServeData;
    const [first] = ports;
    assert.deepEqual([isError, ready, first?.address, first?.isReachable], [false, true, "127.0.0.1", true]);
    assert.match(
      text,
      new RegExp(`^${job} is ready after \\d+ ms\\.\\nIt listens on 127\\.0\\.0\\.1:${first?.port}\\.$`),
    );
    assert.equal(await isOpen(first?.port ?? 0), true);
    const [effect] = asked[0]?.plan.effects ?? [];
    assert.equal(effect?.kind === "exec" && effect.timeoutMs, 86_400_000);
    assert.deepEqual(
      crib.jobs.all().map(({ facts }) => facts.serving?.command),
      ["node server.js"],
    );
    assert.match((await call("job_stop", { id: job })).text, /^Stopped /);
    assert.equal(await isOpen(first?.port ?? 0), false);
  });

  it("waits for a text that it prints", async () => {
    const { serve } = await begin();
    const { data } = await serve({ line: "up at" });
    assert.equal((data as ServeData).ready, true);
  });

  it("waits until it answers a request, and asks no port but its own", async function () {
    if (process.platform !== "linux") this.skip();
    const { serve } = await begin();
    const script = `
      let asked = 0;
      require("node:http").createServer((request, response) => {
        response.statusCode = request.url !== "/up" ? 404 : ++asked > 2 ? 204 : 503;
        response.end();
      }).listen(0, "127.0.0.1");`;
    const command = `node -e ${JSON.stringify(script.replaceAll("\n", " "))}`;
    const { text, data } = await serve({ command, answers: "/up" });
    assert.match(text, /^bg_task_\d+ is ready after \d+ ms \(\/up answered 204\)\./);
    const [own] = (data as ServeData).ports;
    const other = await serve({ command: "node server.js", port: own?.port, answers: "/up", wait_ms: 500 });
    assert.match(other.text, /is running, but does not listen on port \d+ after/);
    assert.match(
      (await serve({ answers: "//evil.example/ x" })).text,
      /expected a path that begins with \/ and contains no blanks/,
    );
  });

  it("says what it waited for in vain, and lets it run", async function () {
    if (process.platform !== "linux") this.skip();
    const { serve, crib } = await begin();
    const { text, isError, data } = await serve({ port: 1, line: "never (", wait_ms: 600 });
    const { job, ready, ended } = data as ServeData;
    assert.deepEqual([isError, ready, ended], [false, false, false]);
    assert.match(
      text,
      new RegExp(
        `^${job} is running, but did not print "never \\(" or does not listen on port 1 after \\d+ ms: look at`,
      ),
    );
    assert.equal(
      crib.jobs.all().some((one) => !one.hasEnded),
      true,
    );
  });

  it("shows what one printed that ended at once", async () => {
    const { serve } = await begin();
    const { text, isError } = await serve({ command: "echo no such port >&2; exit 3" });
    assert.equal(isError, true);
    assert.match(
      text,
      /^The server ended by itself after \d+ ms \(bg_task_\d+: exit code: 3, .*\)\. It printed:\nno such port$/,
    );
  });

  it("takes the place of another, which is stopped first", async function () {
    if (process.platform !== "linux") this.skip();
    const { serve, crib } = await begin();
    const first = (await serve({})).data as ServeData;
    const { text, data } = await serve({ command: `node server.js ${first.ports[0]?.port}`, restart: first.job });
    assert.match(text, new RegExp(`^Stopped ${first.job} `));
    assert.deepEqual(
      (data as ServeData).ports.map(({ port }) => port),
      first.ports.map(({ port }) => port),
    );
    assert.deepEqual(
      crib.jobs.all().map(({ hasEnded }) => hasEnded),
      [true, false],
    );
    assert.match((await serve({ restart: "bg_task_99" })).text, /^There is no job "bg_task_99"/);
    assert.equal(crib.jobs.all().length, 2);
  });

  it("takes the place of the only other, or of that of its command, where restart is true", async function () {
    if (process.platform !== "linux") this.skip();
    const { serve, crib } = await begin();
    const first = (await serve({ restart: true })).data as ServeData;
    const { text } = await serve({ command: "node server.js 0", restart: true });
    assert.match(text, new RegExp(`^Stopped ${first.job} `));
    await serve({});
    const [, second, third] = crib.jobs.all().map(({ id }) => id);
    assert.equal(
      (await serve({ command: "sleep 9", restart: true })).text,
      `restart "true" does not say which of your servers is meant: give ${third} or ${second}.`,
    );
    assert.match((await serve({ restart: "true" })).text, new RegExp(`^Stopped ${third} `));
    assert.doesNotMatch((await serve({ restart: false })).text, /Stopped/);
  });

  it("is named to a command that looks for it in vain, and how it is reached", async function () {
    if (process.platform !== "linux") this.skip();
    const at = await realCrib({ "server.js": server });
    cribs.push({ ...at, serve: (input) => at.call("serve", input) });
    const { ports, job } = (await at.call("serve", { command: "node server.js" })).data as ServeData;
    const [first] = ports;
    if (!first || first.isReachable) this.skip();
    const command = `node -e 'fetch("http://localhost:${first.port}/").catch((e) => { console.log(e.cause.message); process.exit(1) })'`;
    for (const outside_sandbox of [false, true])
      assert.match(
        (await at.call("run_command", { command, outside_sandbox })).text,
        new RegExp(
          `\\[Port ${first.port} is that of ${job}, which no other command can reach, .* call serve again with restart "${job}" and outside_sandbox`,
        ),
      );
    assert.doesNotMatch((await at.call("run_command", { command: "exit 1" })).text, /is that of/);
    const again = (await at.call("serve", { command: "node server.js", restart: job, outside_sandbox: true })).data;
    const { ports: open, job: next } = again as ServeData;
    assert.match(
      (await at.call("run_command", { command: command.replace(`${first.port}`, `${open[0]?.port}`) })).text,
      new RegExp(`\\[Port ${open[0]?.port} is that of ${next}, which runs outside the sandbox: call again with`),
    );
  });

  it("is known well enough to be started again from anywhere, and its agent hears of that", async function () {
    if (process.platform !== "linux") this.skip();
    const { root, call, crib } = await begin();
    mkdirSync(join(root, "site"));
    writeFileSync(join(root, "site/server.js"), server);
    const first = (await call("serve", { command: "node server.js", cwd: "site", line: "up at" })).data as ServeData;
    const [job] = crib.jobs.all();
    assert.deepEqual(job?.facts.serving, {
      ...{ command: "node server.js", cwd: join(root, "site"), outside_sandbox: false },
      ...{ port: undefined, line: "up at", answers: undefined, wait_ms: 30_000 },
    });
    const again = (await call("serve", { ...job?.facts.serving, restart: first.job })).data as ServeData;
    assert.equal(again.ready, true);
    assert.ok(job);
    job.isEndKnown = false;
    job.replacedBy = again.job;
    assert.match(
      (await call("task_list", {})).text,
      new RegExp(`\\[Background job ${first.job} has ended: .*; the person started ${again.job} in its place\\]`),
    );
  });

  it("in the sandbox says that nothing else can connect", async function () {
    if (process.platform !== "linux") this.skip();
    const at = await realCrib({ "server.js": server });
    cribs.push({ ...at, serve: (input) => at.call("serve", input) });
    const { text, data } = await at.call("serve", { command: "node server.js" });
    const { ports, ready } = data as ServeData;
    if (ports.some(({ isReachable }) => isReachable)) this.skip();
    assert.equal(ready, true, text);
    assert.match(
      text,
      /\nNo other command can reach it, because its sandbox has .*: to connect to it, call serve again with restart "bg_task_1"/,
    );
    const asked = await at.call("serve", { command: "node server.js", answers: "/up", wait_ms: 600_000 });
    assert.match(
      asked.text,
      /^bg_task_\d+ is running, but a request for \/up cannot reach it\.\nIt listens on .*\nNo other command/,
    );
    assert.equal((asked.data as ServeData).ready, false);
  });
});
