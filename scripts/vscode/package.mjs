/** Packs an extension folder into a .vsix, as it would be published. */
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { createVSIX } from "@vscode/vsce";

/**
 * Both our extensions are bundled or have no dependencies, so node_modules is never collected.
 * @param {string} folder the extension's root
 * @param {string} outFile
 * @param {{ readonly isPublished?: boolean }} options one that is not published needs no repository and no licence
 * @returns {Promise<string>} `outFile`
 * @throws Error with what vsce warns of in one that is published: the marketplace would show it to those who publish
 */
export async function packageExtension(folder, outFile, { isPublished = false } = {}) {
  await mkdir(dirname(outFile), { recursive: true });
  const warnings = await quietly(() =>
    createVSIX({
      cwd: folder,
      packagePath: outFile,
      dependencies: false,
      allowMissingRepository: !isPublished,
      skipLicense: !isPublished,
    }),
  );
  if (warnings.length > 0 && isPublished)
    throw new Error(`vsce warns about ${folder}: ${warnings.join(" ")} Mend package.json or .vscodeignore.`);
  return outFile;
}

/** How vsce marks what it warns of, on a terminal and in GitHub's actions. */
const warningMark = /^\s*WARNING\s|^::warning/;

/**
 * vsce lists every packed file on the console and has no option against it; what goes wrong it throws.
 * @param {() => Promise<void>} work
 * @returns {Promise<string[]>} what it warned of
 */
async function quietly(work) {
  const { log, warn } = console;
  /** @type {string[]} */
  const warnings = [];
  /** @param {unknown[]} words */
  const listen = (...words) => {
    const text = stripVTControlCharacters(words.join(" "));
    if (warningMark.test(text)) warnings.push(text.replace(warningMark, "").trim());
  };
  console.log = console.warn = listen;
  try {
    await work();
  } finally {
    Object.assign(console, { log, warn });
  }
  return warnings;
}
