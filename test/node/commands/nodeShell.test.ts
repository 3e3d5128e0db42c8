import assert from "node:assert/strict";
import { OutputBuffer } from "../../../src/core/jobs/outputBuffer";
import type { CommandOutcome, CommandRequest } from "../../../src/core/ports/shell";
import { NodeShell } from "../../../src/node/commands/nodeShell";
import { commandEnvironment } from "../../../src/node/environment/environment";
import { requestIn } from "../../support/commandRequest";
import { tempFolder } from "../../support/tempFolder";
import { failsWith } from "../../support/toolFailure";
import { survivors } from "../support/processes";

async function run(command: string, changes: Partial<CommandRequest> = {}) {
  const cwd = tempFolder({ f: "" });
  const buffers = { stdout: new OutputBuffer(100_000), stderr: new OutputBuffer(100_000) };
  const request = requestIn(cwd, command, (stream, chunk) => {
    buffers[stream].append(chunk);
    return undefined;
  });
  const outcome = await new NodeShell().run({ ...request, ...changes });
  return {
    cwd,
    outcome,
    stdout: buffers.stdout.shown().text,
    stderr: buffers.stderr.shown().text,
    total: buffers.stdout.total,
  };
}

/** The outcome but for its duration, of a command that nothing holds. */
const ending = ({ durationMs, sandbox, notes, ...rest }: CommandOutcome) => {
  assert.ok(durationMs > 0 && durationMs < 10_000);
  assert.deepEqual([sandbox, notes], ["none", []]);
  return rest;
};
const itself = { signal: undefined, endedBy: "itself", stoppedLeftovers: false } as const;

describe("NodeShell (SH-1, SH-9, SH-10)", () => {
  it("runs bash in the folder and tells the exit code, the streams apart", async () => {
    const { cwd, outcome, stdout, stderr } = await run("pwd; [[ -f f ]] && echo <(true) >&2; exit 42");
    assert.deepEqual([ending(outcome), stdout], [{ ...itself, exitCode: 42 }, `${cwd}\n`]);
    assert.match(stderr, /^\/dev\/fd\/\d+\n$/);
  });

  it("a command that is not there is the shell's own 127", async () => {
    const { outcome, stderr } = await run("no-such-command-anywhere");
    assert.deepEqual(ending(outcome), { ...itself, exitCode: 127 });
    assert.match(stderr, /no-such-command-anywhere: command not found/);
  });

  it("takes heredocs, several lines and every quoting as bash does", async () => {
    const { stdout } = await run("cat <<'EOF'\n$HOME `x` \"q\" \\\nEOF\nprintf '%s|' 'a b' \"c d\" $'e\\tf'");
    assert.equal(stdout, '$HOME `x` "q" \\\na b|c d|e\tf|');
  });

  it("ends what never ends at its timeout, and says so", async () => {
    const { outcome, stdout } = await run("echo $$; sleep 100", { timeoutMs: 200 });
    assert.deepEqual(ending(outcome), {
      exitCode: undefined,
      signal: "SIGTERM",
      endedBy: "timeout",
      stoppedLeftovers: false,
    });
    assert.ok(outcome.durationMs >= 195 && outcome.durationMs < 2000, `${outcome.durationMs}`);
    assert.deepEqual(await survivors([Number(stdout)]), []);
  });

  it("ends it when the call is cancelled, and says so", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 150);
    const { outcome, stdout } = await run("echo $$; sleep 100", { signal: stop.signal });
    assert.deepEqual(ending(outcome), {
      exitCode: undefined,
      signal: "SIGTERM",
      endedBy: "cancellation",
      stoppedLeftovers: false,
    });
    assert.deepEqual(await survivors([Number(stdout)]), []);
  });

  it("a call that was cancelled before is ended at once", async () => {
    const { outcome } = await run("sleep 100", { signal: AbortSignal.abort() });
    assert.equal(outcome.endedBy, "cancellation");
  });

  it("a flood is bounded in memory and ended at its timeout", async function () {
    this.timeout(5000);
    const before = process.memoryUsage().rss;
    const { outcome, stdout, total } = await run("yes", { timeoutMs: 700 });
    assert.equal(outcome.endedBy, "timeout");
    assert.ok(total > 1_000_000, `${total}`);
    assert.match(stdout, /^(y\n){40000}\[… \d+ bytes left out …\]\n/);
    assert.ok(process.memoryUsage().rss - before < 300_000_000);
  });

  it("a fork chain is ended with all its links", async () => {
    const { outcome, stdout } = await run("f() { echo $BASHPID; sleep 0.01; f & }; f; sleep 100", { timeoutMs: 300 });
    assert.equal(outcome.endedBy, "timeout");
    assert.deepEqual(await survivors((stdout.match(/\d+/g) ?? []).map(Number)), []);
  });

  it("what it leaves in the background is stopped", async () => {
    const { outcome, stdout } = await run("sleep 100 & echo $!");
    assert.deepEqual(ending(outcome), { ...itself, exitCode: 0, stoppedLeftovers: true });
    assert.deepEqual(await survivors([Number(stdout)]), []);
  });

  it("has no terminal, so nothing waits for a person there", async () => {
    const { stdout, outcome } = await run(
      "tty; (read x < /dev/tty) 2>/dev/null || echo none; echo $TERM $PAGER $GIT_TERMINAL_PROMPT",
    );
    assert.equal(stdout, "not a tty\nnone\ndumb cat 0\n");
    assert.equal(outcome.exitCode, 0);
  });

  it("a folder that is gone, or a command longer than the system takes, is one sentence", async () => {
    const gone = "/no/such/folder";
    await failsWith(
      () => run("ls", { cwd: { path: gone, real: gone, shown: "gone" } }),
      "command_failed",
      /^The command could not be started in gone \(spawn .*ENOENT\)\.$/,
    );
    await failsWith(
      () => run(`: ${"x".repeat(3_000_000)}`),
      "command_failed",
      /^The command could not be started in \. \(spawn E2BIG\)\.$/,
    );
  });

  it("leaves no listener behind on the caller's signal", async () => {
    const stop = new AbortController();
    let listeners = 0;
    const { signal } = stop;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = ((...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    }) as typeof add;
    signal.removeEventListener = ((...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    }) as typeof remove;
    await run("true", { signal });
    assert.equal(listeners, 0);
  });
});

