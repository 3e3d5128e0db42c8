/** What programs ask for in vain: the real programs where there are any, and the words of others. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { questionNote } from "../../../src/core/jobs/commandEnding";
import { unansweredQuestion } from "../../../src/tools/commands/unansweredQuestion";
import { realCrib } from "../../support/realCrib";

const isThere = (program: string) => spawnSync("bash", ["-c", `command -v ${program}`]).status === 0;

/** A server that wants to know who asks, and a clone from it. */
const clone = `node -e '
  const server = require("http").createServer((_, to) => to.writeHead(401, {"WWW-Authenticate": "Basic realm=x"}).end());
  server.listen(0, "127.0.0.1", () => {
    const url = "http://127.0.0.1:" + server.address().port + "/x";
    const git = require("child_process").spawn("git", ["-c", "credential.helper=", "ls-remote", url], {stdio: "inherit"});
    git.on("exit", (code) => process.exit(code));
  });'`;

describe("programs that asked in vain", function () {
  this.timeout(30_000);

  const answer = (line: string) =>
    `[it asked "${line}" and got no answer: give it with input, or use an option that skips the question, such as --yes]`;
  const terminal = (line: string) =>
    `[it needs a terminal, and there is none ("${line}"): set tty, or use options or settings that make it non-interactive]`;
  const rows: [program: string, command: string, note: string | RegExp][] = [
    ["python3", "python3 -c 'input(\"Name: \")'", answer("Name:")],
    ["python3", "python3 -c 'input()'", answer("EOFError: EOF when reading a line")],
    ["bash", "read -p 'Name? ' name </dev/tty", terminal("/bin/bash: line 1: /dev/tty: No such device or address")],
    ["bash", "printf 'Go on? [y/N] '; read -r yes", answer("Go on? [y/N]")],
    ["dash", "dash -c 'read x </dev/tty'", /\(".*\/dev\/tty: No such device or address"\)/],
    [
      "git",
      clone,
      /^\[it needs a terminal.*could not read Username for 'http:\/\/127\.0\.0\.1:\d+': terminal prompts disabled/,
    ],
    [
      "ssh",
      "ssh -tt -o BatchMode=no -F none nobody@127.0.0.1 -p 1 || ssh -t -F none 127.0.0.1 -p 1",
      /Pseudo-terminal will not be allocated/,
    ],
    ["gpg", "GNUPGHOME=$(mktemp -d) gpg --batch=no -c a.txt", /Inappropriate ioctl for device|\/dev\/tty/],
    ["npm", "npm init", answer("package name: (ws)")],
    ["tmux", "tmux", terminal("open terminal failed: not a terminal")],
    [
      "git",
      "git init -q && git -c user.email=a@b -c user.name=n commit --allow-empty",
      '[it tried to open an editor, and there is none ("Aborting commit due to empty commit message."): give the text with an option, such as -m]',
    ],
  ];
  for (const [program, command, note] of rows)
    it(command.split("\n")[0] as string, async function () {
      if (!isThere(program)) this.skip();
      const { call } = await realCrib({ "a.txt": "" }, { settings: { sandbox: "off" } });
      const { text } = await call("run_command", { command });
      const told = text.split("\n").filter((line) => /^\[it (asked|needs|tried)/.test(line));
      assert.equal(told.length, 1, text);
      if (typeof note === "string") assert.equal(told[0], note);
      else assert.match(told[0] as string, note);
    });

  it("a command that is stopped after it asked is told what it asked", async () => {
    const { call } = await realCrib();
    const { text } = await call("run_command", { command: "printf 'Password: '; sleep 30", timeout_ms: 400 });
    assert.ok(text.includes(`\n${answer("Password:")}\n`), text);
  });

  it("nothing is said of a command that succeeded, or that the person stopped", async () => {
    const { call } = await realCrib();
    assert.ok(!(await call("run_command", { command: "printf 'Name? '" })).text.includes("it asked"));
    const stop = new AbortController();
    const asking = { command: "printf 'Name? '; sleep 30" };
    const { text } = await call("run_command", asking, { signal: stop.signal, progress: () => stop.abort() });
    assert.ok(!text.includes("it asked"), text);
  });

  it("other dialects are told in words that need no parameter of theirs", async () => {
    const { call } = await realCrib({}, { dialect: "flyto" });
    const { text } = await call("Bash", { command: "printf 'Go on? '; exit 1" });
    assert.equal(
      text,
      'Go on? \n[it asked "Go on?" and got no answer: pipe the answer into it, or use an option that skips the question, such as --yes]\n[exit code: 1]',
    );
    assert.equal(
      questionNote({ line: "x", wants: "terminal" }, "shell"),
      '[it needs a terminal, and there is none ("x"): use options or settings that make it non-interactive]',
    );
  });

  it("job_output tells it of a job that runs", async () => {
    const { call, crib } = await realCrib();
    await call("run_command", { command: "printf 'Overwrite? (y/n) '; sleep 30", background: true });
    const { text } = await call("job_output", { id: "bg_task_1", wait_ms: 20_000 });
    assert.equal(text.split("\n").at(-1), answer("Overwrite? (y/n)"));
    await crib.jobs.stopAll();
  });
});

describe("unansweredQuestion", () => {
  const asks = [
    ["Continue? ", "Continue?"],
    ["a\nPassword: ", "Password:"],
    ["Proceed (y/n)", "Proceed (y/n)"],
    ["Do you want this [Y/n] ", "Do you want this [Y/n]"],
    ["Are you sure you want to continue connecting (yes/no/[fingerprint])? ", undefined],
    ["package name: (x) ", "package name: (x)"],
    ["mysql> ", "mysql>"],
  ] as const;
  for (const [text, line = text.trim()] of asks)
    it(JSON.stringify(text), () => assert.deepEqual(unansweredQuestion("", text), { line, wants: "answer" }));

  const complains = [
    "the input device is not a TTY",
    "stdin is not a terminal",
    "Vim: Error reading input, exiting...",
    "Vim: Warning: Input is not from a terminal",
    "su: must be run from a terminal",
    "sudo: a terminal is required to read the password; either use the -S option",
    "Host key verification failed.",
    "me@host: Permission denied (publickey,password).",
    "gpg: cannot open '/dev/tty': No such device or address",
    "fatal: could not read Password for 'https://me@host': terminal prompts disabled",
  ];
  for (const line of complains)
    it(line, () => assert.deepEqual(unansweredQuestion(`${line}\nmore\n`), { line, wants: "terminal" }));

  it("Do you want to continue? [Y/n] Abort.", () =>
    assert.deepEqual(unansweredQuestion("Do you want to continue? [Y/n] Abort.\n"), {
      line: "Do you want to continue? [Y/n] Abort.",
      wants: "answer",
    }));

  for (const text of [
    "",
    "done",
    "Downloading: 34%",
    "error: missing file\n",
    "Continue? \n",
    "Permission denied (publickey).\n",
    "not a tty\n",
    "100",
    "</html>",
  ])
    it(`nothing in ${JSON.stringify(text)}`, () => assert.equal(unansweredQuestion(text), undefined));

  it("what is quoted is short, whatever was printed", () =>
    fc.assert(
      fc.property(fc.string({ maxLength: 6000 }), fc.constantFrom("? ", ": ", " [y/N] "), (text, end) => {
        const { line } = unansweredQuestion(text + end) ?? { line: "" };
        assert.ok(line.length <= 121 && !line.includes("\n"), line);
      }),
    ));
});
