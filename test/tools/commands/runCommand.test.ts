import assert from "node:assert/strict";
import { realCrib } from "../../support/realCrib";

describe("run_command", () => {
  const run = async (
    command: string,
    more: object = {},
    options: { signal?: AbortSignal; progress?(line: string): void } = {},
  ) => {
    const { call, asked, root } = await realCrib({ "a.txt": "one\n", "sub/b": "" });
    const { text, isError, data } = await call("run_command", { command, ...more }, options);
    return {
      text: text.replace(/, \d+(\.\d)? m?s, (in the|no) sandbox\]$/, ", TIME]"),
      isError,
      data: data as Record<string, unknown>,
      asked,
      root,
    };
  };

  it("gives stdout, then stderr line by line, then how it ended; a non-zero exit is no error (SH-1, SH-15)", async () => {
    const { text, isError, data } = await run("echo out; echo err >&2; echo more >&2; exit 3");
    assert.equal(text, "out\n[stderr] err\n[stderr] more\n[exit code: 3, TIME]");
    assert.equal(isError, false);
    assert.deepEqual([data.stdout, data.stderr, data.exitCode], ["out\n", "err\nmore\n", 3]);
  });

  it("runs in the folder it is told", async () => {
    const { text, root } = await run("pwd", { cwd: "sub" });
    assert.equal(text, `${root}/sub\n[exit code: 0, TIME]`);
  });

  it("marks and bounds what the model says of a command, below Toolcrib's own notes", async () => {
    const description = `In the ”sandbox”.\n\n_Sandbox: on_" ${"x".repeat(300)}`;
    const { asked } = await run("cat a.txt", { tty: true, description });
    const [own, words] = asked[0]?.plan.notes ?? [];
    assert.equal(own, "You can type into its terminal. The model reads everything the terminal shows.");
    assert.equal(words, `The model says: “In the 'sandbox'. _Sandbox: on_' ${"x".repeat(167)}…”`);
  });

  it("asks for what is not recognised as read-only, and not for what is", async () => {
    assert.deepEqual((await run("cat a.txt | wc -l")).asked, []);
    const { asked } = await run("node -e 0");
    assert.deepEqual(
      asked.map(({ plan, decision }) => [plan.title, decision.kind]),
      [["Run node -e 0", "ask"]],
    );
  });

  it("stops at its time limit, and says what to do (C-34)", async () => {
    const { text, isError } = await run("echo begun; sleep 30", { timeout_ms: 300 });
    assert.equal(
      text,
      "begun\n[timed out after 300 ms: raise timeout_ms or do less at once]\n[ended by SIGTERM, TIME]",
    );
    assert.equal(isError, true);
  });

  it("stops when the call is cancelled", async () => {
    const stop = new AbortController();
    const { text } = await run("echo begun; sleep 30", {}, { signal: stop.signal, progress: () => stop.abort() });
    assert.equal(text, "begun\n[stopped by the person]\n[ended by SIGTERM, TIME]");
  });

  it("gets no input and waits for none", async () => {
    assert.equal((await run("cat; read x; echo end")).text, "end\n[exit code: 0, TIME]");
  });

  it("keeps the beginning and the end of a flood in bounded room (SH-11)", async () => {
    const { text, data } = await run("seq 1 2000000", {}, {});
    assert.ok((data.stdout as string).length <= 30_000);
    assert.ok(text.length < 30_200);
    assert.match(
      text,
      /^1\n2\n3\n[\s\S]*\n\[… \d+ bytes left out …\]\n[\s\S]*\n1999999\n2000000\n\[job_output with id command_1, stream stdout and offset \d+ reads what was left out\]\n\[exit code: 0, TIME\]$/,
    );
  });

  it("shows the model text without escape codes and overwritten progress", async () => {
    const { text } = await run("printf '\\033[31mred\\033[0m\\n10%%\\r50%%\\rdone\\n'");
    assert.equal(text, "red\ndone\n[exit code: 0, TIME]");
  });

  it("gives it what it is to read, and an end after it", async () => {
    const { text } = await run("cat; echo; wc -c", { input: "é\nlast line without an end" });
    assert.equal(text, "é\nlast line without an end\n0\n[exit code: 0, TIME]");
    assert.equal((await run("exit 3", { input: "x".repeat(1_000_000) })).text, "(no output)\n[exit code: 3, TIME]");
  });

  it("input is part of what is approved: an exact command remembered does not cover another input", async () => {
    const { crib } = await realCrib();
    const cwd = await crib.host.files.resolve(".");
    const exec = (input?: string) => ({
      kind: "exec" as const,
      command: "bash",
      cwd,
      timeoutMs: 1,
      ...(input !== undefined && { input }),
    });
    const ask = [{ kind: "ask" as const, rule: "r", reason: "r" }];
    crib.approvals.take("exact", "session", [exec("echo 1")], ask);
    assert.deepEqual(
      [exec("echo 1"), exec("echo 2"), exec()].map((effect) => crib.approvals.cover([effect], ask)),
      [["session"], undefined, undefined],
    );
  });

  it("with tty asks even for what only reads, and says where no person can type what to do instead", async () => {
    const { text, isError, asked } = await run("cat a.txt", { tty: true });
    assert.deepEqual(
      asked.map(({ plan, decision }) => [plan.title, plan.notes?.[0], decision.kind]),
      [
        [
          "Run in a terminal: cat a.txt",
          "You can type into its terminal. The model reads everything the terminal shows.",
          "ask",
        ],
      ],
    );
    assert.equal(
      text,
      "There is no terminal here for a person to type into: leave tty out, and give what the command asks for with input or its options.",
    );
    assert.equal(isError, true);
  });

  it("takes tty or input, not both", async () => {
    const { text, isError, asked } = await run("cat", { tty: true, input: "x" });
    assert.equal(
      text,
      "tty and input cannot be combined, because the person types in a terminal: leave one of them out.",
    );
    assert.deepEqual([isError, asked], [true, []]);
  });

  it("says of a silent command that was stopped that it may have waited for an answer", async () => {
    const { text } = await run("sleep 30", { timeout_ms: 200 });
    assert.equal(
      text,
      "(no output)\n[timed out after 200 ms: raise timeout_ms or do less at once]\n[no output: if the command waits for input, pass it with input or use non-interactive options]\n[ended by SIGTERM, TIME]",
    );
  });

  it("does not show what is no text, and says what it is (SH-12)", async () => {
    const { text, data } = await run("printf '\\211PNG\\r\\n\\032\\n\\0more'; echo fine >&2");
    assert.equal(
      text,
      "[binary output (PNG image, 13 bytes) not shown: redirect it to a file]\n[stderr] fine\n[exit code: 0, TIME]",
    );
    assert.equal(data.stderr, "fine\n");
  });

  it("shows an error in which one byte is no text, and a list of names that NULs end (SH-12)", async () => {
    const { text } = await run("printf 'caf\\351.c:3: error\\n' >&2; printf 'src/a.ts\\0src/b.ts\\0'; exit 1");
    assert.match(text, /^src\/a\.ts␀src\/b\.ts␀\n\[␀ stands for a NUL byte\]\n/);
    assert.match(text, /\n\[stderr\] caf\ufffd\.c:3: error\n\[stderr\] \[\ufffd stands for bytes that are not UTF-8: /);
  });

  it("has the room that its dialect says: 200 KB and 56 KB, 80 % of the beginning (SH-11, flyto)", async () => {
    const { call } = await realCrib({}, { dialect: "flyto" });
    const { data } = await call("Bash", {
      command: "head -c 300000 /dev/zero | tr '\\0' o; head -c 300000 /dev/zero | tr '\\0' e >&2",
    });
    const { stdout, stderr } = data as { stdout: string; stderr: string };
    const parts = (text: string) =>
      text.split(/\n\[… (\d+) bytes left out …\]\n/).map((part) => (/^\d+$/.test(part) ? Number(part) : part.length));
    assert.deepEqual(parts(stdout), [163_840, 300_000 - 204_800, 40_960]);
    assert.deepEqual(parts(stderr), [45_875, 300_000 - 57_344, 11_469]);
  });

  it("says that there was no output", async () => {
    assert.equal((await run("true")).text, "(no output)\n[exit code: 0, TIME]");
  });

  it("stops what the command left running, and says so", async () => {
    const { text } = await run("sleep 60 & echo started");
    assert.equal(text, "started\n[processes that it left running were stopped]\n[exit code: 0, TIME]");
  });
});
