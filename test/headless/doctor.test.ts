/** `toolcrib doctor` and `toolcrib policy show` (D-1). */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, workplace } from "./support/program";

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
