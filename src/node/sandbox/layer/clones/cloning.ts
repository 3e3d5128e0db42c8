/** How folders are cloned, which macOS alone can do in place: what a copy shares with what it was made of takes no room. */
import { lstatSync } from "node:fs";
import { askProgram } from "../../../processes/askProgram";
import { layerEnvironment } from "../layerFolders";

/** What it takes to run commands on clones. */
export interface Cloning {
  /** Clones a folder to a name that is free. @returns what the system said against it; undefined when it went well. Never rejects. */
  clone(from: string, to: string): Promise<string | undefined>;
  /** The kind of the file system that a folder lies on, as `apfs`; undefined where nothing tells. Never rejects. */
  fileSystemOf(folder: string): Promise<string | undefined>;
  /**
   * Runs a text of `sh` under a profile of seatbelt.
   * @returns its exit code; undefined when it could not be run. Never rejects.
   */
  runHeld(profile: string, text: string, cwd: string): Promise<number | undefined>;
}

/** Milliseconds for cloning all of a workspace. */
const cloneTimeoutMs = 120_000;
/** Milliseconds for everything else. */
const timeoutMs = 10_000;

async function ask(program: string, args: readonly string[], ms: number, cwd = "/") {
  const question = { program, args, cwd, env: layerEnvironment, timeoutMs: ms };
  return askProgram(question).catch((error: Error) => ({ exitCode: undefined, stdout: "", stderr: error.message }));
}

/** Runs a program that copies; see {@link Cloning.clone}. */
export async function copyBy(program: string, args: readonly string[]): Promise<string | undefined> {
  const answer = await ask(program, args, cloneTimeoutMs);
  if (answer?.exitCode === 0) return undefined;
  return answer
    ? answer.stderr.trim().split("\n")[0] || `${program} failed`
    : `it took over ${cloneTimeoutMs / 1000} s`;
}

const deviceOf = (path: string): number | undefined => {
  try {
    return lstatSync(path).dev;
  } catch {
    return undefined;
  }
};

/**
 * The kind of a file system, looked up in what `mount` of macOS prints: `/dev/disk3s5 on /System/Volumes/Data (apfs, local)`.
 * A folder may show at another path than its file system is mounted at, so it is found by its number.
 */
export function kindIn(table: string, device: number, numberOf: (path: string) => number | undefined = deviceOf) {
  for (const line of table.split("\n")) {
    const [, path, kind] = /^.* on (\/.*) \((\w+)[,)]/.exec(line) ?? [];
    if (path !== undefined && numberOf(path) === device) return kind;
  }
  return undefined;
}

/** Of this system. @param sandbox absolute path of `sandbox-exec`. */
export const macCloning = (sandbox: string): Cloning => ({
  clone: (from, to) => copyBy("/bin/cp", ["-c", "-R", "-p", from, to]),
  async fileSystemOf(folder) {
    const device = deviceOf(folder);
    const answer = await ask("/sbin/mount", [], timeoutMs);
    return answer?.exitCode === 0 && device !== undefined ? kindIn(answer.stdout, device) : undefined;
  },
  async runHeld(profile, text, cwd) {
    return (await ask(sandbox, ["-p", profile, "/bin/sh", "-c", text], timeoutMs, cwd))?.exitCode;
  },
});
