/** A managed policy that cannot be used lets tools only read, and none of them writes one (D-7). */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { denied } from "../support/probe";
import { realCrib } from "../support/realCrib";
import { isMade, openManaged, touch } from "./support/managed";

describe("managed policy: broken files fail closed", () => {
  const broken: [name: string, text: string, line: number, why: string][] = [
    ["half a file", '{\n  "exec": {', 2, "it is not valid JSON (CloseBraceExpected)"],
    ["no JSON", "exec: off", 1, "it is not valid JSON (InvalidSymbol)"],
    ["nothing", "", 1, "it is not valid JSON (ValueExpected)"],
    ["a list", "[]", 1, "Invalid input: expected object, received array"],
    ["an unknown key", '{\n  "exec": {\n    "disable": true\n  }\n}', 3, "exec.disable: the key does not exist"],
    ["a wrong type", '{\n\n  "exec": { "disabled": "yes" }\n}', 3, "exec.disabled: Invalid input"],
    [
      "a loosening value",
      '{"settings": {"sandbox": "off"}}',
      1,
      'settings.sandbox: Invalid input: expected "required"',
    ],
    [
      "a loosening list",
      '{"settings": {"commands.allow": ["x"]}}',
      1,
      "settings.commands.allow: Too big: expected array to have <=0 items",
    ],
    [
      "a loosening rule",
      '{"rules": [{"effect": "exec", "match": "x", "decision": "allow"}]}',
      1,
      'rules[0].decision: Invalid option: expected one of "ask"|"deny"',
    ],
    ["a later version", '{"version": 2}', 1, "version: Invalid input: expected 1"],
    [
      "a role that is none",
      '{"exec": {"disabled": {"roles": ["x"]}}}',
      1,
      'exec.disabled.roles[0]: the role x is not in "roles"',
    ],
    ["a key twice", '{"exec": {"disabled": true},\n"exec": {}}', 2, 'the key "exec" is duplicated or not allowed here'],
    ["a prototype", '{"__proto__": {"exec": {}}}', 1, 'the key "__proto__" is duplicated or not allowed here'],
  ];
  for (const [name, text, line, why] of broken)
    it(`${name}: only reading in the workspace is possible, and the reason names file and line`, async () => {
      const at = await openManaged(text, { settings: { readOutsideRoots: "ask", "commands.allow": [["touch"]] } });
      const file = join(dirname(at.root), "managed.json");
      const advice = "continue with read-only work in the workspace, or tell the person that the policy needs fixing";
      const reason = `the policy file is invalid: ${file}:${line}: ${why}, so tools may only read the workspace`;
      assert.equal((await at.call("run_command", { command: "ls" })).text, denied("Run ls", reason, advice));
      for (const [tool, input] of [
        ["run_command", touch],
        ["write_file", { path: "made", content: "x" }],
        ["read_file", { path: join(at.outside, "o.txt") }],
      ] as const)
        assert.equal((await at.call(tool, input)).isError, true, tool);
      assert.deepEqual([isMade(at), at.asked.length], [false, 0]);
      assert.equal((await at.call("read_file", { path: "a.txt" })).isError, false);
      assert.equal((await at.call("search_text", { pattern: "one" })).isError, false);
    });

  it("a file named by the setting must be there", async () => {
    const at = await realCrib({}, { settings: { managedPolicy: "/nowhere/policy.json" } });
    assert.match(
      (await at.call("run_command", touch)).text,
      /\/nowhere\/policy\.json:1: it is not there, so tools may only read/,
    );
    assert.equal(isMade(at), false);
  });

  it("holds from the moment a file is there, and until it is repaired", async () => {
    const at = await realCrib();
    const file = join(dirname(at.root), "managed.json");
    const run = async () => (await at.call("run_command", { command: "ls" })).isError;
    assert.equal(await run(), false);
    writeFileSync(file, "{");
    assert.equal(await run(), true);
    writeFileSync(file, "{}");
    assert.equal(await run(), false);
    const [log = ""] = readdirSync(join(at.state, "audit")).filter((name) => name.endsWith(".jsonl"));
    const lines = readFileSync(join(at.state, "audit", log), "utf8")
      .trim()
      .split("\n");
    const events = lines
      .map((line) => JSON.parse(line))
      .flatMap(({ event, detail }) => (event ? [[event, detail]] : []));
    assert.deepEqual(events, [
      ["policy broken", `the policy file is invalid: ${file}:1: it is not valid JSON (CloseBraceExpected)`],
      ["policy repaired", ""],
    ]);
  });

  it("no tool writes a policy, whoever says yes (D-7)", async () => {
    const inside = await realCrib({ "policy.json": "{}", ".toolcrib/policy.jsonc": "{}" });
    const at = await realCrib({}, { settings: { managedPolicy: join(inside.root, "policy.json") } });
    const crib = {
      ...inside.crib,
      context: (caller?: never) => ({ ...inside.crib.context(caller), policies: at.crib.context().policies }),
    };
    const own = crib.rules.find(({ name }) => name === "protectedPaths");
    const judge = async (path: string) => {
      const target = await crib.context().resolve(path);
      return (await own?.judge({ kind: "write", target, before: undefined, after: new Uint8Array() }, crib.context()))
        ?.reason;
    };
    assert.equal(await judge("policy.json"), "it is a managed policy, which no tool may write");
    for (const path of [".toolcrib/policy.jsonc", ".TOOLCRIB/x", ".toolcrib./x"])
      assert.equal(await judge(path), ".toolcrib contains Toolcrib's own policy, which no tool may write", path);
    for (const command of ["echo {} > .toolcrib/policy.jsonc", "rm .toolcrib/policy.jsonc", "cp x .toolcrib/y"])
      assert.equal((await inside.call("run_command", { command })).isError, true, command);
    assert.equal(readFileSync(join(inside.root, ".toolcrib/policy.jsonc"), "utf8"), "{}");
    assert.equal(inside.asked.length, 0);
  });
});
