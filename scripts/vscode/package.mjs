/** Packs an extension folder into a .vsix, as it would be published. */
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { createVSIX } from "@vscode/vsce";

/**
 * Both our extensions are bundled or have no dependencies, so node_modules is never collected.
 * @param {string} folder the extension's root
 * @param {string} outFile
 * @returns {Promise<string>} `outFile`
 */
export async function packageExtension(folder, outFile) {
  await mkdir(dirname(outFile), { recursive: true });
  await quietly(() =>
    createVSIX({
      cwd: folder,
      packagePath: outFile,
      dependencies: false,
      allowMissingRepository: true,
      skipLicense: true,
    }),
  );
  return outFile;
}

/**
 * vsce lists every packed file on the console and has no option against it; what goes wrong it throws.
 * @param {() => Promise<void>} work
 */
async function quietly(work) {
  const { log, warn } = console;
  console.log = console.warn = () => {};
  try {
    await work();
  } finally {
    Object.assign(console, { log, warn });
  }
}
