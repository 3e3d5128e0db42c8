import { join } from "node:path";
import { packageExtension } from "../vscode/package.mjs";
import { demoModel, repository } from "../vscode/paths.mjs";

/** Where a run of all suites has put the packed extensions, because packing writes `dist`, which other suites use. */
const packedVariable = "TOOLCRIB_TEST_VSIX";

/** @param {string} folder */
const filesIn = (folder) => ({ ours: join(folder, "toolcrib.vsix"), model: join(folder, "demo-model.vsix") });

/** Packs our extension and the one with the demo's model, for the suites of this process and of those that it starts. */
export async function packExtensions() {
  const folder = join(repository, "out", "vsix");
  const { ours, model } = filesIn(folder);
  await packageExtension(repository, ours, { isPublished: true });
  await packageExtension(demoModel, model);
  process.env[packedVariable] = folder;
}

/**
 * The packed extensions; packed now where nobody has.
 * @returns {Promise<string[]>} absolute paths
 */
export async function packedExtensions() {
  if (process.env[packedVariable] === undefined) await packExtensions();
  return Object.values(filesIn(/** @type {string} */ (process.env[packedVariable])));
}
