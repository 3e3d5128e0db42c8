/** Writes the generated parts of package.json and package.nls.json, the list of translatable texts, and the schemas; with --check only says whether they are up to date. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { generatedFiles } from "./generatedManifest";

for (const [file, wanted] of generatedFiles((file) => readFileSync(file, "utf8"))) {
  if (existsSync(file) && readFileSync(file, "utf8") === wanted) console.log(`${file} is up to date.`);
  else if (process.argv.includes("--check")) {
    console.error(`${file} is stale: run npm run manifest.`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, wanted);
    console.log(`${file} was written.`);
  }
}
