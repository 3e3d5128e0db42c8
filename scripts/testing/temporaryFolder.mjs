/** One folder for all that a run of the tests, and the programs that it starts, leave behind in the system's one. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What programs read to find it, by system. */
const names = ["TMPDIR", "TMP", "TEMP"];

/** Makes it for this process and those that it starts. It goes when this process ends. */
export function useTemporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "crib-tests-"));
  // As the system's own: tests of root start programs as other users.
  chmodSync(folder, 0o1777);
  for (const name of names) process.env[name] = folder;
  process.once("exit", () => remove(folder));
}

/** @param {string} folder */
function remove(folder) {
  const wholly = { recursive: true, force: true, maxRetries: 3 };
  try {
    rmSync(folder, wholly);
  } catch {
    // A test may have taken away permissions that this needs.
    spawnSync("chmod", ["-R", "u+rwX", folder]);
    try {
      rmSync(folder, wholly);
    } catch (error) {
      // Not the result of the tests, which has been told.
      process.stderr.write(`${folder} was left behind: ${error}\n`);
    }
  }
}
