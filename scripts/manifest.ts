/** Writes the generated parts of package.json and package.nls.json, the list of translatable texts, and the schemas; with --check only says whether they are up to date. Names the texts that a translation lacks. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { generatedFiles } from "./generatedManifest";
import { translatedLanguages, translationProblems } from "./translations";

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

for (const language of translatedLanguages()) {
  const problems = translationProblems(language);
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log(`The translation ${language} is complete.`);
  else if (process.argv.includes("--check")) process.exitCode = 1;
}
