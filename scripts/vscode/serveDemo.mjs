/** The demo in a VS Code server: the extension packed and installed, in a data folder that goes when it stops. */
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { packageExtension } from "./package.mjs";
import { downloads, repository } from "./paths.mjs";
import { installExtension, startServer } from "./server.mjs";
import { quietSettings } from "./settings.mjs";

/**
 * @typedef {object} Demo
 * @property {string} address to open in a browser
 * @property {() => Promise<void>} check throws unless the page is served and the extension is installed
 * @property {() => Promise<void>} stop
 */

/**
 * @param {string} folder the workspace to open
 * @param {(line: string) => void} log
 * @returns {Promise<Demo>}
 */
export async function serveDemo(folder, log) {
  await mkdir(downloads, { recursive: true });
  const home = await mkdtemp(join(downloads, "start-"));
  const cleanUp = () => rm(home, { recursive: true, force: true });
  try {
    return await serve(folder, home, cleanUp, log);
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

/**
 * @param {string} folder
 * @param {string} home
 * @param {() => Promise<void>} cleanUp
 * @param {(line: string) => void} log
 * @returns {Promise<Demo>}
 */
async function serve(folder, home, cleanUp, log) {
  const dataDir = join(home, "data");
  const extensionsDir = join(home, "extensions");
  log("Packing the extension");
  await installExtension(await packageExtension(repository, join(home, "toolcrib.vsix")), extensionsDir, dataDir, log);
  // Whoever reaches this port can run programs here, so the address holds a secret.
  const token = randomBytes(16).toString("hex");
  const server = await startServer({ log, dataDir, extensionsDir, settings: quietSettings, token });
  const address = `${server.url}/?${new URLSearchParams({ folder, tkn: token })}`;
  return {
    address,
    async check() {
      const response = await fetch(address, { headers: { cookie: `vscode-tkn=${token}` } });
      if (response.status !== 200) throw new Error(`The page answers with status ${response.status}.`);
      const installed = await readFile(join(extensionsDir, "extensions.json"), "utf8");
      if (!installed.includes('"id":"toolcrib.toolcrib"')) throw new Error("The extension is not installed.");
    },
    async stop() {
      await server.stop();
      await cleanUp();
    },
  };
}
