/** `toolcrib doctor` and `toolcrib policy show` (D-1). */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { needsBubblewrap } from "../node/sandbox/support/world";
import { program, run, workplace } from "./support/program";

/** The program where the system's folder of programs has nothing but Node, as on a machine without bubblewrap, ripgrep and git. */
function bareProgram(): (args: readonly string[]) => Promise<{ readonly code: number | null; readonly out: string }> {
  const folder = mkdtempSync(join(tmpdir(), "crib-bare-"));
  // Away from the packages of this repository, among which is a ripgrep.
  cpSync(dirname(program), join(folder, "dist"), { recursive: true });
  const node = join(folder, "bin", "node");
  const mounts = ["--bind", "/", "/", "--dev", "/dev", "--tmpfs", "/usr/bin", "--tmpfs", "/usr/local/bin"];
  const inside = [...mounts, "--ro-bind", process.execPath, node, "--", node, join(folder, "dist/headless.js")];
  mkdirSync(dirname(node));
  return (args) =>
    new Promise((resolve) => {
      const env = { ...process.env, PATH: "/usr/bin" };
      const child = execFile("/usr/bin/bwrap", [...inside, ...args], { env }, (_, out) =>
        resolve({ code: child.exitCode, out }),
      );
    });
}

describe("toolcrib doctor and policy show", () => {
  it("prints a line for everything it looks at, and ends with 1 when something does not work", async () => {
    const { root, state } = workplace();
    const { code, out } = await run(["doctor", "--root", root, "--state", state]);
    assert.equal(code, 0);
    assert.match(out, /^✓ Program: Toolcrib \d+\.\d+\.\d+ on Node /);
    assert.match(out, new RegExp(`^✓ State: The journal, the record and sessions are in ${state}\\.$`, "m"));
    const file = join(root, "..", "wrong.json");
    writeFileSync(file, JSON.stringify({ sandbox: "sometimes" }));
    const wrong = await run(["doctor", "--json", "--root", root, "--state", state, "--settings", file]);
    assert.equal(wrong.code, 1);
    const findings = JSON.parse(wrong.out) as { subject: string; state: string; text: string }[];
    assert.match(
      findings.find(({ subject, state }) => subject === "Settings" && state === "bad")?.text ?? "",
      /toolcrib\.sandbox: Invalid option/,
    );
  });

  it("says what is missing on a machine without bubblewrap and ripgrep, and what that means", async function () {
    await needsBubblewrap(this);
    const { root, state } = workplace();
    const bare = bareProgram();
    const { code, out } = await bare(["doctor", "--root", root, "--state", state]);
    assert.equal(code, 1);
    const expected = [
      /^✗ Search: ripgrep was not found, so files are found by name alone and no text is searched\. \(change the setting toolcrib\.search\.ripgrepPath\)$/m,
      /^! Sandbox: A command .*bubblewrap is not installed.* \(install bubblewrap: https:.*\)$/m,
      /^! Undo of commands: Commands are asked about before they run .*bubblewrap is not installed\..*$/m,
      /^! Git: git was not found, .* \(install git: https:.*\)$/m,
      /^✓ Audit log: It is unchanged\. Lines: \d+, files: \d+\.$/m,
    ];
    for (const line of expected) assert.match(out, line);
  });

  it("prints what the policy says to examples, by which rule", async () => {
    const { root, state } = workplace();
    const { code, out } = await run(["policy", "show", "--root", root, "--state", state]);
    assert.equal(code, 0);
    assert.match(
      out,
      /^Read\n {2}a file in the workspace: allowed without a question \(scope: reading inside the workspace\)$/m,
    );
    assert.match(out, /^ {2}sudo true: denied \(commands\.denylist: sudo runs commands with other rights\)$/m);
    const json = await run(["policy", "show", "--json", "--root", root, "--state", state]);
    assert.equal((JSON.parse(json.out) as { examples: unknown[] }).examples.length, 13);
    const wrong = await run(["policy", "--root", root, "--state", state]);
    assert.deepEqual([wrong.code, wrong.err], [2, 'toolcrib: "policy " is not a command: use policy show.\n']);
  });
});
