import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { claudeSettings, copilotHooks, setUpIn } from "../../../src/features/builtInTools/hookSettings";
import { judgedHarnesses } from "../../../src/features/builtInTools/judgedHarnesses";
import { hookStartIn, isThere, placeLauncher } from "../../../src/features/builtInTools/node/hookProgram";
import { faultyHook } from "../../support/faultyHook";
import { tempFolder } from "../../support/tempFolder";

const folder = "/home/it's/.local/state/toolcrib/hooks/launcher";
const start = { nodeFile: `${folder}/node-path`, launcher: `${folder}/launcher.js` };
const inShell = (path: string) => `'${path.replace("'", "'\\''")}'`;
const found =
  `node=$(cat ${inShell(start.nodeFile)} 2>/dev/null); [ -x "$node" ] || node=node; ` +
  "set --; timeout -s KILL 15 true 2>/dev/null && set -- timeout -s KILL 15; ";
const started = `${found}ELECTRON_RUN_AS_NODE=1 "$@" "$node" ${inShell(start.launcher)}`;
const orRefused =
  " || { echo 'The Toolcrib hook could not be run, so this call was refused: tell the person to run Toolcrib: Doctor in VS Code.' >&2; exit 2; }";
const command = `${started}${orRefused}`;
/** As versions before this one wrote it, which named the Node.js itself. */
const earlier = (node: string, failure = " || { echo 'x' >&2; exit 2; }") => ({
  hooks: [{ type: "command", command: `ELECTRON_RUN_AS_NODE=1 '${node}' '${start.launcher}'${failure}`, timeout: 20 }],
});
const all = () => true;
const claudeCommand = `${started} --harness claude-code${orRefused}`;
const ours = { matcher: "*", hooks: [{ type: "command", command: claudeCommand, timeout: 20 }] };
const others = { matcher: "Bash", hooks: [{ type: "command", command: "./check.sh" }] };

