/** Packages of approved runs: from the lock file, once, and there for every run (EX-5). */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { needsBubblewrap } from "../../../node/sandbox/support/world";
import { tempFolder } from "../../../support/tempFolder";
import { type PackageServer, startPackageServer } from "../../workspaces/support/packageServer";
import { scheduled } from "../../workspaces/support/scheduled";

const manifest = (packages: readonly string[], more: object = {}) =>
  JSON.stringify({
    ...{ name: "r", description: "Greets.", runtime: "node", entry: "main.js", test: "true", packages, ...more },
  });

/** As npm writes them; npm itself would wait for the server of this very process. */
function npmFiles(url: string): Record<string, string> {
  const project = { name: "r", dependencies: { greeting: "1.2.3" } };
  const greeting = { version: "1.2.3", resolved: `${url}tarballs/greeting-1.2.3.tgz` };
  const packages = { "": project, "node_modules/greeting": greeting };
  return {
    "package.json": JSON.stringify({ ...project, private: true }),
    "package-lock.json": JSON.stringify({ name: "r", lockfileVersion: 3, requires: true, packages }),
  };
}

describe("packages of an approved run (EX-5)", function () {
  this.timeout(300_000);
  const earlier = { npm: process.env.npm_config_registry, pip: process.env.PIP_INDEX_URL };
  let packages: PackageServer;
  let fetched: string[];
  before(async function () {
    await needsBubblewrap(this);
    packages = await startPackageServer(join(tempFolder(), "written"));
    packages.server.on("request", ({ url }) => fetched.push(url ?? ""));
    process.env.npm_config_registry = packages.url;
    process.env.PIP_INDEX_URL = `${packages.url}simple/`;
  });
  beforeEach(() => {
    fetched = [];
  });
  after(() => {
    packages?.server.close();
    for (const [name, value] of [
      ["npm_config_registry", earlier.npm],
      ["PIP_INDEX_URL", earlier.pip],
    ] as const)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });

  const place = async (files: Readonly<Record<string, string>>) => {
    const made = await scheduled({ settings: { "toolcrib.web.allowLocal": [`localhost:${packages.port}`] } });
    for (const [name, text] of Object.entries(files)) made.write(`integrations/r/${name}`, text);
    const texts = async () => (await made.book.history(made.find())).map(({ text }) => text.split("\n")[0]);
    return { ...made, texts };
  };

  it("are installed from package-lock.json by the first run, and found by the second", async () => {
    const main = 'console.log(require("greeting"), process.argv[2] ?? "");\n';
    const { approve, runner, find, texts } = await place({
      ...npmFiles(packages.url),
      "integration.json": manifest(["npm"]),
      "main.js": main,
    });
    await approve({ command: "node main.js", files: "integrations/r" });
    for (const state of ["succeeded", "succeeded"])
      assert.equal((await runner.runNow(find())).state, state, (await texts()).join("\n"));
    assert.deepEqual(await texts(), ["hello from npm ", "hello from npm "]);
    assert.deepEqual(
      fetched.filter((url) => url.includes("tarballs")),
      ["/tarballs/greeting-1.2.3.tgz"],
    );
  });

  it("have their .venv beside the program, as where the agent installed them", async () => {
    const { approve, runner, find, texts } = await place({
      "integration.json": manifest(["pip"]),
      "requirements.txt": "greeting==1.0.0\n",
      "main.py": "import greeting, sys\nprint(greeting.text, sys.prefix.endswith('/.venv'))\n",
    });
    await approve({ command: ".venv/bin/python main.py", files: "integrations/r" });
    assert.equal((await runner.runNow(find())).state, "succeeded", (await texts()).join("\n"));
    assert.deepEqual(await texts(), ["hello from pip True"]);
  });

  it("are installed by Deno from deno.lock, and found though nothing can be fetched then", async function () {
    if (spawnSync("deno", ["--version"]).status !== 0) this.skip();
    const tarball = `${packages.url}tarballs/greeting-1.2.3.tgz`;
    const bytes = new Uint8Array(await (await fetch(tarball)).arrayBuffer());
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    const specifier = "npm:greeting@1.2.3";
    const lock = {
      ...{ version: "5", specifiers: { [specifier]: "1.2.3" }, npm: { "greeting@1.2.3": { integrity, tarball } } },
      workspace: { dependencies: [specifier] },
    };
    const { approve, runner, find, texts } = await place({
      "integration.json": manifest(["deno"], { runtime: "deno", entry: "main.ts" }),
      ".npmrc": `registry=${packages.url}\n`,
      "deno.json": JSON.stringify({ imports: { greeting: specifier } }),
      "deno.lock": JSON.stringify(lock),
      "main.ts": 'import text from "greeting";\nconsole.log(text);\n',
    });
    await approve({ command: "deno run --allow-all main.ts", files: "integrations/r" });
    fetched = [];
    for (const state of ["succeeded", "succeeded"])
      assert.equal((await runner.runNow(find())).state, state, (await texts()).join("\n"));
    assert.deepEqual(await texts(), ["hello from npm", "hello from npm"]);
    assert.deepEqual(
      fetched.filter((url) => url.includes("tarballs")),
      ["/tarballs/greeting-1.2.3.tgz"],
    );
  });

  it("are not fetched for an integration that a person tests before anybody allowed it that", async () => {
    const { crib, own } = await place({
      "integration.json": manifest(["pip"], { test: ".venv/bin/python -c 'import greeting'" }),
      "requirements.txt": "greeting==1.0.0\n",
    });
    const test = async () => {
      const found = await crib.integrations.find({ workspace: own.id, name: "r" });
      assert.ok(found?.manifest);
      return crib.runIntegration(
        { ...found, manifest: found.manifest },
        {
          ...{ action: "test", arguments: {}, agent: "you", timeoutMs: 120_000 },
          signal: new AbortController().signal,
        },
      );
    };
    const refused = await test();
    const wish = `fetch packages from pip (localhost:${packages.port})`;
    assert.equal(refused.isError, true);
    assert.match(refused.text, /^Its packages could not be installed, so it did not run\.\n/);
    assert.ok(refused.text.endsWith(`\n[It could not ${wish}: approve it to allow that.]`), refused.text);
    assert.deepEqual(fetched, []);
    const hosts = [`localhost:${packages.port}`];
    const asked = { workspace: own.id, integration: "r", hosts: [], packages: ["pip"], packageHosts: hosts };
    await crib.grants.note(asked, true);
    const allowed = await test();
    assert.equal(allowed.isError, false, allowed.text);
    assert.doesNotMatch(allowed.text, /It could not/);
  });
});
