/** `--managed FILE` and policy files in plain Node: they tighten, are told by file and line, and are explained (D-1). */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { run, workplace } from "./support/program";

describe("toolcrib --managed", () => {
  const start = (...texts: string[]) => {
    const { root, state } = workplace();
    const files = texts.map((text, at) => {
      const file = join(dirname(root), `managed${at}.json`);
      writeFileSync(file, text);
      return file;
    });
    const options = [
      "--root",
      root,
      "--state",
      state,
      "--approve",
      "all",
      ...files.flatMap((file) => ["--managed", file]),
    ];
    return { root, files, options };
  };
  const explained = async (options: string[], ...questions: object[]) => {
    const { out, err } = await run(
      ["explain", ...options],
      questions.map((one) => `${JSON.stringify(one)}\n`).join(""),
    );
    const answers = out
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    return { err, answers: answers.map(({ decision, rule, reason }) => [decision, rule, reason]) };
  };

  it("explains with what every file says", async () => {
    const { options } = start(
      '{"exec": {"disabled": true}}',
      '{"rules": [{"effect": ["read", "write"], "match": "a.txt", "decision": "deny", "reason": "not this one"}], "hosts": {"denied": ["x.example"]}}',
    );
    const { err, answers } = await explained(
      options,
      { command: "ls" },
      { read: "a.txt" },
      { write: "a.txt" },
      { read: "b.txt" },
      { fetch: "https://x.example/" },
    );
    assert.equal(err, "");
    assert.deepEqual(answers, [
      ["deny", "policy.managed", "the managed policy does not allow commands"],
      ["deny", "policy.managed", "not this one"],
      ["deny", "policy.managed", "not this one"],
      ["allow", "scope", "reading inside the workspace"],
      ["deny", "policy.managed", "the managed policy denies this host"],
    ]);
  });

  it("refuses a call whatever --approve says", async () => {
    const { options, root } = start('{"exec": {"disabled": true}}');
    const { out, code } = await run(["call", "run_command", '{"command": "touch made"}', ...options]);
    const { isError, data } = JSON.parse(out);
    assert.deepEqual([isError, data, code, existsSync(join(root, "made"))], [true, { error: "denied" }, 0, false]);
  });

  it("tells a broken file and a wrong example by file and line, and lets tools only read", async () => {
    const { options, root, files } = start('{\n  "exec": { "disabeld": true }\n}');
    mkdirSync(join(root, ".toolcrib"));
    const own = join(root, ".toolcrib", "policy.jsonc");
    writeFileSync(own, '{"rules": [\n  {"effect": "exec", "match": ["ls"], "decision": "ask", "matches": ["wc"]}\n]}');
    const { err, answers } = await explained(options, { command: "pwd" }, { read: "a.txt" }, { write: "a.txt" });
    const broken = `${files[0]}:2: exec.disabeld: the key does not exist`;
    assert.equal(
      err,
      `toolcrib: ${broken}\ntoolcrib: ${own}:2: rules[0]: it does not match its example "wc"; the rule still applies\n`,
    );
    const reason = `the policy file is invalid: ${broken}, so tools may only read the workspace`;
    assert.deepEqual(answers, [
      ["deny", "policy.unusable", reason],
      ["allow", "scope", "reading inside the workspace"],
      ["deny", "policy.unusable", reason],
    ]);
  });

  it("a file that is not there is a broken one", async () => {
    const { options, root } = start();
    const missing = join(root, "none.json");
    const { err, answers } = await explained([...options, "--managed", missing], { write: "a.txt" });
    assert.equal(err, `toolcrib: ${missing}:1: it is not there\n`);
    assert.equal(answers[0]?.[0], "deny");
  });
});
