/** What an integration may reach is asked once, remembered with it, and taken back (EX-1). */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { AccessGrantFiles } from "../../../src/features/workspaces/node/accessGrants";
import { packageHosts } from "../../../src/features/workspaces/node/packageHosts";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { tempFolder } from "../../support/tempFolder";
import { execPlace } from "./support/execRuns";

const wish = {
  ...{ workspace: "tester", integration: "sync", hosts: ["api.example.org"], packages: ["npm"] },
  packageHosts: ["packages.example.org"],
};

describe("access that a person gave to an integration", () => {
  it("holds for what was asked and for less, in every process, until it is taken back", async () => {
    const base = tempFolder();
    const [one, other] = [new AccessGrantFiles(() => base), new AccessGrantFiles(() => base)];
    assert.equal(await one.isGranted(wish), false);
    await one.note(wish, true);
    assert.equal(await other.isGranted(wish), true);
    assert.equal(await other.isGranted({ ...wish, packages: [], packageHosts: [] }), true);
    assert.equal(await other.isGranted({ ...wish, hosts: ["api.example.org", "evil.example"] }), false);
    assert.equal(await other.isGranted({ ...wish, integration: "other" }), false);
    assert.equal(await other.isGranted({ ...wish, workspace: "another" }), false);
    assert.deepEqual(await other.all(), [wish]);
    assert.equal(await other.revoke(wish), true);
    assert.deepEqual([await one.isGranted(wish), await one.all(), await one.revoke(wish)], [false, [], false]);
  });

  it("is not given by a no, after which nobody is asked about the same again", async () => {
    const grants = new AccessGrantFiles(() => tempFolder());
    await grants.note(wish, false);
    assert.deepEqual([await grants.isGranted(wish), grants.isDeclined(wish)], [false, true]);
    assert.equal(grants.isDeclined({ ...wish, hosts: ["other.example"] }), false);
  });

  it("names the hosts of the registries that the person has configured", async () => {
    assert.deepEqual(await packageHosts("pip", { PIP_INDEX_URL: "https://user:pw@pip.example:8443/simple" }), [
      "pip.example:8443",
    ]);
    assert.deepEqual(await packageHosts("npm", { npm_config_registry: "https://npm.example/" }), ["npm.example"]);
    const configured = { npm_config_registry: "https://npm.example/", JSR_URL: "https://jsr.example/" };
    const hosts = await packageHosts("deno", configured);
    assert.deepEqual(
      hosts.filter((host) => host.endsWith(".example")),
      ["jsr.example", "npm.example"],
    );
  });
});

describe("the question about what an integration may reach", function () {
  this.timeout(60_000);
  before(async function () {
    await needsBubblewrap(this);
  });

  const manifest = {
    name: "sync",
    description: "Syncs.",
    runtime: "bash",
    hosts: ["api.example.org"],
    entry: "main.sh",
    test: "true",
  };
  const place = (isYes: boolean) =>
    execPlace(
      { "integrations/sync/integration.json": JSON.stringify(manifest), "integrations/sync/main.sh": "echo ran\n" },
      { confirm: async () => (isYes ? { approved: true, by: "person" } : { approved: false, by: "person" }) },
    );
  const command = { command: "bash main.sh", cwd: "integrations/sync" };

  it("is asked once, whichever command comes first, and not for one that only reads", async () => {
    const { run, asked, call } = await place(true);
    await run({ command: "cat main.sh", cwd: "integrations/sync" });
    assert.equal(asked.length, 0);
    assert.equal((await run({ command: "cd integrations/sync && bash main.sh" })).data.stdout, "ran\n");
    assert.equal(asked[0]?.decision.reason, "the integration sync wants to talk to api.example.org");
    assert.deepEqual(asked[0]?.plan.notes?.slice(-2), [
      "It runs in a sandbox (bubblewrap): it can change the agent's own workspace only, see none of your folders, and reach only what is asked for here and the hosts of toolcrib.web.allowedHosts and allowLocal.",
      "If you allow this, commands of sync may do so until you revoke its access in the Workspaces view.",
    ]);
    assert.equal((await run(command)).data.stdout, "ran\n");
    assert.equal((await call("integration_run", { name: "sync" })).isError, false);
    assert.equal(asked.length, 1);
  });

  it("is asked again when the manifest asks for more", async () => {
    const { run, asked, workspace } = await place(true);
    await run(command);
    const more = { ...manifest, hosts: ["api.example.org", "evil.example"] };
    writeFileSync(join(workspace, "integrations/sync/integration.json"), JSON.stringify(more));
    await run(command);
    assert.deepEqual(
      asked.map(({ decision }) => decision.reason),
      [
        "the integration sync wants to talk to api.example.org",
        "the integration sync wants to talk to api.example.org, evil.example",
      ],
    );
  });

  it("keeps the command from running after a no, and lets it run without from then on", async () => {
    const { run, asked } = await place(false);
    assert.equal((await run(command)).isError, true);
    const { data } = await run(command);
    assert.deepEqual([data.stdout, asked.length], ["ran\n", 1]);
  });

  const reach = "curl -sf --max-time 5 http://other.example/ || exit 1";
  const naming =
    'If the command needs a host, name the host under "hosts" in integrations/sync/integration.json, or for its packages npm, pip or deno under "packages"; the person is asked once then.]';

  it("is what a refused host is told to lead to, where a manifest may name it", async () => {
    const { run } = await place(true);
    const there = await run({ command: reach, cwd: "integrations/sync" });
    assert.match(there.text, /refused a connection to other\.example: /);
    assert.ok(there.text.includes(naming), there.text);
    assert.doesNotMatch((await run({ command: reach })).text, /integration\.json/);
    const declined = await place(false);
    await declined.run({ command: reach, cwd: "integrations/sync" });
    assert.doesNotMatch((await declined.run({ command: reach, cwd: "integrations/sync" })).text, /name it under/);
  });

  it("is about the folder of the integration alone", async () => {
    const { run, asked } = await place(true);
    await run({ command: "bash integrations/sync/main.sh" });
    await run({ command: "cd integrations/gone && bash main.sh" });
    assert.equal(asked.length, 0);
  });
});