describe("settings that start the hook", () => {
  it("quotes paths for each shell", () => {
    const [hook] = JSON.parse(copilotHooks(start)).hooks.PreToolUse;
    assert.deepEqual(hook, {
      ...{ type: "command", command, bash: command, timeout: 20, timeoutSec: 20 },
      powershell: [
        `$node = Get-Content -LiteralPath '${start.nodeFile.replace("'", "''")}' -Encoding UTF8 -ErrorAction SilentlyContinue`,
        "if (-not ($node -and (Test-Path -LiteralPath $node))) { $node = 'node' }",
        `$env:ELECTRON_RUN_AS_NODE = '1'; & $node '${start.launcher.replace("'", "''")}'`,
        "if ($LASTEXITCODE -ne 0) { exit 2 }",
      ].join("; "),
    });
  });

  it("adds the hook to Claude Code's settings beside all others, once, and takes out its own alone", () => {
    const before = `${JSON.stringify({ model: "x", hooks: { PreToolUse: [others], Stop: [others] } }, null, 2)}\n`;
    const added = claudeSettings(before, start);
    assert.deepEqual(JSON.parse(added), { model: "x", hooks: { Stop: [others], PreToolUse: [others, ours] } });
    assert.equal(claudeSettings(added, start), added);
    assert.equal(setUpIn(added, all), "strict");
    const removed = claudeSettings(added, undefined);
    assert.deepEqual(JSON.parse(removed), JSON.parse(before));
    assert.equal(setUpIn(removed, all), "no");
    assert.deepEqual(JSON.parse(claudeSettings(claudeSettings(undefined, start), undefined)), {});
  });

  it("finds its own entry whatever version wrote it, on Windows too", () => {
    const windows = {
      nodeFile: "C:\\Users\\u\\AppData\\Local\\toolcrib\\hooks\\launcher\\node-path",
      launcher: "C:\\Users\\u\\AppData\\Local\\toolcrib\\hooks\\launcher\\launcher.js",
    };
    assert.equal(setUpIn(claudeSettings("{}", windows), all), "strict");
    assert.deepEqual(JSON.parse(claudeSettings(claudeSettings("{}", windows), start)).hooks.PreToolUse, [ours]);
  });

  it("leaves settings alone that it cannot understand", () => {
    for (const text of ["{ // mine\n}", "[]", "7"]) {
      assert.throws(() => claudeSettings(text, start), /Claude Code's settings are not/);
      assert.equal(setUpIn(text, all), "no");
    }
  });

  it("knows one that an earlier version set up, whose failures are no refusal", () => {
    const lenient = earlier("/usr/bin/node", "");
    assert.equal(setUpIn(JSON.stringify({ hooks: { PreToolUse: [lenient] } }), all), "lenient");
    assert.equal(setUpIn(JSON.stringify({ hooks: { PreToolUse: [lenient, ours] } }), all), "lenient");
    assert.equal(setUpIn(copilotHooks(start), all), "strict");
    assert.equal(setUpIn(undefined, all), "no");
  });

  it("knows one that starts a Node.js or a launcher that is gone", () => {
    const before = JSON.stringify({ hooks: { PreToolUse: [earlier("/old/server/node"), others] } });
    assert.equal(setUpIn(before, all), "strict");
    assert.equal(
      setUpIn(before, (path) => path !== "/old/server/node"),
      "broken",
    );
    for (const gone of Object.values(start))
      for (const text of [copilotHooks(start), claudeSettings(undefined, start)])
        assert.equal(
          setUpIn(text, (path) => path !== gone),
          "broken",
          gone,
        );
    const named = hookStartIn(tempFolder());
    mkdirSync(join(named.launcher, ".."));
    writeFileSync(named.nodeFile, process.execPath);
    assert.deepEqual([isThere(named.nodeFile), isThere(named.launcher)], [true, false]);
    writeFileSync(named.nodeFile, "/old/server/node");
    assert.equal(isThere(named.nodeFile), false);
  });

  describe("as a command", () => {
    /** Where the hook is set up, and what its command makes of a call. */
    async function setUp(program: string) {
      const dist = tempFolder();
      mkdirSync(join(dist, "plugin", "hooks"), { recursive: true });
      writeFileSync(join(dist, "plugin", "hooks", "launcher.js"), program);
      const folder = join(tempFolder(), "toolcrib", "hooks");
      const renew = () => placeLauncher(folder, dist);
      await renew();
      const start = hookStartIn(folder);
      const [{ command }] = JSON.parse(copilotHooks(start)).hooks.PreToolUse;
      const run = (input = "", env = process.env, text: string = command) => {
        const { status, stderr, stdout } = spawnSync("/bin/sh", ["-c", text], { encoding: "utf8", input, env });
        return { status, stderr, stdout };
      };
      return { start, run, renew, command: command as string };
    }

    before(function () {
      if (process.platform === "win32") this.skip();
    });

    it("hands its input to the program, and refuses where that is killed or fails", async () => {
      const echo = "process.stdin.pipe(process.stdout)";
      assert.deepEqual((await setUp(echo)).run("a call\n"), { status: 0, stderr: "", stdout: "a call\n" });
      for (const text of ["process.kill(process.pid, 'SIGKILL')", "process.exit(1)", "throw new Error('x')"]) {
        const { status, stderr } = (await setUp(text)).run();
        assert.equal(status, 2, text);
        assert.match(stderr, /The Toolcrib hook could not be run, so this call was refused/);
      }
    });

    it("starts the node on the search path where the one that a window named is gone, and refuses where there is none", async () => {
      const { start, run, command } = await setUp("");
      const bin = tempFolder();
      writeFileSync(join(bin, "node"), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`);
      chmodSync(join(bin, "node"), 0o755);
      const withNode = { ...process.env, PATH: `${bin}${delimiter}/usr/bin${delimiter}/bin` };
      const without = { ...process.env, PATH: tempFolder() };
      for (const goneBy of [() => writeFileSync(start.nodeFile, "/old/server/node"), () => rmSync(start.nodeFile)]) {
        goneBy();
        assert.equal(run("", withNode).status, 0);
        assert.equal(spawnSync("/bin/sh", ["-c", command], { env: without }).status, 2);
      }
    });

    it("starts again what each window names, where an update has moved it", async () => {
      const { start, run, renew } = await setUp("");
      const bin = tempFolder();
      const withoutNode = { ...process.env, PATH: bin };
      symlinkSync("/bin/cat", join(bin, "cat"));
      writeFileSync(start.nodeFile, "/old/server/node");
      assert.equal(run("", withoutNode).status, 2);
      await renew();
      assert.equal(run("", withoutNode).status, 0);
    });

    it("refuses where the program hangs, before the harness gives up on it", async function () {
      if (!["/usr/bin/timeout", "/bin/timeout"].some(existsSync)) this.skip();
      const { run, command, start } = await setUp(faultyHook);
      const { timeout } = JSON.parse(copilotHooks(start)).hooks.PreToolUse[0];
      assert.ok(Number(/KILL (\d+)/.exec(command)?.[1]) < timeout);
      const before = Date.now();
      const { status, stderr } = run("slow", process.env, command.replaceAll("KILL 15", "KILL 1"));
      assert.equal(status, 2);
      assert.match(stderr, /The Toolcrib hook could not be run, so this call was refused/);
      assert.ok(Date.now() - before < 30_000);
    });
  });

  it("tells for each harness whether it is judged, and what a failure means", () => {
    const on = { pluginsOn: true, hooksOn: true, isServed: false };
    const none = { ...on, plugin: false, copilot: "no", claude: "no" } as const;
    const said = (hooks: object) => Object.values(judgedHarnesses({ ...none, ...hooks }));
    assert.deepEqual(said({}), ["not", "not", "not", "not"]);
    assert.deepEqual(said({ plugin: true }), ["open", "open", "not", "not"]);
    assert.deepEqual(said({ plugin: true, isServed: true }), ["open", "not", "not", "not"]);
    assert.deepEqual(said({ plugin: true, pluginsOn: false }), ["not", "not", "not", "not"]);
    assert.deepEqual(said({ plugin: true, copilot: "strict", hooksOn: false }), ["not", "closed", "closed", "not"]);
    assert.deepEqual(said({ plugin: true, copilot: "broken", claude: "broken" }), Array(4).fill("broken"));
    assert.deepEqual(said({ copilot: "strict" }), ["closed", "closed", "closed", "not"]);
    assert.deepEqual(said({ copilot: "lenient" }), ["open", "closed", "closed", "not"]);
    assert.deepEqual(said({ plugin: true, claude: "lenient" }), ["open", "open", "not", "open"]);
    assert.deepEqual(said({ claude: "strict" }), ["not", "not", "not", "closed"]);
  });
});
