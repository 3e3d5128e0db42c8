/** `npm run package`: makes toolcrib-VERSION.vsix and says what is in it. */
import { readFileSync } from "node:fs";
import { listFiles, PackageManager } from "@vscode/vsce";
import { packageExtension } from "./vscode/package.mjs";
import { repository } from "./vscode/paths.mjs";

const { name, version } = JSON.parse(readFileSync("package.json", "utf8"));
const file = await packageExtension(repository, `${name}-${version}.vsix`);
for (const packed of (await listFiles({ packageManager: PackageManager.None })).sort()) console.log(`  ${packed}`);
console.log(`Packed ${file}.`);
