/** Programs of the person's own that are told of calls: however they behave, they are answered for in time (PO-1, PO-5). */
import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { HookAnswer, HookProgram } from "../../../../src/core/calls/beside/hooks";
import { hookRunner } from "../../../../src/features/hooks/node/hookProgram";
import { survivors } from "../../../node/support/processes";
import { tempFolder } from "../../../support/tempFolder";
import { asOrdinaryUser } from "../../../support/unprivileged";

const run = hookRunner();
const never = new AbortController().signal;

/** Runs it and says what became of it. */
const told = (command: HookProgram["command"], changes: Partial<HookProgram> = {}): Promise<HookAnswer> =>
  run({
    command,
    shell: "auto",
    folder: "/",
    input: "the call\n",
    variables: {},
    hiddenVariables: [],
    timeoutMs: 10_000,
    signal: never,
    ...changes,
  });

const ended = (stdout: string, stderr = "", exitCode = 0): HookAnswer => ({ kind: "ended", exitCode, stdout, stderr });
const failed = (failure: string): HookAnswer => ({ kind: "failed", failure });

/** Waits for a program that writes its process id into a file. */
async function pidIn(file: string): Promise<number> {
  while (!existsSync(file) || !readFileSync(file, "utf8").endsWith("\n"))
    await new Promise((resolve) => setTimeout(resolve, 5));
  return Number(readFileSync(file, "utf8"));
}

describe("a hook's program", () => {
  it("reads the call, and its exit code and both outputs are its answer", async () =>
    assert.deepEqual(await told("cat; echo why >&2; exit 2"), ended("the call\n", "why\n", 2)));

  it("need not read: what it leaves of a large call is no failure", async () =>
    assert.deepEqual(await told("exec true", { input: "x".repeat(20_000_000) }), ended("")));

  it("given as a list it is started without a shell", async () => {
    const words = ["$HOME", "a b", "*", "'; exit 3"];
    assert.deepEqual(await told(["printf", "%s\\n", ...words]), ended(words.map((word) => `${word}\n`).join("")));
  });

  it("starts in the folder it is given, and at home where there is no such folder", async () => {
    const folder = tempFolder();
    assert.deepEqual(await told("pwd", { folder }), ended(`${folder}\n`));
    assert.deepEqual(await told("pwd", { folder: join(folder, "missing") }), ended(`${homedir()}\n`));
  });

  it("starts at home where this user may not enter the folder", async () => {
    const home = tempFolder({ "closed/inner": undefined });
    chmodSync(home, 0o755);
    chmodSync(join(home, "closed"), 0);
    const { HOME } = process.env;
    process.env.HOME = home;
    try {
      const answer = await asOrdinaryUser(() => told("pwd", { folder: join(home, "closed/inner") }));
      assert.deepEqual(answer, ended(`${home}\n`));
    } finally {
      process.env.HOME = HOME;
    }
  });

  it("gets the variables of commands: no credentials, none that is hidden, and its own", async () => {
    Object.assign(process.env, { CRIB_TEST_TOKEN: "secret", CRIB_TEST_SEEN: "seen", CRIB_TEST_HIDDEN: "hidden" });
    try {
      const answer = await told("echo $CRIB_TEST_TOKEN.$CRIB_TEST_SEEN.$CRIB_TEST_HIDDEN.$TOOLCRIB_CALL", {
        hiddenVariables: ["CRIB_TEST_HIDDEN"],
        variables: { TOOLCRIB_CALL: "id" },
      });
      assert.deepEqual(answer, ended(".seen..id\n"));
    } finally {
      for (const name of ["CRIB_TEST_TOKEN", "CRIB_TEST_SEEN", "CRIB_TEST_HIDDEN"]) delete process.env[name];
    }
  });

  it("that hangs is answered for when its time is over, and is ended with what it started", async () => {
    const folder = tempFolder();
    const answer = await told("trap '' TERM; sleep 1000 & echo $! > child; echo $$ > self; wait; wait", {
      folder,
      timeoutMs: 2000,
    });
    assert.deepEqual(answer, failed("it did not answer within 2 s"));
    const pids = [await pidIn(join(folder, "self")), await pidIn(join(folder, "child"))];
    assert.deepEqual(await survivors(pids, 10_000), []);
  });

  it("that prints without end is stopped at 64 KiB, on either output", async () => {
    const folder = tempFolder();
    for (const output of ["", ">&2"]) {
      const answer = await told(`echo $$ > pid; exec head -c 1000000000 /dev/zero ${output}`, { folder });
      assert.deepEqual(answer, failed("it printed more than 64 KiB"));
      assert.deepEqual(await survivors([await pidIn(join(folder, "pid"))], 10_000), []);
    }
  });

  it("may print 64 KiB and no more", async () => {
    assert.deepEqual(await told("head -c 65536 /dev/zero | tr '\\0' x"), ended("x".repeat(65_536)));
    assert.deepEqual(await told("head -c 65537 /dev/zero"), failed("it printed more than 64 KiB"));
  });

  it("that signals its whole group ends itself alone", async () =>
    assert.deepEqual(await told("kill -KILL 0"), failed("it was ended by SIGKILL")));

  it("is stopped with the call", async () => {
    const folder = tempFolder();
    const controller = new AbortController();
    const answer = told("echo $$ > pid; sleep 1000", { folder, signal: controller.signal });
    const pid = await pidIn(join(folder, "pid"));
    controller.abort();
    assert.deepEqual(await answer, failed("it was stopped because the call was cancelled"));
    assert.deepEqual(await survivors([pid], 10_000), []);
    assert.deepEqual(
      await told("sleep 1000", { signal: AbortSignal.abort() }),
      failed("it was stopped because the call was cancelled"),
    );
  });

  it("that cannot be started is a failure and no silence", async () => {
    assert.deepEqual(
      await told(["/no/such/program"]),
      failed("it could not be started (spawn /no/such/program ENOENT)"),
    );
    assert.equal((await told([""])).kind, "failed");
    assert.equal((await told(["true", "a\0b"])).kind, "failed");
    const line = await told("no-such-program");
    assert.deepEqual(line.kind === "ended" && [line.exitCode, line.stdout], [127, ""]);
  });
});
