/** The headless host and the library as a package for npm: `npx toolcrib mcp`. */
import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { npm } from "./npmCommand.mjs";
import { withUsualPermissions } from "./reproducible.mjs";

/** What the program and the library load from `dist`; all else of it is for VS Code. */
const parts = [
  ...["headless.js", "commandLine.js", "library.js", "library.d.ts", "spawner.js", "indexBuilder.js", "indexWorker.js"],
  ...["legacyLibraries.js", "mediaWorker.js", "pageWorker.js", "webLibraries.js", "xmlLibraries.js"],
  ...["avif_dec.wasm", "photon_rs_bg.wasm", "plugin"],
];

/** Dependencies that no bundle can hold. */
const unbundled = ["@vscode/ripgrep"];

/**
 * Packs what is built.
 * @param {string} repository with a built `dist`
 * @param {string} outFolder where the tarball goes; it must exist
 * @returns {Promise<string>} the tarball's path
 */
export async function packNpmPackage(repository, outFolder) {
  const staging = join(outFolder, "npm");
  await rm(staging, { recursive: true, force: true });
  await mkdir(join(staging, "dist"), { recursive: true });
  const manifest = await npmManifest(repository);
  await writeFile(join(staging, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const name of parts) await cp(join(repository, "dist", name), join(staging, "dist", name), { recursive: true });
  await cp(join(repository, "media", "npm", "README.md"), join(staging, "README.md"));
  await cp(join(repository, "LICENSE"), join(staging, "LICENSE"));
  withUsualPermissions(["README.md", "LICENSE"].map((name) => join(staging, name)));
  const [{ filename }] = JSON.parse(await npm(staging, ["pack", "--json", "--ignore-scripts", "--loglevel=error"]));
  const tarball = join(outFolder, filename);
  await rename(join(staging, filename), tarball);
  await rm(staging, { recursive: true });
  return tarball;
}

/**
 * The manifest of the package: the extension's, without what only VS Code or building needs.
 * @param {string} repository
 */
async function npmManifest(repository) {
  const own = JSON.parse(await readFile(join(repository, "package.json"), "utf8"));
  const server = JSON.parse(await readFile(join(repository, "server.json"), "utf8"));
  return {
    name: own.name,
    version: own.version,
    description: server.description,
    // The registry of MCP servers takes it as the proof that both are published by the same people.
    mcpName: server.name,
    keywords: own.keywords,
    license: own.license,
    repository: own.repository,
    homepage: own.homepage,
    bugs: own.bugs,
    engines: { node: own.engines.node },
    bin: own.bin,
    exports: own.exports,
    dependencies: Object.fromEntries(unbundled.map((name) => [name, own.dependencies[name]])),
  };
}
