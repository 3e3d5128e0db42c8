/** Finds a browser of the Chromium family to drive the workbench with; when the machine has none, gets one from npm. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { chromium } from "playwright-core";
import { npmBrowser } from "./browserInstall.mjs";

/**
 * @typedef {object} FoundBrowser
 * @property {string} executablePath
 * @property {string[]} args the flags to start it with
 * @property {Record<string, string>} [env] what it needs in its environment
 */

/** Quiet, and without what a machine with no graphics card or no way to the internet would wait for. */
const args = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The browser to use: the one named by TOOLCRIB_BROWSER, else an installed Chromium, Chrome or Edge, else Playwright's own
 * download, else one installed from npm into the downloads folder.
 * @param {(line: string) => void} log
 * @returns {Promise<FoundBrowser>}
 */
export async function findBrowser(log) {
  const named = process.env.TOOLCRIB_BROWSER;
  if (named) {
    if (!works(named)) throw new Error(`TOOLCRIB_BROWSER names ${named}, which does not start.`);
    return { executablePath: named, args };
  }
  const installed = installedBrowser();
  if (installed) return { executablePath: installed, args };
  const fromNpm = await npmBrowser(log);
  return { ...fromNpm, args: [...args, ...fromNpm.args] };
}

/**
 * Starts the browser that `findBrowser` finds, without a window.
 * @param {(line: string) => void} log
 */
export async function launchBrowser(log) {
  const { executablePath, args, env } = await findBrowser(log);
  return chromium.launch({
    executablePath,
    args,
    env: /** @type {Record<string, string>} */ ({ ...process.env, ...env }),
  });
}

/** An installed browser that starts, or Playwright's own download. */
export function installedBrowser() {
  return [...onPath(), ...defaultPlaces(), chromium.executablePath()].find((file) => existsSync(file) && works(file));
}

/** @returns {string[]} */
function onPath() {
  const names = [
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "microsoft-edge-stable",
    "microsoft-edge",
  ];
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** @returns {string[]} */
function defaultPlaces() {
  if (process.platform === "darwin") {
    const apps = ["Chromium", "Google Chrome", "Microsoft Edge"];
    const roots = ["/Applications", join(process.env.HOME ?? "", "Applications")];
    return roots.flatMap((root) => apps.map((app) => join(root, `${app}.app`, "Contents", "MacOS", app)));
  }
  if (process.platform === "win32") {
    const programs = [
      "Chromium/Application/chrome.exe",
      "Google/Chrome/Application/chrome.exe",
      "Microsoft/Edge/Application/msedge.exe",
    ];
    const roots = [process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA];
    return roots.flatMap((root) => (root ? programs.map((program) => join(root, program)) : []));
  }
  return ["/opt/google/chrome/chrome", "/opt/microsoft/msedge/msedge", "/usr/lib/chromium/chromium"];
}

/**
 * Some systems ship a placeholder script that only says where to get the real browser.
 * @param {string} file
 */
function works(file) {
  // On Windows `--version` would open a window, and there are no placeholders.
  if (process.platform === "win32") return true;
  const { status, stdout } = spawnSync(file, ["--version"], { encoding: "utf8", timeout: 20_000 });
  return status === 0 && /\d+\.\d+/.test(stdout);
}
