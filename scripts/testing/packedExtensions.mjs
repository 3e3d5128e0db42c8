import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageExtension } from "../vscode/package.mjs";
import { demoModel, repository } from "../vscode/paths.mjs";
import { installExtension } from "../vscode/server.mjs";

/** Where a run of all suites has put the packed extensions, because packing writes `dist`, which other suites use. */
const packedVariable = "TOOLCRIB_TEST_VSIX";

/** Where both are installed, once that is done. */
const installedVariable = "TOOLCRIB_TEST_INSTALLED";

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

/** Installs both, once for all processes that open workbenches: VS Code's own command line takes seconds for each. */
export async function installPacked() {
  const folder = await mkdtemp(join(tmpdir(), "crib-installed-"));
  const extensions = join(folder, "extensions");
  for (const file of await packedExtensions()) await installExtension(file, extensions, join(folder, "data"));
  process.env[installedVariable] = extensions;
  return {
    async remove() {
      // What runs later, as a file once more, installs them for itself.
      delete process.env[installedVariable];
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The folder with exactly these packed extensions, where `installPacked` has made it.
 * @param {readonly string[]} packed
 * @returns {Promise<string | undefined>}
 */
export async function installedFolder(packed) {
  const folder = process.env[installedVariable];
  return folder !== undefined && packed.join() === (await packedExtensions()).join() ? folder : undefined;
}
