/** Runs the bundled tests inside the real extension host of the VS Code server, and waits outside for their report. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureClient } from "../../../scripts/testing/clientInstall.mjs";
import { copyDemoWorkspace } from "../../../scripts/vscode/demoCopy.mjs";
import { startExtensionHosts } from "../../../scripts/vscode/extensionHost.mjs";
import { followReport } from "../../../scripts/vscode/hostReport.mjs";
import { bundleHostTests } from "../../../scripts/vscode/hostTests.mjs";
import { demoModel } from "../../../scripts/vscode/paths.mjs";
import { quietSettings } from "../../../scripts/vscode/settings.mjs";

/**
 * The extension under test is loaded from the repository; the scripted model is installed beside it.
 * @param {(line: string) => void} log
 * @param {{ only?: string }} [options] `only`: the tests of this file alone
 * @returns {Promise<import("../../../scripts/vscode/hostReport.mjs").Counts>}
 */
export async function runInHost(log, { only } = {}) {
  const { entry, tests } = await bundleHostTests(only);
  if (tests === 0) return { passed: 0, failed: 0 };
  const home = await mkdtemp(join(tmpdir(), "crib-results-"));
  const results = join(home, "results.jsonl");
  const hosts = await startExtensionHosts({
    log,
    extensions: [demoModel],
    // In a browser VS Code saves by itself after a second, and the tests tell what is saved from what is not.
    settings: { ...quietSettings, "files.autoSave": "off" },
    env: { TOOLCRIB_TEST_RESULTS: results, TOOLCRIB_TEST_PYRIGHT: await pyright(log) },
  });
  try {
    const complaints = await hosts.open(await copyDemoWorkspace(), entry);
    return await followReport(results, { silenceMs: only ? 1_200_000 : 90_000, print: log }).catch((error) => {
      throw new Error(`${error.message}\nThe page's console:\n${complaints().join("\n")}`);
    });
  } finally {
    await hosts.stop();
    await rm(home, { recursive: true, force: true });
  }
}

/**
 * The program of pyright with its arguments as JSON; an empty text, where it cannot be installed, skips its tests.
 * @param {(line: string) => void} log
 */
async function pyright(log) {
  try {
    return JSON.stringify([...(await ensureClient("pyright", log)), "--stdio"]);
  } catch (error) {
    log(`pyright could not be installed, so its tests are skipped: ${String(error).split("\n")[0]}`);
    return "";
  }
}
