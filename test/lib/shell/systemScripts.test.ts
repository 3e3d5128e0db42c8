/** Real scripts of the machine: what bash accepts is understood, and empty is lost silently (SH-4). */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, type Dirent, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { analyse } from "../../../src/lib/shell/analyse";
import { isReadOnly } from "../../../src/lib/shell/usage";

const folders = ["/etc", "/usr", "/lib", "/opt", fileURLToPath(new URL("../../../node_modules", import.meta.url))];
/** Everything else with an extension is known not to be a shell script, and is not opened. */
const extensions = /^(?:|\.(?:sh|bash|in|postinst|prerm|preinst|postrm|config|\d+))$/;

function startsAsScript(path: string): boolean {
  const start = Buffer.alloc(64);
  const file = openSync(path, "r");
  try {
    readSync(file, start, 0, start.length, 0);
  } finally {
    closeSync(file);
  }
  return /^#! ?\/(?:usr\/)?bin\/(?:env (?:-S )?)?(?:ba|da)?sh\b/.test(start.toString("latin1"));
}

/** A script of the machine. */
interface FoundScript {
  readonly path: string;
  readonly text: string;
  readonly accepted: boolean;
}

const bashAccepts = (path: string) => spawnSync("bash", ["-n", path], { stdio: "ignore" }).status === 0;

/** Every shell script in the folders, each text once, in a fixed order. Links are not followed. */
function findScripts(): FoundScript[] {
  const found = new Map<string, string>();
  const visit = (folder: string): void => {
    let entries: Dirent[];
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch {
      return;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile() && extensions.test(extname(entry.name))) {
        try {
          const text = startsAsScript(path) ? readFileSync(path, "utf8") : "";
          if (text !== "" && !found.has(text)) found.set(text, path);
        } catch {
          // Unreadable or gone: not a script for this test.
        }
      }
    }
  };
  for (const folder of folders) visit(folder);
  return [...found].map(([text, path]) => ({ path, text, accepted: bashAccepts(path) }));
}

/**
 * The script as bash itself prints it back, in one spelling and without comments. What lies behind a brace that closes the
 * function early would run: restricted, it starts no program.
 */
function printedByBash(text: string): string | undefined {
  const { stdout } = spawnSync("/bin/bash", ["--restricted", "--norc", "-O", "extglob"], {
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
  this.timeout(240_000);

  let scripts: readonly FoundScript[];
  let accepted: readonly FoundScript[];
  before(() => {
    scripts = findScripts();
    accepted = scripts.filter((script) => script.accepted);
  });

  it("are understood when bash accepts them", function () {
    if (accepted.length < 5) this.skip();
    const refused = accepted.flatMap(({ path, text }) => {
      const { parseError, commands } = analyse(text);
      return parseError !== undefined || commands.length === 0 ? [{ path, parseError, commands: commands.length }] : [];
    });
    assert.deepEqual(refused, []);
  });

  it("hold the same commands as bash's own print of them", function () {
    if (accepted.length < 5) this.skip();
    const unprinted: string[] = [];
    const differing: string[] = [];
    let compared = 0;
    for (const { path, text } of accepted) {
      const printed = printedByBash(text);
      if (printed === undefined) unprinted.push(path);
      else {
        const [found, wanted] = [commandsIn(text), commandsIn(printed)];
        compared += found.length;
        if (found.join("\n") !== wanted.join("\n")) differing.push(path);
      }
    }
    assert.deepEqual(differing, []);
    assert.ok(compared > 50, `${compared} commands compared`);
    // Few enough that the rest says something about all of them.
    assert.ok(unprinted.length * 20 < accepted.length, `not printed: ${unprinted.join(", ")}`);
  });

  it("are not called harmless when bash refuses them", () => {
    const harmless = scripts.filter(({ accepted: fine, text }) => !fine && isReadOnly(analyse(text)));
    assert.deepEqual(
      harmless.map(({ path }) => path),
      [],
    );
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
