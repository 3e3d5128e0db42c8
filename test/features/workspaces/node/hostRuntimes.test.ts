/** Runtimes as they are found on a machine (EX-10). */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { HostRuntimes } from "../../../../src/features/workspaces/node/hostRuntimes";
import { type Tree, tempFolder } from "../../../support/tempFolder";

/** A folder of programs, each a script. */
function programs(scripts: Readonly<Record<string, string>>): string {
  const folder = tempFolder(scripts satisfies Tree);
  for (const name of Object.keys(scripts)) chmodSync(join(folder, name), 0o755);
  return folder;
}

const tells = (text: string) => `#!/bin/sh\necho '${text}'\n`;
const on = (...folders: string[]) => new HostRuntimes({ env: { PATH: folders.join(delimiter) } });

describe("the runtimes of a machine", () => {
  it("are those on the PATH, with their versions", async () => {
    const folder = programs({
      deno: tells("deno 2.1.4 (stable, release)\nv8 13.0\ntypescript 5.6.2"),
      node: tells("v22.18.0"),
      python3: tells("Python 3.12.1"),
      bash: tells("GNU bash, version 5.2.15(1)-release (x86_64)"),
      sh: "#!/bin/sh\n",
    });
    assert.deepEqual(await on(folder).survey([]), {
      found: [
        { name: "deno", command: "deno", program: join(folder, "deno"), version: "2.1.4" },
        { name: "node", command: "node", program: join(folder, "node"), version: "22.18.0" },
        { name: "python", command: "python3", program: join(folder, "python3"), version: "3.12.1" },
        { name: "bash", command: "bash", program: join(folder, "bash"), version: "5.2.15" },
        { name: "sh", command: "sh", program: join(folder, "sh") },
      ],
      broken: [],
    });
  });

  it("agree with what this machine's own programs say", async () => {
    const { found } = await new HostRuntimes().survey([]);
    const version = (command: string) => spawnSync(command, ["--version"], { encoding: "utf8" }).stdout;
    const node = found.find(({ name }) => name === "node");
    assert.equal(`v${node?.version}\n`, version("node"));
    const bash = found.find(({ name }) => name === "bash");
    assert.ok(version("bash").includes(`version ${bash?.version}`));
  });

  it("are broken where they fail, say nothing or cannot be started, and then say how", async () => {
    const folder = programs({
      deno: "#!/bin/sh\necho 'deno: no such toolchain' >&2\nexit 1\n",
      node: "#!/bin/sh\n",
      python3: "#!/nowhere/python\n",
    });
    const { found, broken } = await on(folder).survey([]);
    assert.deepEqual(found, []);
    assert.deepEqual(
      broken.map(({ name, problem }) => [name, problem]),
      [
        ["deno", 'it says "deno: no such toolchain"'],
        ["node", "it reports no version"],
        ["python", broken[2]?.problem],
      ],
    );
    assert.match(broken[2]?.problem ?? "", /ENOENT/);
  });

  it("take python for python3 where that alone is a Python 3", async () => {
    const named = async (scripts: Readonly<Record<string, string>>) => {
      const { found, broken } = await on(programs(scripts)).survey([]);
      return [found.map(({ command }) => command), broken.map(({ program }) => program.split("/").at(-1))];
    };
    assert.deepEqual(await named({ python: tells("Python 3.9.0") }), [["python"], []]);
    assert.deepEqual(await named({ python3: "#!/bin/sh\nexit 1\n", python: tells("Python 3.9.0") }), [["python"], []]);
    assert.deepEqual(await named({ python: tells("Python 2.7.18") }), [[], ["python"]]);
  });

  it("are never what lies in a folder that agents write in, not by a link either", async () => {
    const theirs = programs({ node: tells("v1.0.0"), deno: tells("deno 1.0.0") });
    const linking = tempFolder();
    symlinkSync(join(theirs, "node"), join(linking, "node"));
    const ours = programs({ node: tells("v2.0.0") });
    const { found } = await on(theirs, linking, ours, "relative").survey([theirs]);
    assert.deepEqual(
      found.map(({ name, version, command }) => [name, version, command]),
      [["node", "2.0.0", join(ours, "node")]],
    );
  });

  it("are no folders and no files that may not be run", async () => {
    const folder = tempFolder({ "node/x": "", deno: tells("deno 1.0.0") });
    assert.deepEqual(await on(folder).survey([]), { found: [], broken: [] });
  });

  it("are asked once, and again when the program is another", async () => {
    const asked = join(tempFolder(), "asked");
    const folder = programs({ node: `#!/bin/sh\necho x >> ${asked}\necho v1.0.0\n` });
    const runtimes = on(folder);
    const version = async () => (await runtimes.survey([])).found[0]?.version;
    assert.deepEqual([await version(), await version()], ["1.0.0", "1.0.0"]);
    assert.equal(readFileSync(asked, "utf8"), "x\n");
    writeFileSync(join(folder, "node"), `${tells("v3.0.0")}# another length\n`);
    assert.equal(await version(), "3.0.0");
  });
});
