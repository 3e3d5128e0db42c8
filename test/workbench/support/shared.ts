/** What all workbenches of a run have in common: what is slow to make and nothing in them changes. */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { installedFolder } from "../../../scripts/testing/packedExtensions.mjs";
import { launchBrowser } from "../../../scripts/vscode/browser.mjs";
import { installExtension } from "../../../scripts/vscode/server.mjs";

const log = (line: string) => console.log(`    ${line}`);

const installed = new Map<string, Promise<string>>();
let home: Promise<string> | undefined;
let browser: Promise<Browser> | undefined;

/** A folder with these packed extensions installed, for any number of servers: they only read it. */
export function extensionsFolder(packed: readonly string[]): Promise<string> {
  const key = JSON.stringify(packed);
  const folder = installed.get(key) ?? install(packed);
  installed.set(key, folder);
  return folder;
}

/** VS Code's own command line takes seconds for each, so that a folder goes on from the one with all but the last. */
async function install(packed: readonly string[]): Promise<string> {
  const ready = await installedFolder(packed);
  if (ready !== undefined) return ready;
  home ??= mkdtemp(join(tmpdir(), "crib-extensions-"));
  const folder = await mkdtemp(join(await home, "e-"));
  const last = packed.at(-1);
  if (last === undefined) return folder;
  await cp(await extensionsFolder(packed.slice(0, -1)), folder, { recursive: true });
  await installExtension(last, folder, join(await home, "data"), log);
  return folder;
}

/** The one browser of the run, and another where it has gone; every workbench has a context of its own in it. */
export async function sharedBrowser(): Promise<Browser> {
  const running = await browser;
  if (!running?.isConnected()) browser = launchBrowser(log);
  return (await browser) as Browser;
}

after(async () => {
  await (await browser)?.close();
  if (home) await rm(await home, { recursive: true, force: true });
});
