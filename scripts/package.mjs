/**
 * `npm run package`: makes the release in out/release, the same bytes from the same files: the extension (.vsix), the
 * headless host for npm (.tgz), the bill of materials (.cdx.json) and the hashes of all three.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { listFiles, PackageManager } from "@vscode/vsce";
import { writeBillOfMaterials } from "./release/billOfMaterials.mjs";
import { packNpmPackage } from "./release/npmPackage.mjs";
import { reproducibly, withUsualPermissions } from "./release/reproducible.mjs";
import { packageExtension } from "./vscode/package.mjs";
import { repository } from "./vscode/paths.mjs";

const { name, version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
const folder = join(repository, "out", "release");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
// What an earlier build left there would be packed too, or would keep its permissions.
rmSync(join(repository, "dist"), { recursive: true, force: true });

const packed = () => listFiles({ cwd: repository, packageManager: PackageManager.None });

await reproducibly(async () => {
  withUsualPermissions((await packed()).map((path) => join(repository, path)));
  const extension = await packageExtension(repository, join(folder, `${name}-${version}.vsix`), { isPublished: true });
  for (const path of (await packed()).sort()) console.log(`  ${path}`);
  const tarball = await packNpmPackage(repository, folder);
  const bill = join(folder, `${name}-${version}.cdx.json`);
  const count = await writeBillOfMaterials(repository, bill);
  const hashes = [extension, tarball, bill].map(
    (file) => `${createHash("sha256").update(readFileSync(file)).digest("hex")}  ${basename(file)}\n`,
  );
  writeFileSync(join(folder, "SHA256SUMS"), hashes.join(""));
  console.log(`Packed into out/release (the bill names ${count} packages):\n${hashes.join("")}`);
});