describe("the environment of commands (SH-9, C-36)", () => {
  const secrets = [
    "ANTHROPIC_API_KEY",
    "OPENAI_API_KEY",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "GITHUB_TOKEN",
    "GH_TOKEN",
    "NPM_TOKEN",
    "MY_API_KEY",
    "my_api_key",
    "SOME_SECRET",
    "DB_PASSWORD",
    "SSH_AUTH_SOCK",
    "GIT_ASKPASS",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "STRIPE_SECRET_KEY",
    "SECRET_KEY_BASE",
    "PGPASSWORD",
    "MYSQL_PWD",
    "GITHUB_PAT",
    "AZURE_STORAGE_CONNECTION_STRING",
  ];
  const host = [
    "ELECTRON_RUN_AS_NODE",
    "VSCODE_IPC_HOOK",
    "NODE_OPTIONS",
    "BASH_ENV",
    "ENV",
    "PROMPT_COMMAND",
    "BASH_FUNC_x%%",
  ];

  it("has no credentials and nothing that runs code at start, and keeps the rest", () => {
    const kept = { PATH: "/bin", HOME: "/h", LANG: "C", TOKENIZER: "x", MONKEY: "y", EDITOR: "vi" };
    const given = { ...kept, ...Object.fromEntries([...secrets, ...host, "MINE"].map((name) => [name, "secret"])) };
    assert.deepEqual(commandEnvironment(given, ["MINE"], false), {
      ...kept,
      PAGER: "cat",
      GIT_PAGER: "cat",
      MANPAGER: "cat",
      GIT_TERMINAL_PROMPT: "0",
      GIT_EDITOR: "true",
      EDITOR: "true",
      VISUAL: "true",
      GIT_SEQUENCE_EDITOR: "true",
      DEBIAN_FRONTEND: "noninteractive",
      TERM: "dumb",
      SHLVL: "1",
    });
  });

  it("lets no shell take itself for a remote one, and counts on where somebody counted", () => {
    const level = (given: NodeJS.ProcessEnv) => commandEnvironment(given, [], false).SHLVL;
    assert.deepEqual([{}, { SHLVL: "0" }, { SHLVL: "x" }, { SHLVL: "-3" }, { SHLVL: "4" }].map(level), [
      "1",
      "1",
      "1",
      "1",
      "4",
    ]);
  });

  it("C-36 a command nobody was asked about gets no program that a repository configured for git", async () => {
    const cwd = tempFolder({ f: "" });
    const git = (command: string) =>
      run(command, { cwd: { path: cwd, real: cwd, root: cwd, shown: "." }, unasked: true, timeoutMs: 8000 });
    const evil = 'sh -c "touch $PWD/stolen; cat"';
    await run(
      `git init -q . && git config core.fsmonitor '${evil}' && git config core.pager '${evil}' && git config core.hooksPath . && printf '#!/bin/sh\ntouch stolen\n' > post-index-change && chmod +x post-index-change`,
      { cwd: { path: cwd, real: cwd, root: cwd, shown: "." } },
    );
    const { stdout } = await git("git status --short; git log; git diff; ls");
    assert.match(stdout, /\?\? f\n/);
    assert.ok(!stdout.includes("stolen"), stdout);
    const asked = commandEnvironment({ GIT_SSH_COMMAND: "mine" }, [], false);
    const unasked = commandEnvironment(
      { GIT_SSH_COMMAND: "mine", GIT_CONFIG_PARAMETERS: "x", GIT_AUTHOR_NAME: "me" },
      [],
      true,
    );
    assert.equal(asked.GIT_SSH_COMMAND, "mine");
    assert.deepEqual(
      [unasked.GIT_SSH_COMMAND, unasked.GIT_CONFIG_PARAMETERS, unasked.GIT_AUTHOR_NAME],
      [undefined, undefined, "me"],
    );
  });

  it("a command sees none of them", async () => {
    const names = [...secrets, "VSCODE_TEST", "MINE"];
    const saved = names.map((name) => [name, process.env[name]] as const);
    for (const name of names) process.env[name] = "s3cr3t";
    try {
      const { stdout } = await run("env; set; echo $MINE; cat /proc/self/environ | tr '\\0' '\\n'", {
        hiddenVariables: ["MINE"],
      });
      assert.ok(stdout.includes("PATH="));
      assert.ok(!stdout.includes("s3cr3t"));
    } finally {
      for (const [name, value] of saved) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });
});
