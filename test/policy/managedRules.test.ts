/** What an administrator lays down beside commands, in whole calls with a person who always says yes (D-19). */
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { allowsDialect } from "../../src/composition/makeCribs";
import type { ManagedPolicy } from "../../src/core/settings/managedPolicy";
import { dialectNames } from "../../src/core/vocabulary/dialectNames";
import { denied } from "../support/probe";
import { realCrib } from "../support/realCrib";
import { commandsOff, openManaged, touch } from "./support/managed";

describe("managed policy: tools, dialects, hosts, rules and settings", () => {
  it("denies a tool by its own name in any dialect, before it looks at anything", async () => {
    for (const dialect of ["standard", "qwen"] as const) {
      const at = await openManaged({ tools: { denied: ["WRITE_FILE"] } }, { dialect });
      const { text, isError } = await at.call("write_file", { path: "n", file_path: join(at.root, "n"), content: "x" });
      assert.ok(isError);
      assert.match(text, /the managed policy denies the tool write_file/);
      assert.deepEqual([existsSync(join(at.root, "n")), at.asked.length], [false, 0]);
    }
  });

  it("allows no tool but those named, not even one without effects", async () => {
    const at = await openManaged({ tools: { allowed: ["read_file"] } });
    assert.equal((await at.call("read_file", { path: "a.txt" })).isError, false);
    for (const [tool, input] of [
      ["job_output", { job: "x" }],
      ["list_directory", {}],
    ] as const)
      assert.match((await at.call(tool, input)).text, new RegExp(`the managed policy does not allow the tool ${tool}`));
  });

  it("allows no dialect but those named", async () => {
    const policy = { dialects: ["qwen"] };
    const input = (root: string) => ({
      path: "a.txt",
      absolute_path: join(root, "a.txt"),
      file_path: join(root, "a.txt"),
    });
    const standard = await openManaged(policy);
    assert.match((await standard.call("read_file", input(standard.root))).text, /does not allow the dialect standard/);
    const { policies } = standard.crib.context();
    assert.deepEqual(
      dialectNames.filter((name) => allowsDialect(policies, name)),
      ["qwen"],
    );
    const qwen = await openManaged(policy, { dialect: "qwen" });
    assert.equal((await qwen.call("read_file", { absolute_path: join(qwen.root, "a.txt") })).isError, false);
  });

  it("denies and restricts hosts, for requests and commands, whatever the user allows", async () => {
    const settings = { "web.allowedHosts": ["bad.example", "good.example", "other.example"] };
    const { crib } = await openManaged(
      { hosts: { denied: ["bad.example"], allowed: ["good.example", "*.bad.example"] } },
      { settings },
    );
    const context = crib.context();
    const judge = async (url: string) => {
      const own = crib.rules.find(({ name }) => name === "policy");
      const cwd = await context.resolve(".");
      const fetched = await own?.judge({ kind: "fetch", url, method: "GET" }, context);
      const run = await own?.judge({ kind: "exec", command: `curl ${url}`, cwd, timeoutMs: 1 }, context);
      return [fetched?.kind, run?.kind, context.confinement().reach.judge(url).refused];
    };
    const denies = "the managed policy denies this host";
    const omits = "the managed policy does not allow this host";
    assert.deepEqual(await judge("https://bad.example/x"), ["deny", "deny", denies]);
    assert.deepEqual(await judge("https://other.example/"), ["deny", "deny", omits]);
    assert.deepEqual(await judge("https://good.example/"), [undefined, undefined, undefined]);
    assert.deepEqual(await judge("https://good.example:444/"), ["deny", "deny", omits]);
  });

  it("denies what its rules deny, with their reason", async () => {
    const at = await openManaged({
      rules: [
        { effect: ["read", "write"], match: "secret/**", decision: "deny", reason: "the secrets are not for agents." },
        { effect: "exec", match: ["touch"], decision: "deny" },
        { effect: "write", match: "*.md", decision: "ask" },
      ],
    });
    const reason = "the secrets are not for agents";
    assert.equal((await at.call("read_file", { path: "secret/b.txt" })).text, denied("Read secret/b.txt", reason));
    const { isError } = await at.call("write_file", { path: "secret/new.txt", content: "x" });
    assert.deepEqual([isError, existsSync(join(at.root, "secret/new.txt"))], [true, false]);
    assert.equal(
      (await at.call("run_command", touch)).text,
      denied("Run touch made", "the managed policy denies touch"),
    );
    assert.equal(at.asked.length, 0);
    await at.call("write_file", { path: "x.md", content: "x" });
    assert.deepEqual(
      at.asked.map(({ decision: { always, reason } }) => [always, reason]),
      [[true, "the managed policy asks about *.md"]],
    );
  });

  it("what it denies to be read is not listed, searched, or reached by a command", async () => {
    const at = await openManaged({ rules: [{ effect: "read", match: "secret/**", decision: "deny" }] });
    assert.doesNotMatch((await at.call("list_directory", { path: "secret" })).text, /b\.txt/);
    assert.doesNotMatch((await at.call("search_text", { pattern: "two" })).text, /secret/);
    assert.equal((await at.call("run_command", { command: "cat secret/b.txt" })).isError, true);
    assert.equal((await at.call("run_command", { command: "mytool secret/b.txt" })).isError, true);
    assert.equal(at.asked.length, 0);
    assert.equal((await at.call("read_file", { path: "a.txt" })).isError, false);
  });

  it("tightens settings, and keeps lists of the user's empty", async () => {
    const settings = {
      sandbox: "off",
      readOutsideRoots: "ask",
      "commands.allow": [["touch"]],
      "web.allowedHosts": ["x.example"],
    };
    const policy: Partial<ManagedPolicy> = {
      settings: {
        sandbox: "required",
        readOutsideRoots: "deny",
        "audit.strict": true,
        "commands.allow": [],
        "web.allowedHosts": [],
        protectedPaths: ["*.lock"],
      },
    };
    for (const dialect of ["standard", "triggerfish"] as const) {
      const at = await openManaged(policy, { dialect, settings });
      writeFileSync(join(at.outside, "o.txt"), "out");
      const { settings: held } = at.crib.context();
      assert.deepEqual(
        [held.sandbox, held["audit.strict"], held["commands.allow"], held["web.allowedHosts"], held.protectedPaths],
        ["required", true, [], [], ["*.lock"]],
      );
      const { isError } = await at.call("read_file", {
        path: join(at.outside, "o.txt"),
        file_path: join(at.outside, "o.txt"),
      });
      assert.deepEqual([isError, at.asked.length], [true, 0], dialect);
    }
  });

  it("keeps the user's rules empty, with what they allow", async () => {
    const rules = ["exec", "write"].map((effect) => ({
      effect,
      match: effect === "exec" ? "touch made" : "**",
      decision: "allow",
    }));
    const questions = async (policy: object) => {
      const at = await openManaged(policy, { settings: { policy: rules, requireRead: false } });
      await at.call("run_command", touch);
      await at.call("write_file", { path: "n", content: "" });
      return at.asked.length;
    };
    assert.deepEqual([await questions({}), await questions({ settings: { policy: [] } })], [0, 2]);
  });

  it("several files hold together", async () => {
    const more = join(dirname((await realCrib()).root), "more.json");
    writeFileSync(more, JSON.stringify({ tools: { denied: ["write_file"] } }));
    const at = await openManaged(commandsOff, { settings: { managedPolicy: more } });
    assert.match((await at.call("write_file", { path: "x", content: "" })).text, /denies the tool write_file/);
    assert.match((await at.call("run_command", touch)).text, /does not allow commands/);
  });
});
