/** npm does what the folder's `.npmrc` says unless the environment says otherwise; a command that only reads tells it so. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { plainPackageManagers } from "../../../src/node/environment/plainPackageManagers";
import { tempFolder } from "../../support/tempFolder";

describe("npm in a command that only reads", () => {
  const run = async (variables: (existing: string) => NodeJS.ProcessEnv) => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const folder = tempFolder({
      "package.json": '{"name":"x","version":"1.0.0"}',
      ".npmrc": `logs-dir=planted\ncache=made\ntiming=true\nupdate-notifier=true\nregistry=http://127.0.0.1:${port}/\n`,
    });
    const home = join(folder, "home");
    mkdirSync(home);
    // CI keeps npm from looking for a newer version of itself.
    const { CI: _, ...others } = process.env;
    const given = Object.entries(others).filter(([name]) => !/^npm_/i.test(name));
    const env = { ...Object.fromEntries(given), HOME: home, ...variables(folder) };
    try {
      const { stdout } = await promisify(execFile)("npm", ["root"], { cwd: folder, env });
      const there = ["planted", "made"].filter((name) => existsSync(join(folder, name)));
      return { folder, stdout, there, requests };
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };

  it("obeys the folder without a word to the contrary", async function () {
    this.timeout(30_000);
    const { there, requests } = await run(() => ({}));
    assert.deepEqual(there, ["planted", "made"]);
    assert.ok(requests > 0);
  });

  it("keeps no log, makes no folder and asks nobody", async function () {
    this.timeout(30_000);
    const { folder, stdout, there, requests } = await run(plainPackageManagers);
    assert.equal(stdout, `${join(folder, "node_modules")}\n`);
    assert.deepEqual(there, []);
    assert.equal(requests, 0);
  });
});
