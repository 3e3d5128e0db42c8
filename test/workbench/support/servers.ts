/**
 * The servers of the workbenches, each with a browser context. Those of equal extensions and environment have one after the
 * other, as a start costs two seconds of a processor. Every suite finds it as new: without the settings, the state and the
 * running extensions of the one before.
 */
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { type Server, startServer, writeSettings } from "../../../scripts/vscode/server.mjs";
import { extensionsFolder, sharedBrowser } from "./shared";
import { waitFor } from "./waitFor";

export interface ServerOptions {
  /** Packed extensions to install. */
  extensions: readonly string[];
  settings: Record<string, unknown>;
  machineSettings: Record<string, unknown>;
  smoke: boolean;
  env: Record<string, string>;
  /** Whether it may be one that an earlier suite has used, and is kept for others. */
  keep: boolean;
}

/** What a suite has to itself until it gives it back. */
export interface TakenServer {
  server: Server;
  context: BrowserContext;
  /** Holds the settings, the state and the logs. */
  home: string;
  /** Ends what runs for the page, and takes away what it has left. */
  release(page: Page | undefined): Promise<void>;
}

const log = (line: string) => console.log(`    ${line}`);

/** What the browser is given for a step that names no time; less than waitFor has, which may take the step again. */
const usualMs = 60_000;

/** Those that nobody uses. */
const free = new Map<string, Omit<TakenServer, "release">>();

/** A server with these settings, as if it had just been installed. */
export async function takeServer(options: ServerOptions): Promise<TakenServer> {
  const { extensions, smoke, env, keep } = options;
  const key = JSON.stringify([extensions, smoke, env]);
  const kept = keep ? free.get(key) : undefined;
  if (kept) free.delete(key);
  if (kept) await writeSettings(join(kept.home, "data"), options);
  const taken = kept ?? (await start(options));
  return {
    ...taken,
    async release(page) {
      const clean = keep && page && (await leaveNothing(taken, page).then(() => true, told));
      if (clean) free.set(key, taken);
      else await end(taken);
    },
  };
}

/** It is no reason to fail: the next suite starts a server of its own. */
const told = (error: unknown): false => {
  log(`The server is not used again: ${error instanceof Error ? error.message.split("\n", 1)[0] : error}`);
  return false;
};

async function start({ extensions, settings, machineSettings, smoke, env }: ServerOptions) {
  const home = await mkdtemp(join(tmpdir(), "crib-wb-"));
  const extensionsDir = await extensionsFolder(extensions);
  // Before the server, which nobody would stop where no browser is to be had.
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    viewport: { width: 1600, height: 1000 },
    // What moves in the chat as long as anything is waited for would take a third of a processor.
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(usualMs);
  await context.addInitScript({ content: holdStill });
  const server = await startServer({
    log,
    dataDir: join(home, "data"),
    extensionsDir,
    settings,
    machineSettings,
    smokeTestDriver: smoke,
    env,
  });
  return { server, context, home };
}

/** Stops what moves although a person wants less motion: each picture of it is drawn by a processor that tests want. */
const holdStill = `
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { animation-duration: 0s !important; animation-delay: 0s !important; transition: none !important; }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
`;

async function end({ server, context, home }: Omit<TakenServer, "release">): Promise<void> {
  // Where the browser is gone, the server is still to be ended.
  await context.close().catch(told);
  await server.stop();
  await rm(home, { recursive: true, force: true });
}

/** Closes the window, waits until its extensions have ended, and removes what either has kept. */
async function leaveNothing({ server, home }: Omit<TakenServer, "release">, page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  // A window that only vanishes could come back: its extensions would be kept for it.
  await page.goto("about:blank", { timeout: 10_000 });
  await cdp.send("Storage.clearDataForOrigin", {
    origin: server.url,
    storageTypes: "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage",
  });
  await page.close();
  // Those of a window that was closed while they began are kept for it for hours: then another server costs less than waiting.
  await waitFor("the extensions to end", () => extensionHosts(server) === 0, 4_000);
  const user = join(home, "data", "data", "User");
  for (const name of await readdir(user)) {
    // What the server itself knows of itself.
    if (!/ExtensionsCache\.json$|^machineid$/.test(name)) await rm(join(user, name), { recursive: true, force: true });
  }
  await rm(join(home, "data", "data", "Machine"), { recursive: true, force: true });
}

/** How many run, as the server's log has it. */
function extensionHosts(server: Server): number {
  const text = readFileSync(server.logFile, "utf8");
  const lines = (what: string) => text.split(what).length - 1;
  return lines("Launched Extension Host Process.") - lines("Extension Host Process exited with code");
}

after(async () => {
  // Their contexts end with the browser.
  for (const { server, home } of free.values()) {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  }
});
