/** The headless host in the homes that people have: not root's, not only ASCII, and never only once. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, readdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { plant } from "../support/tempFolder";
import { asOrdinaryProgram, isRoot, nobody } from "../support/unprivileged";
import { program } from "./support/program";

const start = promisify(execFile);

interface Answer {
  readonly text: string;
  readonly isError: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A home with a workspace in it, and calls that an ordinary user makes there, each in a process of its own. */
function homeNamed(name: string, { umask = "022", path = process.env.PATH ?? "" } = {}) {
  const home = join(realpathSync(mkdtempSync(join(tmpdir(), "toolcrib-home-"))), name);
  const root = join(home, "work");
  plant(home, { "work/a.txt": "one\n", "closed/rg": "" });
  chmodSync(join(home, "closed"), 0);
  if (isRoot) for (const folder of [join(home, ".."), home, root]) chownSync(folder, nobody, nobody);
  const env = {
    ...process.env,
    HOME: home,
    PATH: path.replaceAll("HOME", home),
    // A place that is not absolute is none.
    XDG_STATE_HOME: "",
    XDG_DATA_HOME: "",
  };
  const call = async (tool: string, input: object): Promise<Answer> => {
    const words = [process.execPath, program, "call", tool, JSON.stringify(input), "--root", root, "--approve", "all"];
    const line = [...asOrdinaryProgram, "sh", "-c", 'umask "$0" && exec "$@"', umask, ...words];
    const { stdout } = await start(line[0] ?? "", line.slice(1), { env, cwd: root });
    return JSON.parse(stdout) as Answer;
  };
  return { home, root, call };
}

const threeTimes = async (call: (tool: string, input: object) => Promise<Answer>) => {
  for (const name of ["first", "second", "third"])
    assert.deepEqual(
      [name, (await call("run_command", { command: `echo ${name} | tee ${name}.txt` })).data.stdout],
      [name, `${name}\n`],
    );
};

describe("toolcrib call, for an ordinary user", () => {
  it("runs a command the second and third time as it did the first", async () => {
    const { root, call } = homeNamed("person");
    await threeTimes(call);
    assert.deepEqual(readdirSync(root).sort(), ["a.txt", "first.txt", "second.txt", "third.txt"]);
  });

  it("in a home with spaces and with letters beyond ASCII", () => threeTimes(homeNamed("Jörg Müller 名前").call));

  for (const umask of ["077", "000"])
    it(`with the umask ${umask}`, () => threeTimes(homeNamed("person", { umask }).call));

  it("two at once, from the first call on", async () => {
    const { call } = homeNamed("person");
    const answers = await Promise.all([1, 2, 3, 4].map((n) => call("run_command", { command: `echo ${n}` })));
    assert.deepEqual(
      answers.map(({ data }) => data.stdout),
      ["1\n", "2\n", "3\n", "4\n"],
    );
  });

  it("with a folder in PATH that may not be entered", async () => {
    const { call } = homeNamed("person", { path: ["HOME/closed", process.env.PATH].join(delimiter) });
    assert.match((await call("search_text", { pattern: "one" })).text, /a\.txt/);
    assert.equal((await call("run_command", { command: "echo here" })).data.stdout, "here\n");
  });

  it("in a home that is read-only what reads is answered", async () => {
    const { home, root, call } = homeNamed("person");
    chmodSync(home, 0o555);
    assert.equal((await call("read_file", { path: "a.txt" })).text, "one\n");
    assert.equal((await call("search_text", { pattern: "one" })).isError, false);
    assert.deepEqual(readdirSync(root), ["a.txt"]);
  });

  it("in a home that is read-only no command runs, and the answer says what to do about it", async () => {
    const { home, call } = homeNamed("person");
    chmodSync(home, 0o555);
    const { text, isError } = await call("run_command", { command: "echo here" });
    assert.equal(isError, true);
    assert.match(
      text,
      /^Toolcrib's state folder cannot be written \(EACCES: .*\), so the command was not run: tell the person to free disk space for it or to make it writable\.$/,
    );
  });
});
