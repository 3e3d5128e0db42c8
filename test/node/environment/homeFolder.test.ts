/** Where the person is at home, whatever the environment says: state never lies in a folder that tools work in. */
import assert from "node:assert/strict";
import { userInfo } from "node:os";
import { join } from "node:path";
import { absoluteOnly, homeFolder } from "../../../src/node/environment/homeFolder";
import { defaultStateFolder } from "../../../src/node/state/stateFolder";

describe("the home folder", () => {
  const { HOME, XDG_STATE_HOME } = process.env;
  const put = (name: string, value: string | undefined) => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  };
  before(function () {
    if (process.platform === "win32") this.skip();
  });
  afterEach(() => {
    put("HOME", HOME);
    put("XDG_STATE_HOME", XDG_STATE_HOME);
  });

  const own = userInfo().homedir;
  const cases: readonly (readonly [named: string | undefined, home: string])[] = [
    ["/home/me", "/home/me"],
    ["", own],
    ["me", own],
    ["./me", own],
    [undefined, own],
  ];
  for (const [named, home] of cases)
    it(`is ${home === own ? "what the system knows" : home} where HOME is ${JSON.stringify(named) ?? "not set"}`, () => {
      put("HOME", named);
      put("XDG_STATE_HOME", undefined);
      assert.equal(homeFolder(), home);
      assert.equal(defaultStateFolder(), join(home, ".local/state/toolcrib"));
    });

  for (const named of ["", "state", "./state"])
    it(`keeps the state where XDG_STATE_HOME is ${JSON.stringify(named)}`, () => {
      put("HOME", "/home/me");
      put("XDG_STATE_HOME", named);
      assert.equal(defaultStateFolder(), "/home/me/.local/state/toolcrib");
    });

  it("is not what a variable names for state", () => {
    put("XDG_STATE_HOME", "/state");
    assert.equal(defaultStateFolder(), "/state/toolcrib");
    assert.deepEqual(["/a", "a", "", undefined].map(absoluteOnly), ["/a", undefined, undefined, undefined]);
  });
});
