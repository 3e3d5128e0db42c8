/** The folder in which a shell ends, told without the command noticing: everything else is compared with plain bash. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { mayChangeFolder, tellingCommand } from "../../../src/node/sandbox/finalFolder";
import { tempFolder } from "../../support/tempFolder";

const root = tempFolder({ "src/a": "", 'it\'s a "folder"/b': "" });
const reports = tempFolder();

function bash(command: string) {
  const { status, signal, stdout, stderr } = spawnSync("bash", ["-c", command], {
    cwd: root,
    encoding: "utf8",
    input: "",
    argv0: "bash",
    // An outermost bash with sockets for its input and output reads other files at its start.
    env: { ...process.env, SHLVL: "1" },
  });
  return { status, signal, stdout: stdout.replace(/^BASHPID.*\n/m, ""), stderr };
}

/** Compares a run with one that tells, and returns what was told. */
async function compared(command: string) {
  const telling = tellingCommand(command, reports, reports);
  assert.deepEqual(bash(telling.command), bash(command), command);
  const folder = await telling.folder();
  assert.deepEqual(readdirSync(reports), []);
  return folder?.replace(root, "ROOT");
}

describe("where a command's shell ended", () => {
  const rows: [command: string, folder: string | undefined][] = [
    ["cd src", "ROOT/src"],
    ["cd src && ls; cd ..", "ROOT"],
    ["cd missing; echo $?", "ROOT"],
    ["cd src; exit 3", "ROOT/src"],
    ["cd src; set -e; false; echo not here", "ROOT/src"],
    ["cd src; set -u; echo $nothing", "ROOT/src"],
    [`cd src; echo \${nothing?gone}`, "ROOT/src"],
    ["cd src; set -x; echo hi", "ROOT/src"],
    ["cd src; set -Cf; umask 777; exit 2", "ROOT/src"],
    ["cd src; exec >/dev/null 2>&1; exit 9", "ROOT/src"],
    ["cd src; (cd /; exit 4)", "ROOT/src"],
    ["(cd src); true", "ROOT"],
    ["false | cd src; echo $?", "ROOT"],
    ["pushd src >/dev/null; pushd / >/dev/null; popd", "ROOT/src"],
    ['cd "it\'s a \\"folder\\""', 'ROOT/it\'s a "folder"'],
    ["pwd() { echo mine; }; cd src; pwd", "ROOT/src"],
    ["cd src; if", "ROOT"],
    ["cd src\nif", "ROOT/src"],
    ["cd src; cat <<A\n'x' \"y\"\nA", "ROOT/src"],
    ["cd src; cat <<A\nno end", "ROOT/src"],
    [`cd src\necho $LINENO "$0" $# $- $SHLVL "$BASH_EXECUTION_STRING" "\${BASH_ENV-unset}"`, "ROOT/src"],
    ["cd src; env | grep -v ^_= | sort; export -p; compgen -v; compgen -A function; shopt; set -o", "ROOT/src"],
    ["cd src; for fd in /proc/self/fd/*; do readlink $fd | sed 's/[0-9]*//g'; done", "ROOT/src"],
    ["cd src; ls /proc/self/fd", "ROOT/src"],
    ["bash -c 'cd src; exit 3'; echo $?", "ROOT"],
    ["cd src; kill -TERM $$; sleep 1", "ROOT/src"],
    ["cd src; kill -KILL $$; sleep 1", undefined],
    ["cd src; exec true", undefined],
    ["cd src; return 5", "ROOT/src"],
    ["unset BASH_ENV; cd src; false", "ROOT/src"],
    ["mkdir -p gone && cd gone && rmdir ../gone", undefined],
  ];
  for (const [command, folder] of rows)
    it(JSON.stringify(command), async () => assert.equal(await compared(command), folder));

  it("whatever the command is made of, it is the same command", async () => {
    const part = fc.constantFrom(
      ...["cd src", "cd ..", "(", ")", "'", '"', "$(", "{ ", "; }", "if", "fi", "\n", ";", "exit 7", "false", "\\"],
      ...[
        "echo $?",
        "set -eu",
        "&&",
        "||",
        "<<E",
        "E",
        "#",
        "`",
        "exec 2>&1",
        "echo é",
        "set -x",
        "$0",
        "9<&-",
        "START",
      ],
    );
    const command = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(" "));
    await fc.assert(
      fc.asyncProperty(command, async (text) => {
        await compared(text);
      }),
      { numRuns: 150 },
    );
  });

  it("is not asked for where the command would notice, or where no cd is", () => {
    const asked = (command: string) => mayChangeFolder(command);
    assert.deepEqual(
      ["cd src", "true && pushd x", "popd", "ls", "abcd; cdx", "cd x; trap -p", "cd x; ulimit -f 0"].map(asked),
      [true, true, true, false, false, false, false],
    );
    assert.deepEqual(["cd x; set -v", "cd x; set -exv", "cd x; set -o verbose", "cd x; set -x"].map(asked), [
      false,
      false,
      false,
      true,
    ]);
    assert.deepEqual([`cd x; : ${"'".repeat(24_900)}`, `cd x; : ${"'".repeat(25_000)}`].map(asked), [true, false]);
    const longest = `cd src; : ${'"'}${"'".repeat(24_900)}${'"'}`;
    assert.equal(bash(tellingCommand(longest, reports, reports).command).status, 0);
    rmSync(join(reports, readdirSync(reports)[0] as string));
  });

  it("believes nothing but a short regular file with an absolute path, and takes away what it finds", async () => {
    const secret = join(tempFolder({ secret: "/etc" }), "secret");
    const forged = async (forge: (file: string) => void) => {
      const { command, folder } = tellingCommand("cd src", reports, reports);
      forge(join(reports, /\.toolcrib-[0-9a-f-]+/.exec(command)?.[0] as string));
      const found = await folder();
      assert.deepEqual(readdirSync(reports), []);
      return found;
    };
    assert.equal(await forged((file) => writeFileSync(file, "/a\nb\n")), "/a\nb");
    assert.equal(await forged((file) => writeFileSync(file, "relative\n")), undefined);
    assert.equal(await forged((file) => writeFileSync(file, `/${"x".repeat(4097)}`)), undefined);
    assert.equal(await forged((file) => symlinkSync(secret, file)), undefined);
    assert.equal(await forged((file) => spawnSync("mkfifo", [file])), undefined);
    assert.equal(await forged((file) => mkdirSync(join(file, "x"), { recursive: true })), undefined);
    assert.equal(await forged(() => {}), undefined);
    assert.ok(existsSync(secret));
  });
});
