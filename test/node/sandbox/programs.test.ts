/** What holds a tool that an agent made closer than a command (CT-2). */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import type { Permissions, Program } from "../../../src/core/vocabulary/program";
import { describeHold } from "../../../src/node/sandbox/held";
import { programEnvironment } from "../../../src/node/sandbox/programs";
import { seatbeltProfile } from "../../../src/node/sandbox/seatbelt";
import { confinementOf } from "../../../src/policy/files/confinement";
import { makeFixture } from "../../policy/support/fixture";
import { needsBubblewrap, World } from "./support/world";

const least: Permissions = { writes: "none", reads: "workspace", network: [] };

describe("the run of a tool that an agent made (CT-2)", function () {
  this.timeout(30_000);
  let world: World;
  const program = (permissions: Partial<Permissions> = {}): Program => ({
    tool: "made",
    digest: "d1",
    folder: world.path("state/programs/d1"),
    permissions: { ...least, ...permissions },
  });
  const run = (command: string, permissions?: Partial<Permissions>) =>
    world.run(command, { program: program(permissions) });

  before(async function () {
    await needsBubblewrap(this);
    world = new World({
      "ws/a.txt": "a\n",
      "ws/.git/HEAD": "ref: refs/heads/main\n",
      "state/programs/d1/main.sh": "echo hello from $0\n",
      "state/verdicts/x.json": "{}",
    });
  });
  after(() => world?.remove());

  it("finds its files where nothing else can be, and can change none of them", async () => {
    const { stdout, stderr } = await run(
      'echo $TOOLCRIB_TOOL; bash "$TOOLCRIB_TOOL/main.sh"; echo x > $TOOLCRIB_TOOL/main.sh; touch $TOOLCRIB_TOOL/new',
    );
    assert.equal(stdout, "/run/made-tool\nhello from /run/made-tool/main.sh\n");
    assert.equal(stderr.match(/Read-only file system/g)?.length, 2);
  });

  it("cannot see the state folder, where what was said to tools is kept", async () => {
    const { stdout } = await run(`ls -A ${world.path("state")}; cat ${world.path("state/verdicts/x.json")}`);
    assert.equal(stdout, "");
  });

  it("changes nothing of the workspace unless it may, not even a repository", async () => {
    const attempts = "echo x > new; echo x > a.txt; rm a.txt; mv a.txt b.txt; echo x > .git/HEAD; mkdir .vscode";
    const { stderr } = await run(attempts);
    assert.equal(stderr.trim().split("\n").length, 6);
    assert.equal(existsSync(world.path("ws/new")), false);
    assert.equal((await run("echo x > new; cat new; rm new", { writes: "workspace" })).stdout, "x\n");
    assert.equal(existsSync(world.path("ws/.vscode")), false);
  });

  it("sees nothing of the workspace when it asked for nothing, and starts elsewhere", async () => {
    const { stdout, stderr } = await run(`pwd; ls -A ${world.root}; cat ${world.path("ws/a.txt")}`, { reads: "none" });
    assert.equal(stdout, "/tmp\n");
    assert.match(stderr, /a\.txt: No such file/);
  });

  it("is described to the person who is asked by what it may do", async () => {
    const { context, remove } = makeFixture();
    const settings = { "toolcrib.web.allowedHosts": ["a.org", "b.org"] };
    const described = (permissions: Partial<Permissions>) =>
      describeHold(confinementOf(context(settings), { program: program(permissions) }), false);
    assert.equal(await described({}), "It runs in a sandbox (bubblewrap): it can change nothing, and reach no host.");
    const command = "rm -f a && git push";
    assert.equal(
      await describeHold(confinementOf(context(), { command }), false),
      "It runs in a sandbox (bubblewrap): it can change the workspace only, and reach no host, so it fails unless toolcrib.web.allowedHosts or allowLocal names its host.",
    );
    assert.equal(
      await describeHold(confinementOf(context(settings), { command }), false),
      "It runs in a sandbox (bubblewrap): it can change the workspace only, and reach only the hosts of toolcrib.web.allowedHosts and allowLocal.",
    );
    assert.equal(
      await described({ writes: "workspace", network: ["a.org"] }),
      "It runs in a sandbox (bubblewrap): it can change the workspace only, and reach only a.org, as far as toolcrib.web.allowedHosts and allowLocal name them.",
    );
    remove();
  });
});

describe("what a tool that an agent made may reach (CT-2, HB-4)", () => {
  const { context, remove } = makeFixture();
  after(remove);
  const reachOf = (network: readonly string[], settings: Record<string, unknown>) =>
    confinementOf(context(settings), {
      program: { tool: "made", digest: "d", folder: "/f", permissions: { ...least, network } },
    }).reach;
  const settings = {
    "toolcrib.web.allowedHosts": ["*.a.org", "b.org"],
    "toolcrib.web.allowLocal": ["localhost:3000", "127.0.0.1:4000"],
    "toolcrib.web.deniedHosts": ["evil.a.org"],
  };

  it("is what its manifest names, as far as the policy lets commands reach it", () => {
    const reach = reachOf(["x.a.org", "evil.a.org", "c.org", "localhost:3000"], settings);
    const refused = (url: string) => reach.judge(url).refused;
    assert.equal(reach.isEmpty, false);
    assert.deepEqual(reach.localPorts, [3000]);
    assert.equal(refused("https://x.a.org/"), undefined);
    assert.equal(refused("http://localhost:3000/"), undefined);
    assert.equal(refused("https://y.a.org/"), "its tool.json does not list that access");
    assert.equal(refused("https://b.org/"), "its tool.json does not list that access");
    assert.equal(refused("http://127.0.0.1:4000/"), "its tool.json does not list that access");
    assert.equal(refused("https://c.org/"), "c.org is not on the list of allowed hosts (toolcrib.web.allowedHosts)");
    assert.equal(refused("https://evil.a.org/"), "evil.a.org is denied by a setting");
  });

  it("is nothing where the manifest names nothing, or the policy allows nothing", () => {
    assert.equal(reachOf([], settings).isEmpty, true);
    assert.deepEqual(reachOf([], settings).localPorts, []);
    assert.equal(reachOf(["a.org"], {}).isEmpty, true);
  });
});

describe("the environment of a tool that an agent made (CT-2)", () => {
  it("brings no code from elsewhere", () => {
    const env = programEnvironment(
      {
        PATH: "/ws/bin:/usr/bin:bin:.:/ws:/wsx/bin",
        NODE_PATH: "/ws",
        PYTHONPATH: "/ws",
        PYTHONSTARTUP: "/ws/x",
        HOME: "/h",
      },
      { roots: ["/ws"] },
      "/run/made-tool",
    );
    assert.deepEqual(env, { PATH: "/usr/bin:/wsx/bin", HOME: "/h", TOOLCRIB_TOOL: "/run/made-tool" });
  });

  it("leads on macOS to files that can be read in a folder that cannot", () => {
    const lines = seatbeltProfile({
      ...{ writable: [], readOnly: [], hidden: ["/state"], opened: ["/state/temp"], ports: [] },
      shown: ["/state/programs/d1"],
    }).split("\n");
    const at = (line: string) => lines.indexOf(line);
    assert.ok(
      at('(allow file-read* (subpath "/state/programs/d1"))') > at('(deny file-read* file-write* (subpath "/state"))'),
    );
    assert.equal(
      lines.some((line) => line.includes("programs") && line.includes("file-write")),
      false,
    );
  });
});
