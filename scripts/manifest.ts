/** Writes the generated parts of package.json; with --check only says whether they are up to date. */
import { readFileSync, writeFileSync } from "node:fs";
import { generatedManifest } from "./generatedManifest";

const file = "package.json";
const current = readFileSync(file, "utf8");
const wanted = generatedManifest(current);
if (wanted === current) console.log("package.json is up to date.");
else if (process.argv.includes("--check")) {
  console.error("package.json is stale: run npm run manifest.");
  process.exitCode = 1;
} else {
  writeFileSync(file, wanted);
  console.log("package.json was written.");
}
