/** The policy on tools that agents make: where they may be written, and when they run unasked (CT-2, D-7). */
import assert from "node:assert/strict";
import { judgeEffect } from "../../../src/core/rules/rule";
import type { ExecEffect } from "../../../src/core/vocabulary/effect";
import { rules } from "../../../src/policy";
import { makeFixture } from "../support/fixture";

describe("writing an agent-made tool (CT-2)", () => {
  const { context, remove } = makeFixture();
  after(remove);
  const judge = async (path: string) => {
    const target = await context().resolve(path);
    const { kind, always, reason } = await judgeEffect(
      rules,
      { kind: "write", target, before: undefined, after: Buffer.from("x") },
      context(),
    );
    return [kind, always ?? false, reason] as const;
  };

  for (const path of [".toolcrib/tools/made/tool.json", ".toolcrib/tools/made/main.sh", ".toolcrib/tools/a_1/lib/x.py"])
    it(`is asked about each time: ${path}`, async () => {
      assert.deepEqual(await judge(path), ["ask", true, ".toolcrib is protected"]);
    });

  const never = [
    ".toolcrib/policy.jsonc",
    ".toolcrib",
    ".toolcrib/tools",
    ".toolcrib/tools/made",
    ".toolcrib/tools/../policy.jsonc",
    ".toolcrib/tools/made/.toolcrib/policy.jsonc",
    ".toolcrib/tools/made/../../policy.jsonc",
    ".Toolcrib/tools/made/main.sh",
    ".toolcrib./tools/made/main.sh",
    ".toolcrib/tools/MADE/main.sh",
    ".toolcrib/tools/.hidden/main.sh",
    ".toolcrib/tools.txt",
    "src/.toolcrib/tools/made/main.sh",
  ];
  for (const path of never)
    it(`opens nothing else of the folder: ${path}`, async () => {
      assert.deepEqual(await judge(path), [
        "deny",
        false,
        ".toolcrib contains Toolcrib's own policy, which no tool may write",
      ]);
    });
});

describe("running an agent-made tool (CT-2)", () => {
  const { context, remove } = makeFixture();
  after(remove);
  const judge = async (
    changes: Partial<ExecEffect> = {},
    settings: Record<string, unknown> = {},
    isHeld = true,
    more = {},
  ) => {
    const judged = context(settings, { isHeld: async () => isHeld, ...more });
    const effect: ExecEffect = {
      kind: "exec",
      command: 'node "$TOOLCRIB_TOOL/main.mjs"',
      cwd: await judged.resolve("."),
      timeoutMs: 1000,
      input: "{}",
      program: {
        tool: "made",
        digest: "d",
        folder: "/f",
        permissions: { writes: "workspace", reads: "workspace", network: [] },
      },
      ...changes,
    };
    const { kind, rule, always } = await judgeEffect(rules, effect, judged);
    return [kind, rule, always ?? false];
  };

  it("is allowed when the sandbox holds it, and asked about each time when nothing does", async () => {
    assert.deepEqual(await judge(), ["allow", "madeTools", false]);
    assert.deepEqual(await judge({}, {}, false), ["ask", "madeTools", true]);
  });

  it("is a command like any other without what was approved", async () => {
    const { program, ...plain } = { program: undefined };
    assert.deepEqual(await judge({ ...plain, program } as never), ["ask", "commands.unknown", false]);
  });

  it("stays denied where commands are: by a user rule, in an untrusted workspace, outside of it, while planning", async () => {
    assert.deepEqual((await judge({}, { "toolcrib.commands.deny": ["node"] })).slice(0, 2), ["deny", "commands.user"]);
    assert.deepEqual((await judge({}, {}, true, { trusted: false })).slice(0, 2), ["deny", "scope"]);
    const outside = await context().resolve("/");
    assert.deepEqual((await judge({ cwd: outside })).slice(0, 2), ["deny", "scope"]);
    const caller = { ...context().caller, planMode: true };
    assert.equal((await judge({}, {}, true, { caller }))[0], "deny");
  });

  it("with a network is asked about once the session has read what may not go there (PO-9)", async () => {
    const caller = { ...context().caller, taint: "RESTRICTED" as const };
    const network = (hosts: string[]) => ({
      program: {
        tool: "made",
        digest: "d",
        folder: "/f",
        permissions: { writes: "none" as const, reads: "workspace" as const, network: hosts },
      },
    });
    const settings = { "toolcrib.web.allowedHosts": ["a.org"] };
    assert.deepEqual(await judge(network(["a.org"]), settings, true, { caller }), ["ask", "taint", true]);
    assert.deepEqual(await judge(network([]), settings, true, { caller }), ["allow", "madeTools", false]);
  });
});
