/** Runs the bundled tests inside the real extension host of the VS Code server, and waits outside for their report. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureClient } from "../../../scripts/testing/clientInstall.mjs";
import { launchBrowser } from "../../../scripts/vscode/browser.mjs";
import { copyDemoWorkspace } from "../../../scripts/vscode/demoCopy.mjs";
import { followReport } from "../../../scripts/vscode/hostReport.mjs";
import { bundleHostTests } from "../../../scripts/vscode/hostTests.mjs";
import { packageExtension } from "../../../scripts/vscode/package.mjs";
import { demoModel, repository } from "../../../scripts/vscode/paths.mjs";
import { installExtension, startServer } from "../../../scripts/vscode/server.mjs";
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
  const home = await mkdtemp(join(tmpdir(), "crib-host-"));
  const dataDir = join(home, "data");
  const extensionsDir = join(home, "extensions");
  const results = join(home, "results.jsonl");
  await installExtension(await packageExtension(demoModel, join(home, "model.vsix")), extensionsDir, dataDir, log);
  const server = await startServer({
    log,
    dataDir,
    extensionsDir,
    // In a browser VS Code saves by itself after a second, and the tests tell what is saved from what is not.
    settings: { ...quietSettings, "files.autoSave": "off" },
    // Only in this mode does the page heed the payload that names the tests.
    smokeTestDriver: true,
    env: { TOOLCRIB_TEST_RESULTS: results, TOOLCRIB_TEST_PYRIGHT: await pyright(log) },
  });
  const browser = await launchBrowser(log);
  try {
    const page = await browser.newPage();
    /** @type {string[]} */
    const complaints = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(address(server, await copyDemoWorkspace(), entry));
    return await followReport(results, { silenceMs: only ? 3_600_000 : 90_000, print: log }).catch((error) => {
      throw new Error(
        `${error.message}\nThe page's console:\n${complaints
          .map((text) => text.split("\n", 2).join(" "))
          .slice(-20)
          .join("\n")}`,
      );
    });
  } finally {
    await browser.close();
    await server.stop();
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

/**
 * @param {import("../../../scripts/vscode/server.mjs").Server} server
 * @param {string} folder
 * @param {string} entry
 */
function address(server, folder, entry) {
  /** @param {string} path */
  const remote = (path) => `vscode-remote://127.0.0.1:${server.port}${path}`;
  const payload = [
    ["extensionDevelopmentPath", remote(repository)],
    ["extensionTestsPath", remote(entry)],
    ["skipWelcome", "true"],
  ];
  return `${server.url}/?${new URLSearchParams({ folder, payload: JSON.stringify(payload) })}`;
}
