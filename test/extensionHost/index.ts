/** What VS Code runs inside its extension host: every test file beside this one, as `scripts/vscode/hostTests.mjs` bundled them. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import Mocha from "mocha";
import { reportCrash, reportTests } from "./support/report";

export async function run(): Promise<void> {
  try {
    const mocha = new Mocha({ ui: "bdd", timeout: 20_000 });
    for (const file of readdirSync(__dirname, { recursive: true, encoding: "utf8" }).sort()) {
      if (file.endsWith(".test.js")) mocha.addFile(join(__dirname, file));
    }
    await new Promise((resolve) => reportTests(mocha.run(resolve)));
  } catch (error) {
    reportCrash(error);
    throw error;
  }
}
