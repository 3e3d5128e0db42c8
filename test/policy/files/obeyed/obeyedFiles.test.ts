/** What npm and version managers do is said by files of the folder, also where they are asked for a version alone (D-13). */
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Fixture, makeFixture } from "../../support/fixture";
import { judgeCommand } from "../../support/judge";

describe("programs that obey files of the folder", () => {
  let fixture: Fixture;
  before(() => {
    fixture = makeFixture();
  });
  after(() => fixture.remove());

  const verdict = async (command: string, changes = {}, settings: Record<string, unknown> = {}) => {
    const { kind, rule, reason } = await judgeCommand(fixture, command, settings, changes);
    return kind === "allow" ? kind : `${kind} ${rule}: ${reason}`;
  };
  const held = { isHeld: async () => true };
  const npmAsks =
    "ask commands.unknown: without a sandbox, package.json here can make npm write files, send data or run programs";

  for (const command of ["npm root", "npm ls --depth=0", "npm --version", "cd src && npm prefix"]) {
    it(`${command} asks where nothing holds it`, async () => assert.equal(await verdict(command), npmAsks));
    it(`${command} runs in the sandbox`, async () => assert.equal(await verdict(command, held), "allow"));
  }

  it("a user rule allows it", async () =>
    assert.equal(await verdict("npm root", {}, { "commands.allow": [["npm", "root"]] }), "allow"));

  const programs = ["node --version", "python3 -V", "pip list", "java -version"];
  for (const command of programs)
    it(`${command} asks only where a file may name another version of it`, async () => {
      assert.equal(await verdict(command), "allow");
      const name = command.split(" ")[0];
      for (const file of [".tool-versions", ".volta"]) {
        const place = join(fixture.root, file);
        if (file === ".volta") mkdirSync(place);
        else writeFileSync(place, "nodejs path:./evil\n");
        try {
          const asks = `ask commands.unknown: without a sandbox, ${file} here can make ${name} write files, send data or run programs`;
          assert.equal(await verdict(command), asks);
          assert.equal(await verdict(`cd src && ${command}`), asks);
          assert.equal(await verdict(command, held), "allow");
        } finally {
          rmSync(place, { recursive: true });
        }
      }
    });

  it("asks where the folder cannot be listed", async () => {
    const names = () => Promise.reject(new Error("EIO"));
    assert.equal(
      await verdict("node --version", { names }),
      "ask commands.unknown: the configuration files of node here cannot be listed: EIO",
    );
  });

  const setting = ["for npm_config_cache in x; do ls; done", "for yarn_cache_folder in x; do ls; done"];
  for (const command of setting)
    it(`${command} asks: programs listen to that variable`, async () =>
      assert.match(await verdict(command, held), /^ask commands\.parse: setting \w+ may change what programs do$/));
});
