/** A Chromium from npm, for Linux machines that have no browser: it brings the few libraries that a bare system lacks. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createPackageRoot, npmInstall } from "./npm.mjs";
import { downloads } from "./paths.mjs";
import { cleanEnvironment } from "./processes.mjs";

/** The newest version that unpacks with Node.js 20. */
const version = "147.0.0";

/** The package's own settings look for its fonts where Amazon's machines have them; with no font at all it crashes. */
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * Makes sure that the browser is installed and unpacked.
 * @param {(line: string) => void} log
 * @returns {Promise<{ executablePath: string, args: string[], env: Record<string, string> }>}
 */
export async function npmBrowser(log) {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("No browser found. Install Chromium, Chrome or Edge, or set TOOLCRIB_BROWSER to one's executable.");
  }
  const folder = join(downloads, `browser-${version}`);
  const unpacked = join(folder, "unpacked");
  // Written last: a folder without it is a half-finished installation.
  const marker = join(folder, "complete");
  if (!existsSync(marker)) {
    log(`Browser: none found, installing @sparticuz/chromium ${version} from npm (about 250 MB on disk)`);
    await rm(folder, { recursive: true, force: true });
    await createPackageRoot(folder);
    await npmInstall(folder, [`@sparticuz/chromium@${version}`, "--ignore-scripts"]);
    await mkdir(unpacked);
    await unpack(folder, unpacked);
    await writeFile(join(unpacked, "fonts", "fonts.conf"), fontSettings);
    await writeFile(marker, `@sparticuz/chromium ${version}\n`);
    log("Browser: done");
  }
  return {
    executablePath: join(unpacked, "chromium"),
    args: ["--headless=shell", "--no-zygote"],
    env: { LD_LIBRARY_PATH: join(unpacked, "al2023", "lib"), FONTCONFIG_PATH: join(unpacked, "fonts") },
  };
}

/**
 * The package unpacks itself into the system's temporary folder, and its libraries only on Amazon's machines: so it is run
 * apart, told that both are the case.
 * @param {string} folder
 * @param {string} target
 */
async function unpack(folder, target) {
  const script = 'import chromium from "@sparticuz/chromium"; await chromium.executablePath();';
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: folder,
    env: cleanEnvironment({ TMPDIR: target, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" }),
  });
}
