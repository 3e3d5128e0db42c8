import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fc from "fast-check";
import { handover, waitingEnvironment, waitingMark, waitingText } from "../../../src/node/sandbox/bubblewrap/handover";

const bash = "/bin/bash";

/** What a waiting bash prints and ends with, when it is told what is to be run with which environment. */
async function told(command: string, env: NodeJS.ProcessEnv): Promise<{ stdout: Buffer; code: number | null }> {
  const text = handover(command, env, (exports) => `(${exports}\nexec "$0" -c "$1")`);
  assert.ok(text);
  const child = spawn(bash, ["-c", waitingText, bash], { env: waitingEnvironment, stdio: ["pipe", "pipe", "inherit"] });
  const stdout: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stdin.end(text);
  const [code] = (await once(child, "close")) as [number | null];
  const all = Buffer.concat(stdout);
  assert.equal(all.toString("latin1").slice(0, waitingMark.length), waitingMark);
  return { stdout: all.subarray(waitingMark.length), code };
}

/** The same of a bash in a bash, as commands are started otherwise. */
async function started(command: string, env: NodeJS.ProcessEnv): Promise<{ stdout: Buffer; code: number | null }> {
  const child = spawn(bash, ["-c", '(exec "$0" -c "$1")', bash, command], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stdout: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  const [code] = (await once(child, "close")) as [number | null];
  return { stdout: Buffer.concat(stdout), code };
}

const sorted = ({ stdout, code }: { stdout: Buffer; code: number | null }) => ({
  stdout: stdout.toString("latin1").split("\0").sort(),
  code,
});

describe("what a shell that waits is told", function () {
  this.timeout(60_000);

  it("gives a command the very environment that it has when it is started", async () => {
    const name = fc.oneof(
      fc.constantFrom("PATH", "IFS", "LANG", "LC_ALL", "HOME", "PS1", "CDPATH", "TZ", "size", "text", "others", "code"),
      fc.stringMatching(/^[a-z_]\w{0,8}$/).filter((name) => name !== "_"),
    );
    const value = fc
      .oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("'", "\n'\n", "$(echo x)", "`id`", "\\", "!1"))
      .map((text) => text.replaceAll("\0", ""));
    const variables = fc.dictionary(name, value, { maxKeys: 6 });
    await fc.assert(
      fc.asyncProperty(variables, fc.integer({ min: -1, max: 30 }), async (given, level) => {
        const { LC_ALL, LANG, ...others } = given;
        // Bash complains of languages that are not there.
        const language = LC_ALL === undefined && LANG === undefined ? {} : { LC_ALL: "C.UTF-8", LANG: "C" };
        const env = { ...others, ...language, ...(level >= 0 && { SHLVL: String(level) }) };
        const command = "/usr/bin/env -0; exit 3";
        assert.deepEqual(sorted(await told(command, env)), sorted(await started(command, env)));
      }),
      { numRuns: 60 },
    );
  });

  it("hands over any command, and nothing to read", async () => {
    for (const command of [
      "cat; echo $?",
      "printf '%s' \"it's\nthree\nlines\"",
      "# ünïcode 漢字\necho 漢字",
      "exit 7",
    ]) {
      const env = { LC_ALL: "C.UTF-8", PATH: "/usr/bin:/bin" };
      assert.deepEqual(await told(command, env), await started(command, env), command);
    }
  });

  it("is nothing where bash cannot give an environment, or what is said is too long", () => {
    const text = (env: NodeJS.ProcessEnv, command = "true") => handover(command, env, (exports) => exports);
    for (const env of [{ "A-B": "1" }, { "1A": "" }, { "": "1" }, { UID: "0" }, { BASHOPTS: "" }, { RANDOM: "1" }])
      assert.equal(text(env), undefined, JSON.stringify(env));
    for (const SHLVL of ["x", "-1", "1000", ""]) assert.equal(text({ SHLVL }), undefined, SHLVL);
    assert.equal(text({ A: "a\0b" }), undefined);
    assert.equal(text({}, "x".repeat(100_001)), undefined);
    assert.ok(text({ A: "x".repeat(90_000) }));
  });
});
