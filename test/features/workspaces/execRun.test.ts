/** exec_run: commands and files in the agent's own workspace, in a real sandbox (EX-1, EX-2, EX-10, SH-15). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BackgroundData } from "../../../src/tools/commands/commandRun";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { execPlace } from "./support/execRuns";

describe("exec_run", () => {
  before(function () {
    return needsBubblewrap(this);
  });

  it("runs a command in the workspace and gives everything that it printed (EX-2, SH-2)", async () => {
    const { run, workspace, asked } = await execPlace();
    const { text, isError, data } = await run({ command: "pwd; echo oops >&2; exit 3" });
    assert.match(
      text,
      new RegExp(`^${workspace.replace("+", "\\+")}\n\\[stderr\\] oops\n\\[exit code: 3, \\d+ ms, in the sandbox\\]$`),
    );
    assert.deepEqual([isError, data.exitCode, data.stdout, data.stderr], [false, 3, `${workspace}\n`, "oops\n"]);
    assert.deepEqual(asked, []);
  });

  it("has a /tmp and links of the agent's own, to leave things in, read and change without a question", async () => {
    const { run, call, asked, outside } = await execPlace({ "a.txt": "one\n" });
    const { data, text } = await run({
      command: "cp a.txt /tmp/a && sed -i s/one/two/ /tmp/a && echo three >> /tmp/a && cat /tmp/a && mv /tmp/a /tmp/b",
    });
    assert.equal(data.stdout, "two\nthree\n", text);
    assert.equal((await run({ command: "cat /tmp/b && rm /tmp/b" })).data.stdout, "two\nthree\n");
    const links = "ln -s a.txt link && echo four > link && cat a.txt && ln -sfn link other && rm link other && ls";
    assert.equal((await run({ command: links })).data.stdout?.split("\n").includes("a.txt"), true);
    assert.equal(asked.length, 0);
    // The system's own stays what it is: outside.
    await run({ command: `cat ${outside}/x` });
    await call("run_command", { command: "cat /tmp/b" });
    assert.deepEqual(
      asked.map(({ decision }) => /is outside the workspace/.test(decision.reason)),
      [true, true],
    );
  });

  it("gives a stack trace whole, with file and line (EX-2, C-33)", async () => {
    const { run } = await execPlace({
      "p/deep.py": "def fall(n):\n    if n == 0:\n        raise ValueError('the end')\n    fall(n - 1)\n",
      "p/a.py": "from deep import fall\nfall(2)\n",
    });
    const { data } = await run({ file: "p/a.py" });
    const places = [...(data.stderr ?? "").matchAll(/File ".*\/(p\/\w+\.py)", line (\d+)/g)].map(
      ([, file, line]) => `${file}:${line}`,
    );
    assert.deepEqual(places, ["p/a.py:2", "p/deep.py:4", "p/deep.py:4", "p/deep.py:3"]);
    assert.match(data.stderr ?? "", /^Traceback[\s\S]*ValueError: the end\n$/);
    assert.equal(data.exitCode, 1);
  });

  it("runs files with arguments and input as they are given (EX-10)", async () => {
    const echo =
      "#!/usr/bin/env node\nprocess.stdin.on('data', (d) => process.stdout.write(d)).on('end', () => console.log(JSON.stringify(process.argv.slice(2))))";
    const { run, asked } = await execPlace({ "scratch/echo": echo, "scratch/b.sh": 'cat; printf "%s|" "$@"' });
    const args = ["it's", "$HOME", "", "a\nb", "--x"];
    assert.equal(
      (await run({ file: "scratch/echo", args, input: "in\n" })).data.stdout,
      `in\n${JSON.stringify(args)}\n`,
    );
    const { data } = await run({ file: "scratch/b.sh", cwd: "scratch", args, input: "in " });
    assert.equal(data.stdout, `in ${args.join("|")}|`);
    assert.deepEqual(asked, []);
  });

  it("starts every command in the workspace, and moves no other tool's folder", async () => {
    const { run, call, root, workspace } = await execPlace({ "p/x": "" });
    const { text } = await run({ command: "cd p" });
    assert.doesNotMatch(text, /next command/);
    assert.equal((await run({ command: "pwd" })).data.stdout, `${workspace}\n`);
    assert.equal((await run({ command: "pwd", cwd: "p" })).data.stdout, `${workspace}/p\n`);
    assert.match((await call("run_command", { command: "pwd" })).text, new RegExp(`^${root}\n`));
  });

  it("says what there is where a runtime is not (EX-10)", async () => {
    const survey = async () => ({
      found: [{ name: "bash", command: "bash", program: "/bin/bash", version: "5.2.0" } as const],
      broken: [],
    });
    const { run } = await execPlace({}, { host: { runtimes: { survey } } });
    const { text, data } = await run({ command: "PATH=/nowhere; deno --version" });
    assert.equal(data.exitCode, 127);
    assert.equal(text.split("\n").at(-1), "[deno is not available here; available: bash 5.2.0]");
    assert.equal(data.remark, "[deno is not available here; available: bash 5.2.0]");
    assert.equal((await run({ command: "no-such-tool" })).data.remark, undefined);
  });

  it("says where a runtime is that the sandbox hides, and not that it is available (EX-10)", async () => {
    const deno = { name: "deno", command: "deno", program: "/tmp/my tools/deno", version: "2.9.6" } as const;
    const survey = async () => ({ found: [deno], broken: [] });
    const { run } = await execPlace({}, { host: { runtimes: { survey } } });
    const { data } = await run({ command: "PATH=/nowhere; deno --version" });
    assert.equal(
      data.remark,
      "[deno is installed at /tmp/my tools/deno, where commands here do not find it: tell the person, who can install it in another folder of the PATH]",
    );
  });

  it("has a home of its own, in which git, npm, pip and python work (C-36)", async () => {
    const { run, workspace } = await execPlace();
    const says = async (command: string) => {
      const { data, text } = await run({ command });
      assert.equal(data.exitCode, 0, text);
      return data.stdout ?? "";
    };
    assert.equal(await says('echo "$HOME|$TMPDIR|$(cd && pwd)"'), `${workspace}|${workspace}/.tmp|${workspace}\n`);
    assert.ok((await says("mktemp")).startsWith(`${workspace}/.tmp/`));
    assert.equal(await says("npm config get cache"), `${workspace}/.cache/npm\n`);
    assert.equal(await says("npm config get userconfig"), `${workspace}/.npmrc\n`);
    assert.equal(
      await says("python3 -c 'import tempfile, pathlib; print(tempfile.gettempdir(), pathlib.Path.home())'"),
      `${workspace}/.tmp ${workspace}\n`,
    );
    assert.equal(await says("node -p 'os.homedir() + os.tmpdir()'"), `${workspace}${workspace}/.tmp\n`);
    await says("git init -q g && cd g && touch a && git add a && git commit -qm first && git config --global x.y z");
    assert.equal(
      execFileSync("git", ["log", "--format=%s %an %ae"], { cwd: join(workspace, "g"), encoding: "utf8" }),
      "first agent agent@localhost\n",
    );
    assert.equal(readFileSync(join(workspace, ".gitconfig"), "utf8"), "[user]\n\tname = agent\n[x]\n\ty = z\n");
  });

  it("has none of the person's variables, whatever they are called (SH-15, C-36)", async () => {
    process.env.TOOLCRIB_TEST_HARMLESS = "secret";
    try {
      const { run } = await execPlace();
      const { stdout = "" } = (await run({ command: "env" })).data;
      assert.match(stdout, /^HOME=/m);
      assert.doesNotMatch(stdout, /TOOLCRIB_TEST_HARMLESS|secret/);
    } finally {
      delete process.env.TOOLCRIB_TEST_HARMLESS;
    }
  });

  it("has the same home and variables without a sandbox, where a person is asked (C-36, C-43)", async () => {
    const { run, workspace, asked } = await execPlace({}, { settings: { "toolcrib.sandbox": "off" } });
    const { data } = await run({ command: 'echo "$HOME|$TMPDIR|$PIP_REQUIRE_VIRTUALENV|$OLDPWD"' });
    assert.equal(data.stdout, `${workspace}|${workspace}/.tmp|1|\n`);
    assert.equal(asked.length, 1);
  });

  it("runs no runtime that the managed policy does not name, as a command either (EN-2)", async () => {
    const { run } = await execPlace({}, { managed: JSON.stringify({ version: 1, exec: { runtimes: ["node"] } }) });
    const { text, isError } = await run({ command: "python3 -V" });
    assert.match(text, /^Denied by policy: the managed policy does not allow the runtime python3/);
    assert.equal(isError, true);
    assert.equal((await run({ command: "node -p 1" })).data.stdout, "1\n");
  });

  it("goes on in the background, where job_output reads what it prints (SH-8)", async () => {
    const { run, call, crib } = await execPlace({ "slow.sh": "echo begun; read line; echo $line" });
    const { text, data } = await run({ file: "slow.sh", background: true, input: "given\n" });
    assert.match(text, /^Started bg_task_1 in the background: /);
    assert.equal((data as unknown as BackgroundData).job, "bg_task_1");
    await crib.jobs.of("tester").find("bg_task_1")?.ended;
    const output = (await call("job_output", { id: "bg_task_1", offset: 0 })).text;
    assert.match(output, /^begun\ngiven\n\[bg_task_1: exit code: 0, .*; bytes 0 to 12 of 12\]$/);
  });
});
