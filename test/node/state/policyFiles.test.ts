/** Policy files on the disk: what is there, what is not, and what cannot be read. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PolicyFiles, systemPolicyPath } from "../../../src/node/state/policyFiles";
import { plant, tempFolder } from "../../support/tempFolder";
import { asOrdinaryUser } from "../../support/unprivileged";

const place = (tree = {}) => {
  const folder = tempFolder(tree);
  const path = join(folder, "policy.json");
  return { folder, path, files: new PolicyFiles(path) };
};

describe("policy files on the disk", () => {
  it("are where each system keeps them", () => {
    assert.equal(systemPolicyPath("linux"), "/etc/toolcrib/policy.json");
    assert.equal(systemPolicyPath("darwin"), "/Library/Application Support/Toolcrib/policy.json");
    assert.equal(systemPolicyPath("win32", "D:\\Data"), join("D:\\Data", "Toolcrib", "policy.json"));
    assert.equal(systemPolicyPath("win32", undefined), join("C:\\ProgramData", "Toolcrib", "policy.json"));
  });

  it("that are not there are none; a named one must be there, and be named by an absolute path", () => {
    const { files, folder } = place();
    assert.deepEqual(files.managed([]), []);
    assert.equal(files.ofRoot(folder), undefined);
    const missing = join(folder, "x.json");
    assert.deepEqual(files.managed([missing, missing, "x.json"]), [
      { path: missing, failure: "it is not there" },
      { path: "x.json", failure: "its path is not absolute" },
    ]);
  });

  it("are read, and read again at once when they have changed, whatever their time says", () => {
    const { files, folder, path } = place({ "policy.json": "one", ".toolcrib/policy.jsonc": "root" });
    const then = new Date(1_000_000);
    const text = () => files.managed([])[0]?.text;
    assert.equal(text(), "one");
    for (const next of ["two", "six", "ten"]) {
      writeFileSync(path, next);
      utimesSync(path, then, then);
      assert.equal(text(), next);
    }
    rmSync(path);
    assert.equal(text(), undefined);
    assert.deepEqual(files.ofRoot(folder), { path: join(folder, ".toolcrib/policy.jsonc"), text: "root" });
  });

  it("are told with where their links lead, too", () => {
    const { files, folder, path } = place({ "real.json": "{}" });
    symlinkSync("real.json", path);
    assert.deepEqual(files.managed([]), [{ path, real: join(folder, "real.json"), text: "{}" }]);
  });

  const unreadable: [name: string, make: (path: string) => void, failure: RegExp][] = [
    ["a folder", (path) => mkdirSync(path), /^it is not a file$/],
    ["a link that leads nowhere", (path) => symlinkSync("gone", path), /^it is a broken symbolic link$/],
    ["a link to itself", (path) => symlinkSync(path, path), /ELOOP/],
    ["larger than 1 MiB", (path) => writeFileSync(path, " ".repeat(1024 * 1024 + 1)), /^it is larger than 1 MiB$/],
    ["no UTF-8", (path) => writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d])), /not valid/],
  ];
  for (const [name, make, failure] of unreadable)
    it(`${name}: there, and of no use`, () => {
      const { files, path } = place();
      make(path);
      const [found] = files.managed([]);
      assert.equal(found?.text, undefined);
      assert.match(found?.failure ?? "", failure);
    });

  it("a pipe that nobody writes into keeps nobody waiting", function () {
    if (process.platform === "win32") this.skip();
    const { files, path } = place();
    execFileSync("mkfifo", [path]);
    assert.equal(files.managed([])[0]?.failure, "it is not a file");
  });

  it("one that may not be read is there, and of no use", async () => {
    const { files, path, folder } = place();
    plant(folder, { "policy.json": "{}" });
    chmodSync(folder, 0o755);
    chmodSync(path, 0);
    const [found] = await asOrdinaryUser(async () => files.managed([]));
    assert.match(found?.failure ?? "", /^EACCES/);
  });
});
