/** The VS Code server that we run and test in, installed once from npm and kept in the ignored downloads folder. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createPackageRoot, npmInstall } from "./npm.mjs";
import { downloads } from "./paths.mjs";

const version = "4.139.1";
const folder = join(downloads, `server-${version}`);
// Written last: a folder without it is a half-finished installation.
const marker = join(folder, "complete");

/**
 * @typedef {object} ServerPaths
 * @property {string} node the Node.js binary this VS Code needs
 * @property {string} main the server's entry script
 * @property {string} builtInExtensions the folder of the extensions VS Code ships with
 * @property {string} ripgrepFolder the folder of the ripgrep that VS Code searches with on this machine
 */

/**
 * Makes sure that the server is installed, and says where its parts are.
 * @param {(line: string) => void} log
 * @returns {Promise<ServerPaths>}
 */
export async function ensureServer(log) {
  if (!existsSync(marker)) {
    await rm(folder, { recursive: true, force: true });
    await install(log);
    const { status } = spawnSync(nodeBinary(), ["--version"]);
    if (status !== 0)
      throw new Error(`npm did not install a Node.js that starts in ${folder}: does it block install scripts?`);
    await writeFile(marker, `code-server ${version}\n`);
  }
  return serverPaths();
}

/** Where the server's parts are when it is installed; undefined when it is not. */
export const installedServer = () => (existsSync(marker) ? serverPaths() : undefined);

/** @returns {ServerPaths} */
const serverPaths = () => ({
  node: nodeBinary(),
  main: join(vscodeFolder(), "out", "server-main.js"),
  builtInExtensions: join(vscodeFolder(), "extensions"),
  ripgrepFolder: join(
    vscodeFolder(),
    ...["node_modules", "@vscode", "ripgrep-universal", "bin", `${process.platform}-${process.arch}`],
  ),
});

/**
 * The npm package `code-server` ships VS Code's workbench and server built. Without install scripts nothing is compiled:
 * the native modules that matter come prebuilt.
 * @param {(line: string) => void} log
 */
async function install(log) {
  log("VS Code server: first run, installing it from npm (about 700 MB on disk, half a minute)");
  await createPackageRoot(folder);
  await step(log, "Node.js 24, which it runs on (1 of 4)", () =>
    // The package puts the binary in place with its install script, whatever the user's npm settings say about scripts.
    npmInstall(folder, ["node@24", "--no-ignore-scripts"]),
  );
  await step(log, `code-server ${version} (2 of 4)`, () =>
    npmInstall(folder, [`code-server@${version}`, "--ignore-scripts"], { nodeFolder: nodeFolder() }),
  );
  await step(log, "the workbench's own packages (3 of 4)", () =>
    npmInstall(vscodeFolder(), ["--omit=dev", "--ignore-scripts"], { nodeFolder: nodeFolder() }),
  );
  // Without it every opened JavaScript file brings an error message about a missing language server.
  await step(log, "the language service of its built-in extensions (4 of 4)", () =>
    npmInstall(join(vscodeFolder(), "extensions"), ["--omit=dev", "--ignore-scripts"], {
      nodeFolder: nodeFolder(),
    }),
  );
}

/**
 * @param {(line: string) => void} log
 * @param {string} what
 * @param {() => Promise<void>} work
 */
async function step(log, what, work) {
  const start = Date.now();
  log(`VS Code server: installing ${what}`);
  await work();
  log(`VS Code server: done in ${Math.round((Date.now() - start) / 1000)} s`);
}

const nodeFolder = () => join(folder, "node_modules", "node", "bin");

const nodeBinary = () => join(nodeFolder(), process.platform === "win32" ? "node.exe" : "node");

const vscodeFolder = () => join(folder, "node_modules", "code-server", "lib", "vscode");
