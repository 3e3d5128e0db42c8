/** The environment of commands in an agent's own workspace (SH-15, C-36). */
import assert from "node:assert/strict";
import { existsSync, readlinkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Confinement } from "../../../src/core/ports/confinement";
import { givenVariables, safePath, workspaceEnvironment } from "../../../src/node/environment/workspaceEnvironment";
import { tempFolder } from "../../support/tempFolder";

const confinement = (ownWorkspace: string, alone = true) =>
  ({
    alone,
    ownWorkspace,
    roots: [ownWorkspace],
    workspace: ["/person"],
    closed: ["/closed"],
  }) as unknown as Confinement;

describe("the environment in an agent's own workspace", () => {
  it("takes over names that hold no secret, and no other", async () => {
    const given = {
      PATH: "/usr/bin",
      LANG: "de_DE.UTF-8",
      LC_ALL: "C",
      TZ: "Europe/Berlin",
      NODE_EXTRA_CA_CERTS: "/ca.pem",
      PYENV_ROOT: "/opt/pyenv",
      HOME: "/home/person",
      XDG_CONFIG_HOME: "/home/person/.config",
      TMPDIR: "/var/tmp/person",
      MY_PASSPHRASE: "secret",
      DATABASE_URL: "postgres://secret",
      npm_config__authToken: "secret",
      NODE_OPTIONS: "--require ./x",
      PYTHONPATH: "/home/person/lib",
      GIT_AUTHOR_NAME: "Person",
    };
    const env = await workspaceEnvironment(given, "/w/a", [], tempFolder());
    const machine = await workspaceEnvironment({}, "/w/a", [], tempFolder());
    const taken = Object.fromEntries(Object.entries(env).filter(([name, value]) => machine[name] !== value));
    assert.deepEqual(taken, {
      PATH: "/usr/bin",
      LANG: "de_DE.UTF-8",
      LC_ALL: "C",
      TZ: "Europe/Berlin",
      NODE_EXTRA_CA_CERTS: "/ca.pem",
      PYENV_ROOT: "/opt/pyenv",
    });
    assert.ok(!JSON.stringify(env).includes("secret"));
  });

  it("leads home, caches and temporary files into the workspace", async () => {
    const env = await workspaceEnvironment({}, "/w/a", [], tempFolder());
    const { HOME, TMPDIR, npm_config_cache, PIP_CACHE_DIR, PIP_REQUIRE_VIRTUALENV } = env;
    assert.deepEqual(
      [HOME, TMPDIR, npm_config_cache, PIP_CACHE_DIR, PIP_REQUIRE_VIRTUALENV],
      ["/w/a", "/w/a/.tmp", "/w/a/.cache/npm", "/w/a/.cache/pip", "1"],
    );
  });

  it("says where programs below the person's home are, which HOME no longer does", async () => {
    const home = tempFolder({ ".pyenv/x": "", ".rustup/x": "" });
    const env = await workspaceEnvironment({ RUSTUP_HOME: "/opt/rustup" }, "/w/a", [], home);
    assert.deepEqual(
      [env.PYENV_ROOT, env.RUSTUP_HOME, env.VOLTA_HOME],
      [join(home, ".pyenv"), "/opt/rustup", undefined],
    );
  });

  it("has no folder on its PATH that agents write in", () => {
    const path = "/usr/bin:/person/bin:.::bin:/person:/personal/bin:/w/a/node_modules/.bin:/usr/bin";
    assert.equal(safePath(path, ["/person", "/w/a"]), "/usr/bin:/personal/bin:/usr/bin");
  });

  it("is for work in a workspace alone: every other command gets what it got", async () => {
    const given = { PATH: "/x", SECRET: "s" };
    assert.equal(await givenVariables(given, undefined), given);
    assert.equal(await givenVariables(given, confinement(tempFolder(), false)), given);
    const workspace = tempFolder();
    const { SECRET, HOME } = await givenVariables(given, confinement(workspace));
    assert.deepEqual([SECRET, HOME, existsSync(join(workspace, ".tmp"))], [undefined, workspace, true]);
  });

  it("makes nothing where a link in the workspace leads (HB-1)", async () => {
    const workspace = tempFolder();
    const outside = join(tempFolder(), "made");
    symlinkSync(outside, join(workspace, ".tmp"));
    await givenVariables({}, confinement(workspace));
    assert.deepEqual([existsSync(outside), readlinkSync(join(workspace, ".tmp"))], [false, outside]);
  });
});
