/** Runs a suite of mocha tests in a process of its own. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { repository } from "../vscode/paths.mjs";
import { endGroup, startGroup } from "../vscode/processes.mjs";
import { ensureServer } from "../vscode/serverInstall.mjs";

const ripgrepOnPath = fileURLToPath(new URL("ripgrepOnPath.mjs", import.meta.url));

/**
 * The repository's mocha settings are for a plain `mocha`, and would add their own files.
 * @param {object} suite
 * @param {string[]} suite.files globs
 * @param {string[]} [suite.except] globs of what is not meant
 * @param {number} suite.testSeconds how long one test may take
 * @param {number} suite.suiteMinutes how long all may take
 * @param {string[]} [suite.args] further arguments to mocha
 * @param {boolean} [suite.ripgrep] the tests search with the server's ripgrep, which is installed first
 * @returns {Promise<{ passed: number, failed: number, failures: string[] }>}
 */
export async function runMocha({ files, except = [], testSeconds, suiteMinutes, args = [], ripgrep = false }) {
  if (ripgrep) await ensureServer((line) => console.log(`  ${line}`));
  const folder = await mkdtemp(join(tmpdir(), "crib-mocha-"));
  const counts = join(folder, "counts.json");
  const mocha = createRequire(import.meta.url).resolve("mocha/bin/mocha.js");
  const child = startGroup(
    process.execPath,
    [
      ...[
        "--import=tsx",
        // Worker threads do not take over what was imported for this one.
        "--require=tsx/cjs",
        mocha,
        "--no-config",
        ...(ripgrep ? ["--require", ripgrepOnPath] : []),
        ...files,
        ...except.flatMap((glob) => ["--ignore", glob]),
      ],
      ...[
        "--timeout",
        `${testSeconds}s`,
        "--reporter",
        fileURLToPath(new URL("countingReporter.cjs", import.meta.url)),
      ],
      ...["--reporter-option", `counts=${counts}`, ...args],
    ],
    { cwd: repository, output: "inherit" },
  );
  try {
    await ended(child, suiteMinutes);
    return JSON.parse(await readFile(counts, "utf8"));
  } catch (error) {
    throw isMissing(error) ? new Error("It ended before its tests did.") : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {number} minutes
 */
async function ended(child, minutes) {
  const exit = new Promise((resolve, reject) => {
    child.once("exit", resolve);
    child.once("error", reject);
  });
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done after ${minutes} minutes.`)), minutes * 60_000);
  });
  try {
    await Promise.race([exit, late]);
  } finally {
    clearTimeout(timer);
    await endGroup(child);
  }
}

/** @param {unknown} error */
const isMissing = (error) => error instanceof Error && "code" in error && error.code === "ENOENT";
