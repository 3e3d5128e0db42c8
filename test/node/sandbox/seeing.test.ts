import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { homedir } from "node:os";
import { NodeFiles } from "../../../src/node/files/nodeFiles";
import { ClosedFilesReader } from "../../../src/policy/files/closedFilesReader";
import { needsBubblewrap, World } from "./support/world";

const tree = {
  "ws/a.txt": "open\n",
  "ws/closed/deep/key.txt": "closed\n",
  "ws/sub/own.secret": "closed\n",
  "ws/.toolcribignore": "closed/\n*.secret\n",
  "ws/.agents/b/notes": "another's\n",
  "home/.ssh/id_rsa": "key\n",
  "home/.aws/credentials": "key\n",
  "home/.netrc": "key\n",
  "home/.npmrc": "key\n",
  "home/.git-credentials": "key\n",
  "home/.config/gcloud/x": "key\n",
  "home/.config/gh/hosts.yml": "key\n",
  "home/.docker/config.json": "key\n",
  "home/.kube/config": "key\n",
  "home/.local/share/uv/credentials/credentials.toml": "key\n",
  "home/.local/share/uv/tools/plain": "tool\n",
  "home/.config/stripe/config.toml": "key\n",
  "home/.my.cnf": "key\n",
  "home/server.pem": "key\n",
  "home/.bash_history": "key\n",
  "home/keys": { link: ".ssh" },
  "home/.gitconfig": "[user]\n\tname = me\n",
  "other/notes": "another's\n",
  "state/journal/1": "state\n",
} as const;

describe("a sandboxed command reads (D-15, HB-3)", function () {
  this.timeout(30_000);
  let world: World;
  before(async function () {
    await needsBubblewrap(this);
    world = new World(tree);
  });
  after(() => world?.remove());

  it("what programs need: the workspace, the system, plain settings of the home folder", async () => {
    const { stdout } = await world.run("cat a.txt ../home/.gitconfig; ls /usr/bin/env; cat /etc/hostname >/dev/null");
    assert.equal(stdout, "open\n[user]\n\tname = me\n/usr/bin/env\n");
  });

  it("no credentials, another agent's files or Toolcrib's state, by any name", async () => {
    const { stdout } = await world.run(
      "cat ../home/.[a-z]* ../home/*.pem ../home/*/* ../home/.config/*/* ../other/* ../state/*/* /proc/1/root$PWD/../home/.ssh/* 2>/dev/null; ls -A ../other ../state ../home/.ssh ../home/keys/",
    );
    assert.equal(stdout, "[user]\n\tname = me\n../home/.ssh:\n\n../home/keys/:\n\n../other:\n\n../state:\n");
    assert.equal((await world.run("cat /etc/shadow")).stdout, "");
  });

  it("no credentials that tools keep beside their programs", async () => {
    const { stdout } = await world.run("find ../home/.local -type f -exec cat {} + 2>/dev/null");
    assert.equal(stdout, "tool\n");
  });

  it("nothing that .toolcribignore closes, where the command looks for itself", async () => {
    const files = new NodeFiles(() => [{ path: world.root, real: world.root, name: "ws" }], world.path("home"));
    const closedFiles = await new ClosedFilesReader(files).read([world.root]);
    const { stdout } = await world.run("grep -rh . . --include='*.txt' --include='*.secret'; ls closed", {
      closedFiles,
    });
    assert.equal(stdout, "open\n");
    assert.equal((await world.run("echo x > closed/new; rm -rf sub/own.secret closed", { closedFiles })).exitCode, 1);
    assert.ok(existsSync(world.path("ws/sub/own.secret")) && !existsSync(world.path("ws/closed/new")));
  });

  it("no secrets of the machine's user and nothing of its services, whatever folder they are in", async () => {
    const { stdout } = await world.run(
      `ls -A ${homedir()}/.ssh ${homedir()}/.docker 2>/dev/null | grep -v :; ls -A /run /var/run; echo end`,
    );
    assert.equal(stdout, "/run:\n\n/var/run:\nend\n");
  });

  it("no variable that names a program outside", async () => {
    const names = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY"];
    const saved = names.map((name) => [name, process.env[name]] as const);
    for (const name of names) process.env[name] = "outside";
    try {
      assert.equal((await world.run("env | grep -c outside; env | grep ^TMPDIR")).stdout, "0\nTMPDIR=/tmp\n");
    } finally {
      for (const [name, value] of saved)
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    }
  });
});

describe("a sandboxed command talks to programs outside (D-15)", function () {
  this.timeout(30_000);
  let world: World;
  const servers: Server[] = [];
  let reached = 0;
  const serve = async (where: object) => {
    const server = createServer((socket) => {
      reached++;
      socket.on("error", () => {}).end("hello\n");
    });
    servers.push(server);
    await new Promise<void>((resolve) => void server.listen(where, resolve));
    return server.address();
  };
  before(async function () {
    await needsBubblewrap(this);
    world = new World({ "ws/a.txt": "" });
  });
  after(() => {
    for (const server of servers) server.close();
    world?.remove();
  });

  const talk = (target: string) =>
    `node -e 'require("net").connect(${target}).on("error",(e)=>{console.log(e.code);process.exit(7)}).on("data",(d)=>console.log(String(d)))'`;

  it("not through sockets that have a name, in the workspace or elsewhere", async () => {
    for (const place of ["ws/live.sock", "outside/live.sock", "home/agent.sock"]) {
      await serve({ path: world.path(place) });
      const { exitCode, stdout } = await world.run(talk(`"${world.path(place)}"`));
      assert.deepEqual([place, exitCode], [place, 7]);
      assert.match(stdout, /^(?:EACCES|ECONNREFUSED)\n$/);
    }
    assert.equal(reached, 0);
  });

  it("not through abstract sockets, which have no file", async () => {
    await serve({ path: "\0toolcrib-test-abstract" });
    assert.equal((await world.run(talk('"\\0toolcrib-test-abstract"'))).stdout.trim(), "ECONNREFUSED");
    assert.equal(reached, 0);
  });

  it("not on the loopback address, and says why", async () => {
    const address = (await serve({ host: "127.0.0.1", port: 0 })) as { port: number };
    const { stdout } = await world.run(talk(`${address.port},"127.0.0.1"`));
    assert.deepEqual([stdout.trim(), reached], ["ECONNREFUSED", 0]);
  });
});
