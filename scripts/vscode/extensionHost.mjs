/** A VS Code server with a browser, whose extension hosts run programs of ours, with the extension loaded from the repository. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { launchBrowser } from "./browser.mjs";
import { packageExtension } from "./package.mjs";
import { repository } from "./paths.mjs";
import { installExtension, startServer } from "./server.mjs";

/**
 * @typedef {object} ExtensionHosts
 * @property {(folder: string, entry: string) => Promise<() => string[]>} open opens a folder in a window of its own, where the
 *   function `run` of the entry is called; returns what gives the last error messages of the window's console
 * @property {() => Promise<void>} stop ends everything and removes what it kept
 */

/**
 * Starts both.
 * @param {object} options
 * @param {(line: string) => void} options.log
 * @param {readonly string[]} options.extensions folders of extensions that are installed beside ours
 * @param {Record<string, unknown>} options.settings
 * @param {Record<string, string>} options.env added to the environment of the extension hosts
 * @returns {Promise<ExtensionHosts>}
 */
export async function startExtensionHosts({ log, extensions, settings, env }) {
  const home = await mkdtemp(join(tmpdir(), "crib-host-"));
  const dataDir = join(home, "data");
  const extensionsDir = join(home, "extensions");
  for (const folder of extensions) {
    const vsix = await packageExtension(folder, join(home, `${basename(folder)}.vsix`));
    await installExtension(vsix, extensionsDir, dataDir, log);
  }
  // Only in this mode does the page heed the payload that names the program.
  const server = await startServer({ log, dataDir, extensionsDir, settings, smokeTestDriver: true, env });
  const browser = await launchBrowser(log);
  return {
    async open(folder, entry) {
      const page = await browser.newPage();
      /** @type {string[]} */
      const complaints = [];
      page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
      await page.goto(address(server, folder, entry));
      return () => complaints.map((text) => text.split("\n", 2).join(" ")).slice(-20);
    },
    async stop() {
      await browser.close();
      await server.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/**
 * @param {import("./server.mjs").Server} server
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
