/** Which calls a hook is told of (PO-1). */
import assert from "node:assert/strict";
import type { HookMatcher } from "../../../src/core/settings/sections/hookSettings";
import { isAbout } from "../../../src/features/hooks/hookMatching";
import type { BareCrib } from "../../support/bareCrib";
import { hookedCall } from "./support/hookedCall";

describe("a hook's matcher", () => {
  const effects = async (at: BareCrib) => [
    await at.read("src/a.ts"),
    await at.write("docs/b.md", undefined, "b"),
    await at.exec("ls"),
  ];
  const cases: [matcher: HookMatcher | undefined, isAbout: boolean][] = [
    [undefined, true],
    [{}, true],
    [{ tool: "probe" }, true],
    [{ tool: "pro*" }, true],
    [{ tool: ["other", "{probe,read_file}"] }, true],
    [{ tool: "Probe" }, false],
    [{ tool: "rob" }, false],
    [{ tool: "[" }, true],
    [{ effect: "exec" }, true],
    [{ effect: ["fetch", "write"] }, true],
    [{ effect: "fetch" }, false],
    [{ effect: ["fetch", "delegate"] }, false],
    [{ path: "src/**" }, true],
    [{ path: "src" }, true],
    [{ path: "*.ts" }, true],
    [{ path: "SRC/A.TS" }, true],
    [{ path: ["lib/**", "docs/*"] }, true],
    [{ path: "lib/**" }, false],
    [{ path: "ls" }, false],
    [{ path: "src/[" }, true],
    [{ effect: "read", path: "src/**" }, true],
    [{ effect: "write", path: "src/**" }, false],
    [{ effect: "exec", path: "**" }, false],
    [{ tool: "other", path: "src/**" }, false],
    [{ tool: "probe", effect: "exec" }, true],
  ];
  for (const [matcher, expected] of cases)
    it(`${JSON.stringify(matcher)} is ${expected ? "" : "not "}about the call`, async () => {
      const { call } = await hookedCall(effects);
      assert.equal(isAbout(matcher, call.judged), expected);
    });

  it("may name an absolute path, and one below the person's home", async () => {
    const { at, call } = await hookedCall(effects);
    assert.equal(isAbout({ path: `${at.root}/src/**` }, call.judged), true);
    assert.equal(isAbout({ path: `${at.root}/lib/**` }, call.judged), false);
    assert.equal(isAbout({ path: "~/src/**" }, call.judged), true);
  });

  it("of a call that touches nothing fits by its tool alone", async () => {
    const { call } = await hookedCall(async () => []);
    assert.deepEqual(
      [{}, { tool: "probe" }, { effect: "read" as const }, { path: "**" }].map((one) => isAbout(one, call.judged)),
      [true, true, false, false],
    );
  });
});
