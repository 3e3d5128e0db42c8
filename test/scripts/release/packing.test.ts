import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { packageExtension } from "../../../scripts/vscode/package.mjs";
import { tempFolder } from "../../support/tempFolder";

describe("packing an extension", () => {
  const manifest = { name: "small", publisher: "someone", version: "1.0.0", engines: { vscode: "^1.90.0" }, files: [] };
  const folder = () =>
    tempFolder({ "package.json": JSON.stringify({ ...manifest, license: "MIT" }), "README.md": "Small.\n" });

  it("fails with what vsce warns of, and packs one for tests all the same", async () => {
    const small = folder();
    const file = join(small, "out", "small.vsix");
    await assert.rejects(packageExtension(small, file, { isPublished: true }), /LICENSE/);
    assert.equal(await packageExtension(small, file), file);
    assert.ok(existsSync(file));
  });
});
