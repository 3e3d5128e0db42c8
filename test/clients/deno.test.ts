/** Packages for Deno, through the sandbox and the question of an integration (EX-1). */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ensureClient } from "../../scripts/testing/clientInstall.mjs";
import { execPlace } from "../features/workspaces/support/execRuns";
import { type PackageServer, startPackageServer } from "../features/workspaces/support/packageServer";
import { needsBubblewrap } from "../node/sandbox/support/world";
import { tempFolder } from "../support/tempFolder";

const main = `import text from "greeting";
const given = await new Response(Deno.stdin.readable).json();
const token = Deno.env.get("API_TOKEN") ?? "none";
console.log(JSON.stringify({ text, given, token }));
`;

describe("an integration with packages for Deno (EX-1)", function () {
  this.timeout(300_000);
  const was = { PATH: process.env.PATH, npm_config_registry: process.env.npm_config_registry };
  let packages: PackageServer;
  before(async function () {
    await needsBubblewrap(this);
    const log = (line: string) => console.log(`    ${line}`);
    const [program = ""] = await ensureClient("deno", log).catch((error: Error) => {
      log(`Deno could not be installed, so its tests are skipped: ${error.message.split("\n")[0]}`);
      return this.skip();
    });
    packages = await startPackageServer(join(tempFolder(), "written"));
    process.env.PATH = [dirname(program), was.PATH].join(delimiter);
  });
  beforeEach(() => {
    process.env.npm_config_registry = packages.url;
  });
  after(() => {
    packages?.server.close();
    for (const [name, value] of Object.entries(was))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });

  const manifest = {
    ...{ name: "greeter", description: "Greets.", runtime: "deno", entry: "index.ts", test: "deno test -A" },
    packages: ["deno"],
  };
  const place = (more: object = {}, isYes = true) =>
    execPlace(
      {
        "integrations/greeter/integration.json": JSON.stringify({ ...manifest, ...more }),
        "integrations/greeter/index.ts": main,
      },
      {
        settings: { "toolcrib.web.allowLocal": [`localhost:${packages.port}`], "toolcrib.requireRead": false },
        host: { secrets: { get: async () => "value-of-the-token" } },
        confirm: async () => ({ approved: isYes, by: "person" }),
      },
    );
  const adding = { command: "deno add npm:greeting", cwd: "integrations/greeter" };

  it("asks once for its registries, adds the package, and runs with it", async () => {
    const { run, call, asked, workspace } = await place();
    const added = await run(adding);
    assert.equal(added.data.exitCode, 0, added.text);
    const [question] = asked;
    assert.equal(asked.length, 1);
    assert.match(
      question?.decision.reason ?? "",
      new RegExp(
        `^the integration greeter wants to fetch packages from deno \\([^)]*\\blocalhost:${packages.port}\\b[^)]*\\)$`,
      ),
    );
    const lock = readFileSync(join(workspace, "integrations/greeter/deno.lock"), "utf8");
    assert.match(lock, /"greeting@1\.2\.3"/);
    assert.ok(existsSync(join(workspace, ".cache/deno")));
    const { text, isError } = await call("integration_run", { name: "greeter", arguments: { a: 1 } });
    assert.equal(isError, false, text);
    assert.match(text, /^\{"text":"hello from npm","given":\{"a":1\},"token":"none"\}$/m);
    assert.equal(asked.length, 1);
  });

  it("names the refused registry where the person said no", async () => {
    process.env.npm_config_registry = "https://packages.example/";
    const { run, asked } = await place({}, false);
    assert.equal((await run(adding)).data.exitCode, undefined);
    const begun = Date.now();
    const { text, data } = await run(adding);
    assert.equal(data.exitCode, 1, text);
    assert.ok(Date.now() - begun < 30_000, text);
    assert.match(
      text,
      /^\[The sandbox refused a connection to packages\.example:443: packages\.example is not on the list of allowed hosts \(toolcrib\.web\.allowedHosts\)\. /m,
    );
    assert.equal(asked.length, 1);
  });

  it("runs as it was approved, with its secret and the packages of its lock file", async () => {
    const { run, call, crib } = await place({ secrets: { API_TOKEN: "greets by name" } });
    assert.equal((await run(adding)).data.exitCode, 0);
    const found = await crib.integrations.find({
      workspace: crib.workspaces.of("tester")?.id ?? "",
      name: "greeter",
    });
    assert.ok(found);
    await crib.integrations.decide(found, "approved");
    const { text, isError } = await call("integration_run", { name: "greeter", arguments: {} });
    assert.equal(isError, false, text);
    assert.match(text, /^\{"text":"hello from npm","given":\{\},"token":"\[redacted\]"\}$/m);
  });
});
