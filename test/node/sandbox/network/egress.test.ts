import assert from "node:assert/strict";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { connect, createServer as createTcpServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Reach } from "../../../../src/core/ports/confinement";
import { noPolicies } from "../../../../src/core/settings/policies";
import { readSettings } from "../../../../src/core/settings/readSettings";
import { type Egress, openEgress } from "../../../../src/node/sandbox/network/egress";
import type { Patience } from "../../../../src/node/sandbox/network/reachedHosts";
import { relaysOf } from "../../../../src/node/sandbox/network/relays";
import { confinementOf } from "../../../../src/policy/files/confinement";
import { needsBubblewrap, World } from "../support/world";

const reachOf = (given: Record<string, unknown>): Reach =>
  confinementOf({
    settings: readSettings(given).settings,
    policies: noPolicies,
    roots: [],
    home: "/",
    closed: [],
    caller: {},
  } as never).reach;

/** A server on the loopback address that says what it was asked for. */
async function startServer(): Promise<{ server: Server; port: number; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((incoming, outgoing) => {
    seen.push(incoming);
    incoming.pipe(outgoing.writeHead(200, { "x-path": incoming.url ?? "" }));
    if (incoming.method === "GET") outgoing.end(`hello ${incoming.url}`);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as { port: number }).port, seen };
}

/** A server that takes connections and never says a word. */
async function startSilent(): Promise<{ port: number; close(): void }> {
  const taken: Socket[] = [];
  const server = createTcpServer((socket) => taken.push(socket.on("error", () => {}).resume()));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    for (const socket of taken) socket.destroy();
    server.close();
  };
  return { port: (server.address() as { port: number }).port, close };
}

