/** The VS Code server that we run and test in, installed once from npm and kept in the ignored downloads folder. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createPackageRoot, npmInstall } from "./npm.mjs";
import { downloads } from "./paths.mjs";

const version = "4.139.1";

/**
 * @typedef {object} ServerPaths
 * @property {string} node the Node.js binary this VS Code needs
 * @property {string} main the server's entry script
 * @property {string} builtInExtensions the folder of the extensions VS Code ships with
 */

/**
 * Makes sure that the server is installed, and says where its parts are.
 * @param {(line: string) => void} log
 * @returns {Promise<ServerPaths>}
 */
export async function ensureServer(log) {
  const folder = join(downloads, `server-${version}`);
  // Written last: a folder without it is a half-finished installation.
  const marker = join(folder, "complete");
  if (!existsSync(marker)) {
    await rm(folder, { recursive: true, force: true });
    await install(folder, log);
    const { status } = spawnSync(nodeBinary(folder), ["--version"]);
    if (status !== 0)
      throw new Error(`npm did not install a Node.js that starts in ${folder}: does it block install scripts?`);
    await writeFile(marker, `code-server ${version}\n`);
  }
  const vscode = vscodeFolder(folder);
  return {
    node: nodeBinary(folder),
    main: join(vscode, "out", "server-main.js"),
    builtInExtensions: join(vscode, "extensions"),
  };
}

/**
 * The npm package `code-server` ships VS Code's workbench and server built. Without install scripts nothing is compiled:
 * the native modules that matter come prebuilt.
 * @param {string} folder
 * @param {(line: string) => void} log
 */
async function install(folder, log) {
  log("VS Code server: first run, installing it from npm (about 700 MB on disk, half a minute)");
  await createPackageRoot(folder);
  await step(log, "Node.js 24, which it runs on (1 of 4)", () =>
    // The package puts the binary in place with its install script, whatever the user's npm settings say about scripts.
    npmInstall(folder, ["node@24", "--no-ignore-scripts"]),
  );
  await step(log, `code-server ${version} (2 of 4)`, () =>
    npmInstall(folder, [`code-server@${version}`, "--ignore-scripts"], { nodeFolder: nodeFolder(folder) }),
  );
  await step(log, "the workbench's own packages (3 of 4)", () =>
    npmInstall(vscodeFolder(folder), ["--omit=dev", "--ignore-scripts"], { nodeFolder: nodeFolder(folder) }),
  );
  // Without it every opened JavaScript file brings an error message about a missing language server.
  await step(log, "the language service of its built-in extensions (4 of 4)", () =>
    npmInstall(join(vscodeFolder(folder), "extensions"), ["--omit=dev", "--ignore-scripts"], {
      nodeFolder: nodeFolder(folder),
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

/** @param {string} folder */
const nodeFolder = (folder) => join(folder, "node_modules", "node", "bin");

/** @param {string} folder */
const nodeBinary = (folder) => join(nodeFolder(folder), process.platform === "win32" ? "node.exe" : "node");

/** @param {string} folder */
const vscodeFolder = (folder) => join(folder, "node_modules", "code-server", "lib", "vscode");
