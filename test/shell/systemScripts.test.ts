/** Real scripts of the machine: what bash accepts is understood, and nothing in it is lost silently (SH-4). */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { analyse } from "../../src/shell/analyse";
import { isReadOnly } from "../../src/shell/usage";

const folders = [
  "/etc/init.d",
  "/etc/cron.daily",
  "/etc/profile.d",
  "/usr/bin",
  "/usr/sbin",
  "/usr/lib",
  "/usr/share",
  "/usr/local",
];
const mostScripts = 120;
const mostEntries = 30_000;

function isScript(path: string): boolean {
  const start = Buffer.alloc(32);
  const file = openSync(path, "r");
  try {
    readSync(file, start, 0, 32, 0);
  } finally {
    closeSync(file);
  }
  return /^#!\s*\/(?:usr\/)?bin\/(?:env )?(?:ba|da)?sh\b/.test(start.toString("latin1"));
}

/** Shell scripts of the machine, in a fixed order. */
function systemScripts(): string[] {
  const found: string[] = [];
  let entries = 0;
  const visit = (folder: string, depth: number): void => {
    let names: string[];
    try {
      names = readdirSync(folder).sort();
    } catch {
      return;
    }
    for (const name of names) {
      if (found.length >= mostScripts || ++entries > mostEntries) return;
      const path = join(folder, name);
      try {
        const stat = statSync(path);
        if (stat.isDirectory() && depth < 4) visit(path, depth + 1);
        else if (stat.isFile() && stat.size < 60_000 && isScript(path)) found.push(path);
      } catch {
        // Unreadable or gone: not a script for this test.
      }
    }
  };
  for (const folder of folders) visit(folder, 0);
  return found;
}

const bashAccepts = (path: string) => spawnSync("bash", ["-n", path], { stdio: "ignore" }).status === 0;

/** The script as bash itself prints it back, in one spelling and without comments. */
function printedByBash(text: string): string | undefined {
  const { stdout } = spawnSync("/bin/bash", ["--norc", "-O", "extglob"], {
    input: `__script() {\n${text}\n}\ndeclare -f __script\n`,
    encoding: "utf8",
    env: { PATH: "/nowhere" },
    maxBuffer: 1 << 26,
  });
  return stdout.startsWith("__script") ? stdout : undefined;
}

/** Every command with how many arguments it has, in an order of its own. */
const commandsIn = (text: string): string[] =>
  analyse(text)
    .commands.map(({ name, word, args }) => `${name ?? (word ? "?" : "")} ${args.length}`)
    .sort();

describe("scripts of this machine (SH-4)", function () {
  this.timeout(60_000);

  it("are understood when bash accepts them", function () {
    const scripts = systemScripts().filter(bashAccepts);
    if (scripts.length < 5) this.skip();
    const refused = scripts.flatMap((path) => {
      const { parseError, commands } = analyse(readFileSync(path, "utf8"));
      return parseError !== undefined || commands.length === 0 ? [{ path, parseError, commands: commands.length }] : [];
    });
    assert.deepEqual(refused, []);
  });

  it("hold the same commands as bash's own print of them", function () {
    const texts = systemScripts()
      .filter(bashAccepts)
      .map((path) => ({ path, text: readFileSync(path, "utf8") }));
    if (texts.length < 5) this.skip();
    let compared = 0;
    const differing = texts.flatMap(({ path, text }) => {
      const printed = printedByBash(text);
      if (printed === undefined) return [];
      const [found, wanted] = [commandsIn(text), commandsIn(printed)];
      compared += found.length;
      return found.join("\n") === wanted.join("\n") ? [] : [path];
    });
    assert.deepEqual(differing, []);
    assert.ok(compared > 50, `${compared} commands compared`);
  });

  it("are not called harmless when bash refuses them", () => {
    const harmless = systemScripts()
      .filter((path) => !bashAccepts(path))
      .filter((path) => isReadOnly(analyse(readFileSync(path, "utf8"))));
    assert.deepEqual(harmless, []);
  });

  it("are refused when bash refuses them", () => {
    const broken = [
      "if true; then",
      "for x in; do",
      "echo $(",
      "case x in",
      "{ echo",
      "( echo",
      "echo | ; ls",
      "fi",
      "ls && ; id",
      "f() {",
      "[[ a",
      "((1",
    ];
    assert.deepEqual(
      broken.filter(
        (text) => spawnSync("bash", ["-n"], { input: text, stdio: ["pipe", "ignore", "ignore"] }).status === 0,
      ),
      [],
    );
    assert.deepEqual(
      broken.filter((text) => analyse(text).problem === undefined),
      [],
    );
  });
});
