/** The socket between a hook and a window, and what pretends to be one. */
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { BuiltInCall, HookVerdict } from "../../../../src/features/builtInTools/harness";
import { askWindow } from "../../../../src/features/builtInTools/node/askWindow";
import {
  findPlace,
  makeHookFolder,
  mayHaveWindow,
  publishPlace,
  type WindowPlace,
} from "../../../../src/features/builtInTools/node/hookPlaces";
import { HookServer } from "../../../../src/features/builtInTools/node/hookServer";
import { tempFolder } from "../../../support/tempFolder";

const denied: HookVerdict = { kind: "deny", reason: "It is closed." };

describe("the window's socket for hooks", () => {
  if (process.platform === "win32") return;
  let world: string;
  let folder: string;
  let root: string;
  let servers: { close(): unknown }[];
  let sockets: Socket[];

  beforeEach(() => {
    world = tempFolder({ "ws/a.txt": "" });
    folder = join(world, "hooks");
    root = join(world, "ws");
    servers = [];
    sockets = [];
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
  });

  const place = (): Omit<WindowPlace, "socket"> => ({
    ...{ roots: [root], stateFolder: join(world, "state"), sessionState: join(world, "sessions") },
    ...{ settings: { shell: "bash" }, trusted: true },
  });
  const call = (): BuiltInCall => ({
    harness: "copilot-cli",
    tool: "bash",
    input: { command: "ls" },
    cwd: root,
    session: "s",
  });
  const open = async (judge: (call: BuiltInCall) => Promise<HookVerdict>) => {
    const server = await HookServer.open({ folder, place, judge });
    servers.push(server);
    const found = await findPlace(folder, root);
    assert.ok(found);
    return { server, found };
  };
  /** Whoever listens in the window's place. */
  const pretend = async (answer: (socket: Socket) => void, mode = 0o600): Promise<string> => {
    await makeHookFolder(folder);
    const path = join(folder, "window-1-ab.sock");
    const server: Server = createServer((socket) => {
      sockets.push(socket.on("error", () => {}));
      answer(socket);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(path, resolve));
    chmodSync(path, mode);
    return path;
  };

  it("is known to be missing where no window has ever listened, and not where one does", async () => {
    assert.equal(mayHaveWindow(folder), false);
    await open(async () => denied);
    assert.equal(mayHaveWindow(folder), true);
  });

  it("is this user's alone, and tells the window's settings and state", async () => {
    const { found } = await open(async () => denied);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    for (const name of readdirSync(folder)) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name);
    assert.deepEqual(found, { ...place(), socket: found.socket });
  });

  it("brings the call as it is, and the verdict back", async () => {
    const seen: BuiltInCall[] = [];
    const { found } = await open(async (given) => {
      seen.push(given);
      return denied;
    });
    const long = { ...call(), input: { command: "x\n".repeat(500_000) } };
    assert.deepEqual(await askWindow(found.socket, long, 20_000), denied);
    assert.deepEqual(seen, [long]);
  });

  it("brings back that only a person's answer counts", async () => {
    const ask = { kind: "ask", reason: "Write .git/x.", byPersonAlone: true } as const;
    const { found } = await open(async () => ask);
    assert.deepEqual(await askWindow(found.socket, call(), 20_000), ask);
  });

  it("judges nothing outside the window's folders", async () => {
    const { found } = await open(async () => ({ kind: "none", reason: "" }));
    assert.equal(await askWindow(found.socket, { ...call(), cwd: world }, 20_000), undefined);
    assert.equal(await findPlace(folder, world), undefined);
  });

  it("answers a message that is no call with a deny", async () => {
    const { found } = await open(async () => ({ kind: "none", reason: "" }));
    const said = await new Promise<string>((resolve) => {
      let text = "";
      const socket = connect(found.socket, () => socket.write('{"version":1,"harness":"evil"}\n'));
      sockets.push(socket.on("data", (piece) => (text += piece)).on("close", () => resolve(text)));
    });
    assert.equal(JSON.parse(said).kind, "deny");
  });

  it("is left alone where nobody listens any longer, or nobody answers in time", async () => {
    const { server, found } = await open(async () => denied);
    server.close();
    assert.equal(await askWindow(found.socket, call(), 20_000), undefined);
    assert.deepEqual((await findPlace(folder, root))?.settings, place().settings);
    const silent = await pretend(() => {});
    assert.equal(await askWindow(silent, call(), 50), undefined);
  });

  for (const [what, said] of [
    ["rubbish", "rubbish\n"],
    ["an allow", '{"version":1,"kind":"allow","reason":""}\n'],
    ["no opinion with words of another verdict", '{"version":1,"kind":"none","reason":"x"}\n'],
    ["a deny without a reason", '{"version":1,"kind":"deny","reason":""}\n'],
    ["another version", '{"version":2,"kind":"none","reason":""}\n'],
    ["half a line", '{"version":1,"kind":"none","reason":""}'],
    ["too much", `${"x".repeat(200_000)}\n`],
    ["null", "null\n"],
  ] as const)
    it(`is not believed when it says ${what}`, async () => {
      const path = await pretend((socket) => socket.end(said));
      assert.equal(await askWindow(path, call(), 20_000), undefined);
    });

  it("is not spoken to when others may use it, or it is none", async () => {
    let spoken = 0;
    const path = await pretend((socket) => {
      spoken++;
      socket.end('{"version":1,"kind":"none","reason":""}\n');
    }, 0o666);
    assert.equal(await askWindow(path, call(), 20_000), undefined);
    chmodSync(path, 0o600);
    const link = join(folder, "link.sock");
    symlinkSync(path, link);
    assert.equal(await askWindow(link, call(), 20_000), undefined);
    assert.equal(await askWindow(join(root, "a.txt"), call(), 20_000), undefined);
    assert.equal(spoken, 0);
  });

  it("is not looked for in a folder or a file that others may use", async () => {
    await makeHookFolder(folder);
    await publishPlace(folder, { ...place(), socket: "x" });
    const [name = ""] = readdirSync(folder);
    assert.ok(await findPlace(folder, root));
    chmodSync(join(folder, name), 0o644);
    assert.equal(await findPlace(folder, root), undefined);
    chmodSync(join(folder, name), 0o600);
    chmodSync(folder, 0o755);
    assert.equal(await findPlace(folder, root), undefined);
    const link = join(world, "link");
    chmodSync(folder, 0o700);
    symlinkSync(folder, link);
    assert.equal(await findPlace(link, root), undefined);
  });

  it("is not found by a file that says anything else", async () => {
    await makeHookFolder(folder);
    for (const text of ["", "null", "[]", '{"version":1}', JSON.stringify({ version: 2, ...place(), socket: "x" })]) {
      writeFileSync(join(folder, "x.json"), text, { mode: 0o600 });
      assert.equal(await findPlace(folder, root), undefined, text);
    }
  });

  it("takes the window whose folder is the nearest", async () => {
    await makeHookFolder(folder);
    const inner = join(root, "inner");
    mkdirSync(inner);
    await publishPlace(folder, { ...place(), socket: "outer" });
    await publishPlace(folder, { ...place(), roots: [inner], socket: "inner" });
    assert.equal((await findPlace(folder, join(inner, "x")))?.socket, "inner");
    assert.equal((await findPlace(folder, root))?.socket, "outer");
  });

  it("of folders that are gone is forgotten by the next window", async () => {
    await makeHookFolder(folder);
    await publishPlace(folder, { ...place(), roots: [join(world, "gone")], socket: "x" });
    await publishPlace(folder, { ...place(), roots: [world], socket: "x" });
    await open(async () => denied);
    assert.equal(readdirSync(folder).filter((name) => name.endsWith(".json")).length, 2);
  });

  it("of a window that was killed is removed by the next one", async () => {
    await makeHookFolder(folder);
    const left = join(folder, "window-999999999-ab.sock");
    writeFileSync(left, "");
    const { found } = await open(async () => denied);
    assert.deepEqual([existsSync(left), existsSync(found.socket)], [false, true]);
    assert.ok(readFileSync(join(folder, readdirSync(folder).find((name) => name.endsWith(".json")) ?? "")).length > 0);
  });
});
