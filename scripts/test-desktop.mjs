/**
 * `npm run test:desktop`: the extension-host suite on a desktop VS Code, the one that VSCODE_EXECUTABLE names or else one
 * that is downloaded.
 */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { downloadAndUnzipVSCode, runTests } from "@vscode/test-electron";
import { copyDemoWorkspace } from "./vscode/demoCopy.mjs";
import { followReport } from "./vscode/hostReport.mjs";
import { bundleHostTests } from "./vscode/hostTests.mjs";
import { demoModel, downloads, repository } from "./vscode/paths.mjs";

const vscodeExecutablePath = process.env.VSCODE_EXECUTABLE ?? (await download());
const { entry, tests } = await bundleHostTests();
const home = await mkdtemp(join(tmpdir(), "crib-desktop-"));
const results = join(home, "results.jsonl");

/** @type {string | undefined} */
let over;
const run = runTests({
  vscodeExecutablePath,
  extensionDevelopmentPath: [repository, demoModel],
  extensionTestsPath: entry,
  extensionTestsEnv: { TOOLCRIB_TEST_RESULTS: results },
  launchArgs: [
    await copyDemoWorkspace(),
    "--disable-workspace-trust",
    "--disable-telemetry",
    `--user-data-dir=${join(home, "data")}`,
    `--extensions-dir=${join(home, "extensions")}`,
  ],
}).then(
  (code) => `exit code ${code}`,
  (error) => String(error.message ?? error),
);
run.then((reason) => {
  over = reason;
});

try {
  const { passed, failed } = await followReport(results, { silenceMs: 120_000, over: () => over });
  await run;
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error} (${tests} test files)`);
  process.exit(1);
}

async function download() {
  try {
    return await downloadAndUnzipVSCode({ cachePath: downloads });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(
      `VS Code could not be downloaded (${reason}): set VSCODE_EXECUTABLE to the executable of an installed one.`,
    );
    process.exit(1);
  }
}
