/** A workspace in a temporary folder, with a home of its own for the client. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wordsFile } from "../../support/sameWords";

/** The built bundle. */
const program = join(__dirname, "..", "..", "..", "dist", "headless.js");

/** The smallest PNG there is. */
const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Folders of one run. */
export interface Workplace {
  readonly root: string;
  readonly home: string;
  /** The command line of our server, for this workspace. */
  readonly server: readonly string[];
}

/** @param options of the server. */
export function workplace(options: readonly string[]): Workplace {
  const folder = mkdtempSync(join(tmpdir(), "crib-client-"));
  const [root, home] = [join(folder, "root"), join(folder, "home")];
  for (const made of [root, home]) mkdirSync(made);
  writeFileSync(join(root, wordsFile.name), wordsFile.before);
  writeFileSync(join(root, "dot.png"), Buffer.from(picture, "base64"));
  const server = [process.execPath, program, "mcp", "--root", root, "--state", join(folder, "state"), ...options];
  return { root, home, server };
}

/** Nothing of the person's own: no settings, no keys, no proxies. */
export function ownEnvironment({ home }: Workplace): Record<string, string> {
  const kept = ["PATH", "SystemRoot", "TEMP", "TMP"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const places = { XDG_CONFIG_HOME: "config", XDG_DATA_HOME: "data", XDG_CACHE_HOME: "cache", XDG_STATE_HOME: "state" };
  return {
    ...Object.fromEntries(kept),
    ...{ HOME: home, USERPROFILE: home, NO_COLOR: "1" },
    ...Object.fromEntries(Object.entries(places).map(([name, folder]) => [name, join(home, folder)])),
  };
}

/** Writes a client's settings. */
export function writeJson(folder: string, name: string, value: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), JSON.stringify(value));
}
