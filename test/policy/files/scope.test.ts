/** Where tools may work (D-5, D-6, PTH-7, PTH-8, HB-1, HB-3). */
import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import type { RuleContext } from "../../../src/core/rules/rule";
import type { Effect } from "../../../src/core/vocabulary/effect";
import { scopeRule } from "../../../src/policy/files/scope";
import { type Fixture, makeFixture } from "../support/fixture";

describe("scope", () => {
  let fixture: Fixture;
  before(() => {
    fixture = makeFixture();
    symlinkSync(join(fixture.world, ".agents", "b"), join(fixture.root, "link_b"));
  });
  after(() => fixture.remove());

  const judge = async (
    kind: "read" | "list" | "write",
    path: string,
    settings = {},
    changes: Partial<RuleContext> = {},
  ) => {
    const context = fixture.context(settings, changes);
    const target = await context.resolve(fixture.map(path));
    const effect: Effect =
      kind === "write" ? { kind, target, before: undefined, after: new Uint8Array() } : { kind, target };
    return (await scopeRule.judge(effect, context))?.kind;
  };

  const cases: readonly (readonly [string, read: string, list: string, write: string])[] = [
    ["src/a.ts", "allow", "allow", "ask"],
    ["new/deep/x", "allow", "allow", "ask"],
    [".", "allow", "allow", "deny"],
    ["link_in/x", "allow", "allow", "ask"],
    ["../app-evil/x", "deny", "deny", "deny"],
    ["/w/app-evil/x", "deny", "deny", "deny"],
    ["link_out/x", "deny", "deny", "deny"],
    ["link_file", "deny", "deny", "deny"],
    ["dangling", "deny", "deny", "deny"],
    ["~/x", "deny", "deny", "deny"],
    ["/etc/passwd", "deny", "deny", "deny"],
    ["/w/.agents/b/x", "deny", "deny", "deny"],
    ["link_b/x", "deny", "deny", "deny"],
    ["link_b", "deny", "deny", "deny"],
    ["src/a\nb", "ask", "ask", "ask"],
    ["a.ts::$DATA", "ask", "ask", "ask"],
    ["a.ts.", "ask", "ask", "ask"],
    ["PROGRA~1/x", "ask", "ask", "ask"],
    ["sub\\a.ts", "ask", "ask", "ask"],
    ["cafe\u0301.ts", "ask", "ask", "ask"],
    ["caf\u00e9.ts", "allow", "allow", "ask"],
  ];
  for (const [path, read, list, write] of cases)
    it(`${JSON.stringify(path)}: read ${read}, list ${list}, write ${write}`, async () => {
      assert.deepEqual(
        [await judge("read", path), await judge("list", path), await judge("write", path)],
        [read, list, write],
      );
    });

  it("asks about reading outside when readOutsideRoots says so, never about writing or closed folders", async () => {
    const settings = { readOutsideRoots: "ask" };
    assert.deepEqual(
      [
        await judge("read", "/w/out/file.txt", settings),
        await judge("list", "/w/out", settings),
        await judge("write", "/w/out/x", settings),
        await judge("read", "/w/.agents/b/secret", settings),
      ],
      ["ask", "ask", "deny", "deny"],
    );
  });

  it("refuses closed folders inside a root, whatever their case", async () => {
    const closed = [join(fixture.root, "State")];
    assert.deepEqual(
      [
        await judge("read", "state/x", {}, { closed }),
        await judge("write", "STATE/x", {}, { closed }),
        await judge("read", "state2", {}, { closed }),
      ],
      ["deny", "deny", "allow"],
    );
  });

  it("allows only reading while the workspace is not trusted (PTH-8)", async () => {
    const context = fixture.context({}, { trusted: false });
    const target = await context.resolve("src/a.ts");
    const effects: Effect[] = [
      { kind: "read", target },
      { kind: "list", target },
      { kind: "write", target, before: undefined, after: undefined },
      { kind: "exec", command: "ls", cwd: target, timeoutMs: 1 },
      { kind: "fetch", url: "https://a.test", method: "GET" },
      { kind: "delegate", to: "x", prompt: "y" },
    ];
    assert.deepEqual(await Promise.all(effects.map(async (effect) => (await scopeRule.judge(effect, context))?.kind)), [
      "allow",
      "allow",
      "deny",
      "deny",
      "deny",
      "deny",
    ]);
  });

  it("refuses commands outside the roots and in closed folders (SH-15)", async () => {
    const context = fixture.context();
    const run = async (path: string) => {
      const cwd = await context.resolve(fixture.map(path));
      return (await scopeRule.judge({ kind: "exec", command: "ls", cwd, timeoutMs: 1 }, context))?.kind;
    };
    assert.deepEqual(
      [await run("src"), await run("/w/out"), await run("link_out"), await run("/w/.agents/b")],
      [undefined, "deny", "deny", "deny"],
    );
  });
});