describe("the proxy of a sandbox (HB-4, WF-6)", () => {
  let local: Awaited<ReturnType<typeof startServer>>;
  const open: Egress[] = [];
  const start = async (settings: Record<string, unknown>, patience?: Patience) => {
    const egress = await openEgress(reachOf(settings), {}, { patience });
    open.push(egress);
    return egress;
  };
  before(async () => {
    local = await startServer();
  });
  after(async () => {
    await Promise.all(open.map((one) => one.close()));
    local.server.close();
  });

  const socketOf = ({ folder, proxy }: Egress) => join(folder, String(proxy));
  const ask = (egress: Egress, path: string, method = "GET", body = "") =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const asked = request(
        { socketPath: socketOf(egress), path, method, headers: { host: "lies.test" } },
        (answer) => {
          let text = "";
          answer.on("data", (chunk) => {
            text += chunk;
          });
          answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
        },
      );
      asked.on("error", reject).end(body);
    });
  /** What comes back for a raw text. */
  const raw = (egress: Egress, text: string) =>
    new Promise<string>((resolve) => {
      let got = "";
      const socket: Socket = connect(socketOf(egress), () => socket.write(text));
      socket.on("data", (chunk) => {
        got += chunk;
        if (/ 200 .*\r\n\r\n$/.test(got)) socket.write("GET /through HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      });
      socket.on("close", () => resolve(got)).on("error", () => resolve(got));
    });

  it("passes requests on to an allowed server, with the host they name", async () => {
    const egress = await start({ "web.allowLocal": [`127.0.0.1:${local.port}`] });
    const { status, text } = await ask(egress, `http://127.0.0.1:${local.port}/a?b=c`);
    assert.deepEqual([status, text], [200, "hello /a?b=c"]);
    assert.equal(local.seen.at(-1)?.headers.host, `127.0.0.1:${local.port}`);
    assert.equal((await ask(egress, `http://127.0.0.1:${local.port}/`, "POST", "body")).text, "body");
    assert.deepEqual([...egress.refused], []);
  });

  it("tells the methods that it sees, and the bytes of both directions, of encrypted connections too (PO-7)", async () => {
    const egress = await start({ "web.allowLocal": [`127.0.0.1:${local.port}`] });
    const url = `http://127.0.0.1:${local.port}/`;
    assert.deepEqual(egress.reached(), []);
    for (const method of ["GET", "POST", "POST"]) await ask(egress, url, method, method === "GET" ? "" : "body");
    const [plain, ...others] = egress.reached();
    assert.ok(plain && others.length === 0);
    assert.deepEqual([plain.host, plain.methods], [`127.0.0.1:${local.port}`, ["GET", "POST"]]);
    assert.ok(plain.sent > 2 * "body".length && plain.received > "hello /".length + 2 * "body".length);
    await raw(egress, `CONNECT 127.0.0.1:${local.port} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const [both] = egress.reached();
    assert.ok(both && both.sent > plain.sent && both.received > plain.received);
    assert.deepEqual(both.methods, plain.methods);
  });

  it("tunnels to an allowed server", async () => {
    const egress = await start({ "web.allowLocal": [`127.0.0.1:${local.port}`] });
    const got = await raw(egress, `CONNECT 127.0.0.1:${local.port} HTTP/1.1\r\nHost: x\r\n\r\n`);
    assert.match(got, /^HTTP\/1\.1 200 Connection established\r\n\r\nHTTP\/1\.1 200 OK\r\n[\s\S]*hello \/through/);
  });

  it("refuses every other host, and says which and why", async () => {
    const egress = await start({ "web.allowedHosts": ["allowed.example"] });
    for (const [url, why] of [
      ["http://other.example/", "other.example is not on the list of allowed hosts (toolcrib.web.allowedHosts)"],
      [`http://127.0.0.1:${local.port}/`, "127.0.0.1 is not a public internet address"],
      ["http://169.254.169.254/latest", "169.254.169.254 is not a public internet address"],
      ["http://[::1]/", "::1 is not a public internet address"],
      [
        "http://allowed.example:8080/",
        "allowed.example:8080 is not on the list of allowed hosts (toolcrib.web.allowedHosts)",
      ],
      ["http://me@allowed.example/", "it contains a user name or password"],
    ] as const) {
      const { status, text } = await ask(egress, url);
      const host = /\/\/([^/]*)/.exec(url)?.[1] ?? "";
      assert.deepEqual([status, text], [403, `Toolcrib: ${host} may not be reached from this sandbox: ${why}\n`]);
      assert.equal(egress.refused.get(host), why);
    }
    assert.match(await raw(egress, "CONNECT other.example:443 HTTP/1.1\r\n\r\n"), /^HTTP\/1\.1 403 Refused\r\n/);
    assert.equal((await ask(egress, "/relative")).status, 403);
  });

  it("refuses an allowed name that leads to this machine, which nobody allowed", async () => {
    const reach = { ...reachOf({}), judge: () => ({ isLocal: false }) };
    const egress = await openEgress(reach);
    open.push(egress);
    const { status, text } = await ask(egress, `http://localhost:${local.port}/`);
    assert.equal(status, 403);
    assert.match(text, /it resolves to (?:127\.0\.0\.1|::1), which is not a public internet address\n$/);
  });

  it("reaches a name in a private network that a person named, but no metadata service behind it (WF-6)", async () => {
    const reach = { ...reachOf({}), judge: () => ({ isLocal: true }) };
    const named = await openEgress(reach);
    const strange = await openEgress({ ...reach, isPrivate: () => false });
    open.push(named, strange);
    const url = `http://localhost:${local.port}/`;
    assert.equal((await ask(named, url)).status, 200);
    assert.equal((await ask(strange, url)).status, 403);
  });

  it("with an empty list nothing is reached: empty means none", async () => {
    assert.equal(reachOf({}).isEmpty, true);
    assert.equal((await ask(await start({}), "http://example.com/")).status, 403);
  });

  it("ends an encrypted connection to a server that takes it and stays silent, and names the server", async () => {
    const { port, close } = await startSilent();
    const settings = { "web.allowLocal": [`127.0.0.1:${port}`, `127.0.0.1:${local.port}`] };
    const egress = await start(settings, { connectMs: 1000, answerMs: 600, silentMs: 500 });
    const begun = performance.now();
    await new Promise<void>((resolve) => {
      const socket = connect(socketOf(egress), () => socket.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`));
      socket.once("data", () => socket.write("client hello"));
      socket.on("close", resolve).on("error", () => {});
    });
    const took = performance.now() - begun;
    assert.ok(took >= 600 && took < 5000, String(took));
    await ask(egress, `http://127.0.0.1:${local.port}/`);
    assert.deepEqual(
      [...egress.troubles()],
      [[`127.0.0.1:${port}`, "accepted the connection but sent nothing for 1 s"]],
    );
    close();
  });

  it("lets a plain request wait for an answer, and names the server that has not given one", async () => {
    const { port, close } = await startSilent();
    const egress = await start(
      { "web.allowLocal": [`127.0.0.1:${port}`] },
      { connectMs: 1000, answerMs: 100, silentMs: 500 },
    );
    const answer = ask(egress, `http://127.0.0.1:${port}/`).then(
      () => "answered",
      () => "ended",
    );
    assert.equal(await Promise.race([answer, delay(700, "waits")]), "waits");
    assert.deepEqual(
      [...egress.troubles()],
      [[`127.0.0.1:${port}`, "accepted the connection but sent nothing for 1 s"]],
    );
    close();
    await answer;
  });

  it("tells of a server that does not answer, and of a target that is none", async () => {
    const egress = await start({ "web.allowLocal": ["127.0.0.1:1"] });
    assert.equal((await ask(egress, "http://127.0.0.1:1/")).status, 502);
    assert.deepEqual([...egress.troubles()], [["127.0.0.1:1", "could not be reached (ECONNREFUSED)"]]);
    for (const target of ["", ":", "a b:443", "x\u0001:443", "[::1:443", "host:99999"])
      assert.match(await raw(egress, `CONNECT ${target} HTTP/1.1\r\n\r\n`), /^HTTP\/1\.1 40[03] /);
  });
});

describe("a sandboxed command and the network (D-15)", function () {
  this.timeout(30_000);
  let world: World;
  let local: Awaited<ReturnType<typeof startServer>>;
  before(async function () {
    await needsBubblewrap(this);
    world = new World();
    local = await startServer();
  });
  after(() => {
    local?.server.close();
    world?.remove();
  });

  const get = (url: string) =>
    `node -e 'fetch("${url}").then((r)=>r.text()).then(console.log,(e)=>{console.error(e.cause?.code ?? e.message);process.exit(7)})'`;
  const viaProxy = (url: string) =>
    `node -e 'const u=new URL(process.env.HTTP_PROXY);require("http").get({host:u.hostname,port:u.port,path:"${url}"},(r)=>{console.log(r.statusCode);r.pipe(process.stdout)}).on("error",(e)=>console.log(e.code))'`;

  it("has none, and no names, by default, and is told how to ask", async () => {
    const { stderr, exitCode, notes } = await world.run(get("http://example.com/"));
    assert.equal(exitCode, 7);
    assert.match(stderr, /EAI_AGAIN|ENOTFOUND/);
    assert.deepEqual(notes, [
      "[The sandbox has no network. A person can allow hosts in the setting toolcrib.web.allowedHosts. If the command needs it, call again with outside_sandbox set; a person is asked then.]",
    ]);
    const udp = await world.run(
      `node -e 'require("dgram").createSocket("udp4").send("x",53,"8.8.8.8",(e)=>{console.log(e&&e.code);process.exit()})'`,
    );
    assert.equal(udp.stdout, "ENETUNREACH\n");
  });

  const noNetwork = (host: string) =>
    `[The sandbox has no network and refused a connection to ${host}: ${host.replace(/:\d+$/, "")} is not on the list of allowed hosts (toolcrib.web.allowedHosts). If the command needs it, call again with outside_sandbox set; a person is asked then.]`;

  it("tells a program of the network that there is none, whatever the program prints", async () => {
    const { stdout, exitCode, notes } = await world.run(
      "curl -s https://example.com/x | cat; curl -sf http://a.example",
    );
    assert.deepEqual([stdout, exitCode], ["", 22]);
    assert.deepEqual(notes, [noNetwork("example.com:443"), noNetwork("a.example")]);
  });

  it("a client of a server in the same command still finds it", async () => {
    const server = `require("http").createServer((q,r)=>r.end("mine "+q.headers.host)).listen(3456,"0.0.0.0")`;
    const { stdout, notes } = await world.run(
      `node -e '${server}' & for host in localhost 127.0.0.1 0.0.0.0 app.localhost; do curl -s --retry 20 --retry-delay 1 --retry-connrefused http://$host:3456/; echo; done; kill %1`,
    );
    assert.equal(stdout, "mine localhost:3456\nmine 127.0.0.1:3456\nmine 0.0.0.0:3456\nmine app.localhost:3456\n");
    assert.deepEqual(notes, []);
  });

  it("package managers do not try again where nothing can be reached", async () => {
    const names = "npm_config_fetch_retries PIP_RETRIES CARGO_NET_RETRY";
    const show = `for name in ${names}; do echo \${!name-unset}; done`;
    assert.equal((await world.run(show)).stdout, "0\n0\n0\n");
    const settings = { "web.allowedHosts": ["example.com"] };
    assert.equal((await world.run(show, { settings })).stdout, "unset\nunset\nunset\n");
  });

  it("npm gives up after one try, and the host is named", async () => {
    const install = "npm install left-pad --registry https://packages.example/ --loglevel http";
    const { stderr, exitCode, notes } = await world.run(install, { timeoutMs: 25_000 });
    assert.equal(exitCode, 1, stderr);
    assert.equal(stderr.match(/GET 403 https:\/\/packages\.example\/left-pad/g)?.length, 1, stderr);
    assert.deepEqual(notes, [noNetwork("packages.example:443")]);
    const script = await world.run(`sh -c "$(echo ${install})"`, { timeoutMs: 25_000 });
    assert.deepEqual(script.stderr.match(/attempt \d+/g), ["attempt 1"], script.stderr);
    assert.deepEqual(script.notes, [
      "[The sandbox has no network, so the command did not reach packages.example. A person can allow hosts in the setting toolcrib.web.allowedHosts. If the command needs it, call again with outside_sandbox set; a person is asked then.]",
    ]);
  });

  it("reaches what a setting allows through the proxy, and nothing else", async () => {
    const settings = { "web.allowLocal": [`127.0.0.1:${local.port}`] };
    const allowed = await world.run(viaProxy(`http://127.0.0.1:${local.port}/x`), { settings });
    assert.deepEqual([allowed.stdout, allowed.notes], ["200\nhello /x", []]);
    const { stdout, notes } = await world.run(viaProxy("http://other.example/"), { settings });
    assert.match(stdout, /^403\nToolcrib: other\.example may not be reached/);
    assert.deepEqual(notes, [
      "[The sandbox refused a connection to other.example: other.example is not on the list of allowed hosts (toolcrib.web.allowedHosts). If the command needs it, call again with outside_sandbox set; a person is asked then.]",
    ]);
  });

  it("finds an allowed port of this machine where it is outside, for programs that know no proxy", async () => {
    const settings = { "web.allowLocal": [`localhost:${local.port}`] };
    const { stdout } = await world.run(get(`http://127.0.0.1:${local.port}/direct`), { settings });
    assert.equal(stdout, "hello /direct\n");
  });

  it("the relay leaves nothing that counts as left running", async () => {
    const settings = { "web.allowedHosts": ["example.com"] };
    const { stoppedLeftovers, stdout } = await world.run("echo $HTTPS_PROXY $NO_PROXY", { settings });
    assert.deepEqual(
      [stoppedLeftovers, stdout],
      [false, "http://127.0.0.1:3128 localhost,.localhost,127.0.0.1,::1,0.0.0.0\n"],
    );
  });

  it("its own servers are its own", async () => {
    const script = `const s=require("http").createServer((q,r)=>r.end("mine")).listen(0,()=>fetch("http://localhost:"+s.address().port).then(r=>r.text()).then(t=>{console.log(t);process.exit()}))`;
    assert.equal((await world.run(`node -e '${script}'`)).stdout, "mine\n");
  });

  it("the relay of a machine without socat is a Node of this program's", async () => {
    const [relay] = relaysOf({ local: new Map() }, "");
    const command = relay?.command.replace("/run/toolcrib/proxy", "/tmp/there.sock").replace("3128", "3129") ?? "";
    const server = `require("net").createServer((s)=>s.on("error",()=>{}).end("through")).listen("/tmp/there.sock",()=>console.log("up"))`;
    const { stdout } = await world.run(
      `node -e '${server}' & ${command} & until (: <>/dev/tcp/127.0.0.1/3129) 2>/dev/null && [ -S /tmp/there.sock ]; do sleep 0.1; done; exec 3<>/dev/tcp/127.0.0.1/3129; cat <&3; kill %1 %2`,
    );
    assert.equal(stdout, "up\nthrough");
  });
});
