import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { askedBefore, type Ended, run, workplace } from "./support/program";

const call = (place: { root: string; state: string }, tool: string, input: object, ...more: string[]): Promise<Ended> =>
  run(["call", tool, JSON.stringify(input), "--root", place.root, "--state", place.state, ...more]);

const logOf = (state: string): string => {
  const [name = ""] = readdirSync(join(state, "audit")).filter((one) => one.endsWith(".jsonl"));
  return join(state, "audit", name);
};

describe("toolcrib audit (D-1, D-18)", () => {
  it("D-18 shows what was called, and what was denied, by agent, tool, verdict and file", async () => {
    const place = workplace();
    await call(place, "read_file", { path: "a.txt" });
    await call(place, "write_file", { path: "../b.txt", content: "x" }, "--agent", "bob");
    await call(place, "run_command", { command: "ls --token abc" }, "--approve", "all", ...askedBefore(place.root));
    const show = async (...filter: string[]) => {
      const { out, code } = await run(["audit", "show", "--state", place.state, ...filter]);
      assert.equal(code, 0);
      return out
        .trimEnd()
        .split("\n")
        .map((line) => line.replace(/^\S+ {2}/, "").replace(/\d+ ms$/, "_ ms"));
    };
    const read = "headless  read_file: Read a.txt | allow (scope) | done, _ ms";
    const denied = /^bob {2}write_file: Write .*b\.txt \| deny \(scope\) \| failed \(denied\), _ ms$/;
    assert.deepEqual(await show("--tool", "read_file"), [read]);
    assert.match((await show("--agent", "bob")).join("|"), denied);
    assert.match((await show("--verdict", "deny")).join("|"), denied);
    assert.match((await show("--file", "b.txt")).join("|"), denied);
    const commands = await show("--tool", "run_command");
    assert.match(
      commands[0] ?? "",
      /^headless {2}run_command: Run ls --token \[redacted\] \| ask .*, allowed by option \| begun$/,
    );
    assert.match(commands[1] ?? "", /, allowed by option \| done, exit code \d, _ ms$/);
    assert.deepEqual(await show("--since", "2999-01-01"), [""]);
    assert.equal((await show()).filter((line) => line === "the log is opened by headless").length, 3);
  });

  it("D-18 verifies, and names the line that was changed", async () => {
    const place = workplace();
    await call(place, "read_file", { path: "a.txt" });
    await call(place, "read_file", { path: "none.txt" });
    const verify = () => run(["audit", "verify", "--state", place.state]);
    assert.deepEqual(await verify(), { code: 0, out: "Audit log verified: 4 lines in 1 file.\n", err: "" });
    const path = logOf(place.state);
    writeFileSync(path, readFileSync(path, "utf8").replace("not_found", "not_fount"));
    const { code, out } = await verify();
    assert.equal(code, 1);
    const name = path.slice(path.lastIndexOf("/") + 1);
    assert.equal(out, `${path}:4: Line 4 of ${name} failed verification: its text was changed.\n`);
  });

  it("prints the lines as they are on request, and refuses what it cannot follow", async () => {
    const place = workplace();
    await call(place, "read_file", { path: "a.txt" });
    const { out } = await run(["audit", "show", "--state", place.state, "--tool", "read_file", "--json"]);
    assert.equal(JSON.parse(out).title, "Read a.txt");
    for (const [code, args, message] of [
      [2, ["audit"], 'toolcrib: "audit " is not a command: use audit show or audit verify.\n'],
      [
        1,
        ["audit", "show", "--since", "soon"],
        "toolcrib: --since soon is not a time: write it as 2026-01-31 or 2026-01-31T12:00Z.\n",
      ],
    ] as const)
      assert.deepEqual(await run([...args, "--state", place.state]), { code, out: "", err: message });
  });
});
