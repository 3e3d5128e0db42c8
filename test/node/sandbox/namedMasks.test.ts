import assert from "node:assert/strict";
import { analyse } from "../../../src/lib/shell/analyse";
import { namedMasks } from "../../../src/node/sandbox/namedMasks";
import { takenFolders } from "../../../src/policy/commands/reading/folderReaders";

describe("hidden files that a command is about by its words", () => {
  const masked = ["/w/.env", "/w/certs/dev.pem", "/w/certs/deep/two.pem"];

  const named = (command: string, cwd = "/w") => {
    const takesFolders = takenFolders(analyse(command).commands);
    return namedMasks({ command, cwd, ...(takesFolders && { takesFolders }) }, masked);
  };
  const [env, dev, deep] = masked as [string, string, string];

  for (const [command, ...expected] of [
    ["ls -la .env", env],
    ["test -s ./.env", env],
    ["[[ -s '.env' ]] && echo full", env],
    ["for f in .env a; do stat -c %s $f; done", env],
    ["node x.js --env-file=.env <certs/dev.pem", env, dev],
    [`python3 -c 'import os; print(os.path.getsize("/w/.env"))'`, env],
    ["cd certs && du -b dev.pem", dev],
    ["cd certs; cd deep; file two.pem ../../.env", env, deep],
    ["wc -c certs/*.pem", dev],
    ["du -b **/*.pem", dev, deep],
    ["stat .e*", env],
    ["stat *"],
    // What lies in folders counts for those that take them.
    ["tar czf o.tgz certs", dev, deep],
    ["tar czf o.tgz -C certs deep", deep],
    ["zip -r o.zip .", ...masked],
    ["ls -la", env],
    ["ls -laR", ...masked],
    ["cd certs && ls -l", dev],
    ["du -s", ...masked],
    ["find certs -empty", dev, deep],
    ["find -size 0", ...masked],
    ["ls -la src"],
    ["ls certs"],
    ["node build.js certs"],
    ["cd certs && npm test"],
    ["find certs -name x"],
    ["echo env dev.pem .envrc"],
    ["true"],
  ] as const)
    it(`are [${expected.join(", ")}] in ${command}`, () => {
      assert.deepEqual(named(command), [...expected].sort());
    });

  it("are found from the folder that the command starts in, and in no time in a long text", () => {
    assert.deepEqual(named("ls -l dev.pem ../.env", "/w/certs"), [env, dev]);
    const began = performance.now();
    const many = Array.from({ length: 200 }, (_, at) => `/w/d${at}/x.pem`);
    namedMasks({ command: "a[0] d1 d2 d3 d4 d5 d6 d7 ".repeat(20_000), cwd: "/w" }, many);
    assert.ok(performance.now() - began < 10_000);
  });
});
