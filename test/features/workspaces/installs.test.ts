/** Packages in an agent's own workspace, through the network policy (EX-1, HB-4). */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { tempFolder } from "../../support/tempFolder";
import { execPlace, type Run } from "./support/execRuns";
import { type PackageServer, startMirror, startPackageServer } from "./support/packageServer";

const succeeded = ({ text, data }: Run) => assert.equal(data.exitCode, 0, text);
const project = { "p/package.json": '{ "name": "p", "private": true }' };

describe("package installs in an agent's own workspace (EX-1)", function () {
  this.timeout(120_000);
  let packages: PackageServer;
  const outside = join(tempFolder(), "written");
  const allowed = () => ({ settings: { "toolcrib.web.allowLocal": [`localhost:${packages.port}`] } });
  before(async function () {
    await needsBubblewrap(this);
    packages = await startPackageServer(outside);
  });
  after(() => packages?.server.close());

  it("npm install and npm ci work from an allowed registry, with the cache in the workspace and nobody asked", async () => {
    const { run, workspace, asked } = await execPlace(
      { ...project, "p/.npmrc": `registry=${packages.url}\n`, "p/a.js": 'console.log(require("greeting"))' },
      allowed(),
    );
    succeeded(await run({ command: "npm install greeting", cwd: "p" }));
    assert.equal((await run({ file: "p/a.js" })).data.stdout, "hello from npm\n");
    succeeded(await run({ command: "rm -rf node_modules && npm ci", cwd: "p" }));
    assert.equal((await run({ file: "p/a.js" })).data.stdout, "hello from npm\n");
    assert.ok(readdirSync(join(workspace, ".cache/npm")).includes("_cacache"));
    assert.deepEqual(asked, []);
  });

  it("an install script runs, in the sandbox (HB-1)", async () => {
    const { run, workspace } = await execPlace({ ...project, "p/.npmrc": `registry=${packages.url}\n` }, allowed());
    succeeded(await run({ command: "npm install nosy", cwd: "p" }));
    const own = (name: string) => join(workspace, "p/node_modules/nosy", name);
    assert.deepEqual([existsSync(own("ran")), existsSync(outside)], [true, false]);
    assert.match(readFileSync(own("refused"), "utf8"), /^E(?:ROFS|NOENT|ACCES)$/);
  });

  it("deno add takes npm packages from an allowed registry, with the cache in the workspace", async function () {
    if (spawnSync("deno", ["--version"]).status !== 0) this.skip();
    const { run, workspace, asked } = await execPlace(
      { "d/.npmrc": `registry=${packages.url}\n`, "d/a.ts": 'import text from "greeting"; console.log(text)' },
      allowed(),
    );
    succeeded(await run({ command: "deno add npm:greeting", cwd: "d" }));
    assert.equal((await run({ file: "d/a.ts" })).data.stdout, "hello from npm\n");
    assert.ok(existsSync(join(workspace, ".cache/deno")));
    assert.deepEqual(asked, []);
  });

  it("pip installs into a virtual environment, which a file then runs with, and nowhere else", async () => {
    const { run, workspace, asked } = await execPlace(
      { "p/a.py": "import greeting\nprint(greeting.text)\n" },
      allowed(),
    );
    const install = `pip install --index-url ${packages.url}simple greeting`;
    const { text, data } = await run({ command: install });
    assert.notEqual(data.exitCode, 0);
    assert.equal(
      text.split("\n").at(-1),
      "[pip changes virtual environments only: run python3 -m venv .venv, then .venv/bin/pip]",
    );
    succeeded(await run({ command: `python3 -m venv .venv && .venv/bin/${install}`, cwd: "p" }));
    assert.equal((await run({ file: "p/a.py" })).data.stdout, "hello from pip\n");
    const { data: cache } = await run({ command: ".venv/bin/pip cache dir", cwd: "p" });
    assert.equal(cache.stdout, `${workspace}/.cache/pip\n`);
    assert.deepEqual(asked, []);
  });

  it("a host that is not allowed is refused at once, named with the setting that would allow it (HB-4)", async () => {
    const { run, asked } = await execPlace({ ...project, "p/.npmrc": "registry=https://packages.example/\n" });
    const { text, data } = await run({ command: "npm install greeting", cwd: "p" });
    assert.equal(data.exitCode, 1);
    assert.match(text, /\[stderr\] npm error code E403/);
    assert.ok(
      text.includes(
        "[The sandbox has no network and refused a connection to packages.example:443: packages.example is not on the list of allowed hosts (toolcrib.web.allowedHosts).",
      ),
      text,
    );
    assert.deepEqual(asked, []);
  });

  it("a server of this machine is refused as long as no setting names it", async () => {
    const { run } = await execPlace({ ...project, "p/.npmrc": `registry=${packages.url}\nfetch-retries=0\n` });
    const { data } = await run({ command: "npm install greeting", cwd: "p" });
    assert.deepEqual([data.exitCode, /ECONNREFUSED/.test(data.stderr ?? "")], [1, true]);
  });

  it("an allowed host that is not to be reached is said to be so, and soon", async () => {
    const { run } = await execPlace(
      { ...project, "p/.npmrc": "registry=https://packages.invalid/\n" },
      { settings: { "toolcrib.web.allowedHosts": ["packages.invalid"] } },
    );
    const { data, text } = await run({ command: "npm install greeting", cwd: "p" });
    assert.equal(data.exitCode, 1);
    assert.match(text, /E502|ENOTFOUND|Bad Gateway|Refused/);
  });

  it("a real package comes from the registry that this machine is configured for", async function () {
    const mirror = await startMirror();
    if (!mirror) {
      console.error("\n  NO REGISTRY ANSWERS: installing a real package is not tested\n");
      this.skip();
    }
    try {
      const { run } = await execPlace(
        { ...project, "p/.npmrc": `registry=${mirror.url}\n`, "p/a.js": 'console.log(require("left-pad")("x", 3))' },
        { settings: { "toolcrib.web.allowLocal": [`localhost:${mirror.port}`] } },
      );
      succeeded(await run({ command: "npm install left-pad", cwd: "p" }));
      assert.equal((await run({ file: "p/a.js" })).data.stdout, "  x\n");
    } finally {
      mirror.server.close();
    }
  });
});
