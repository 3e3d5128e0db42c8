/** A VS Code server on loopback: started with its own data, stopped with everything it started. */
import { createWriteStream, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cleanEnvironment, endGroup, startGroup } from "./processes.mjs";
import { ensureServer } from "./serverInstall.mjs";

export { ensureServer };

const secondsToStart = 60;

/**
 * @typedef {object} ServerOptions
 * @property {(line: string) => void} log progress, for a person
 * @property {string} dataDir settings, state and logs; keep it short, sockets live below it
 * @property {string} extensionsDir where `installExtension` has put extensions
 * @property {Record<string, unknown>} settings the user settings this VS Code starts with
 * @property {Record<string, unknown>} [machineSettings] those that VS Code reads from the machine alone in a remote window
 * @property {number} [port] 0, the default, takes a free one
 * @property {string} [token] a secret that the first request must carry as `?tkn=`; without it any local process may connect
 * @property {boolean} [smokeTestDriver] honour the page's `payload` parameter; VS Code then answers its own modal dialogs
 * @property {Record<string, string>} [env] added to the environment of the server and its extension hosts
 */

/**
 * @typedef {object} Server
 * @property {string} url without a trailing slash
 * @property {number} port
 * @property {string} logFile what the server printed
 * @property {import("./serverInstall.mjs").ServerPaths} paths
 * @property {() => Promise<void>} stop ends the server and everything it started
 */

/**
 * Starts a server and returns once it answers.
 * @param {ServerOptions} options
 * @returns {Promise<Server>}
 */
export async function startServer(options) {
  const { log, dataDir, extensionsDir, port = 0, token, smokeTestDriver, env } = options;
  const paths = await ensureServer(log);
  await writeSettings(dataDir, options);
  await mkdir(extensionsDir, { recursive: true });

  const child = startGroup(
    paths.node,
    [
      paths.main,
      ...["--host", "127.0.0.1", "--port", String(port)],
      ...(token ? ["--connection-token", token] : ["--without-connection-token"]),
      ...["--accept-server-license-terms", "--telemetry-level", "off"],
      ...["--server-data-dir", dataDir, "--extensions-dir", extensionsDir],
      ...(smokeTestDriver ? ["--enable-smoke-test-driver"] : []),
    ],
    // What windows tell hooks of themselves is no matter of the person's own state folder.
    { env: cleanEnvironment({ XDG_STATE_HOME: join(dataDir, "state"), ...env }) },
  );
  const logFile = join(dataDir, "server.log");
  try {
    const actualPort = await listeningPort(child, logFile);
    const url = `http://127.0.0.1:${actualPort}`;
    await answers(`${url}/version`);
    return { url, port: actualPort, logFile, paths, stop: () => endGroup(child) };
  } catch (error) {
    await endGroup(child);
    throw new Error(`The VS Code server did not start: ${message(error)}\n${tail(logFile)}`);
  }
}

/**
 * Installs a packed extension for the servers that use this extensions folder.
 * @param {string} vsix
 * @param {string} extensionsDir
 * @param {string} dataDir
 * @param {(line: string) => void} [log]
 */
export async function installExtension(vsix, extensionsDir, dataDir, log = () => {}) {
  const paths = await ensureServer(log);
  await mkdir(dataDir, { recursive: true });
  const args = [
    paths.main,
    "--install-extension",
    vsix,
    "--force",
    "--extensions-dir",
    extensionsDir,
    "--server-data-dir",
    dataDir,
  ];
  const child = startGroup(paths.node, args, { env: cleanEnvironment() });
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0 || !output.includes("successfully installed")) {
    throw new Error(`Could not install ${vsix} into the VS Code server (exit code ${code}):\n${output.trim()}`);
  }
}

/**
 * Gives a server settings, before a window is opened.
 * @param {string} dataDir
 * @param {Pick<ServerOptions, "settings" | "machineSettings">} all
 */
export async function writeSettings(dataDir, { settings, machineSettings = {} }) {
  for (const [name, values] of Object.entries({ User: settings, Machine: machineSettings })) {
    const folder = join(dataDir, "data", name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "settings.json"), `${JSON.stringify(values, null, 2)}\n`);
  }
}

/**
 * The port the server says it listens on; its output is kept in the log file from the first line.
 * @param {import("node:child_process").ChildProcess} child
 * @param {string} logFile
 * @returns {Promise<number>}
 */
function listeningPort(child, logFile) {
  const file = createWriteStream(logFile);
  child.stderr?.pipe(file, { end: false });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not listening after ${secondsToStart} s`)), secondsToStart * 1000);
    let seen = "";
    child.stdout?.on("data", (chunk) => {
      file.write(chunk);
      if (seen.length > 100_000) return;
      seen += chunk;
      const port = /Extension host agent listening on (\d+)/.exec(seen)?.[1];
      if (port) settle(() => resolve(Number(port)));
    });
    child.once("error", (error) => settle(() => reject(error)));
    child.once("close", (code) => {
      file.end();
      settle(() => reject(new Error(`it ended with exit code ${code}`)));
    });
    /** @param {() => void} done */
    function settle(done) {
      clearTimeout(timer);
      done();
    }
  });
}

/** @param {string} url */
async function answers(url) {
  const deadline = Date.now() + secondsToStart * 1000;
  for (;;) {
    try {
      if ((await fetch(url)).ok) return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    if (Date.now() > deadline) throw new Error(`no answer from ${url}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** @param {string} file */
function tail(file) {
  try {
    return readFileSync(file, "utf8").split("\n").slice(-30).join("\n").trim();
  } catch {
    return "";
  }
}

/** @param {unknown} error */
const message = (error) => (error instanceof Error ? error.message : String(error));
