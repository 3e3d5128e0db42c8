/** Bundles both hosts. `--production` minifies, `--watch` rebuilds on change. */
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { context } from "esbuild";

const production = process.argv.includes("--production");
const watch = process.argv.includes("--watch");
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

/**
 * Changes our sources before they are read.
 * @param {string} name
 * @param {(text: string) => string} change
 * @returns {import("esbuild").Plugin}
 */
function ourSources(name, change) {
  return {
    name,
    setup: (build) =>
      build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
        contents: change(await readFile(path, "utf8")),
        loader: "ts",
      })),
  };
}

/**
 * Writes characters as escapes, as esbuild does except in regular expressions: V8 keeps a text with a single other character
 * in twice the bytes, and starts with it later.
 * @param {string} text
 * @throws Error where an escape would mean something else
 */
function asciiOf(text) {
  const [found] = /\\[^\x00-\x7f]|String\.raw`[^`]*[^\x00-\x7f`]/.exec(text) ?? [];
  if (found !== undefined) throw new Error(`"${found}" cannot be written with an escape: write the character as one.`);
  return text.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** See asciiOf. */
const ascii = ourSources("ascii", asciiOf);

/** @type {import("esbuild").BuildOptions} */
const shared = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  minify: production,
  sourcemap: production ? "external" : "linked",
  // CommonJS throughout: a native import() of the second file would want its full name.
  supported: { "dynamic-import": false },
  define: { VERSION: JSON.stringify(version) },
  logLevel: "info",
  mainFields: ["module", "main"],
  plugins: [ascii],
  // A thread's file is named and not loaded; the libraries for old encodings are loaded by the first file that needs them.
  external: ["vscode", "./mediaWorker", "./pageWorker", "./legacyLibraries", "./webLibraries", "./xmlLibraries"],
};

/**
 * Lets our modules share VS Code's own object: for `import *` esbuild would copy its hundreds of members for each of them
 * when they are loaded.
 */
const oneApi = ourSources("one-api", (text) =>
  asciiOf(text.replace(/^import \* as vscode from "vscode";$/m, 'import vscode = require("vscode");')),
);

// The extension is one small file for activation and one, the window, that is loaded on first use. The headless host
// begins in a small file too, which loads the other with what was compiled of it before.
const builds = await Promise.all([
  context({
    ...shared,
    entryPoints: { extension: "src/extension.ts" },
    outdir: "dist",
    external: ["vscode", "./window"],
    plugins: [oneApi],
  }),
  context({ ...shared, entryPoints: { window: "src/window.ts" }, outdir: "dist", plugins: [oneApi] }),
  context({ ...shared, entryPoints: { legacyLibraries: "src/lib/edits/text/legacyLibraries.ts" }, outdir: "dist" }),
  context({ ...shared, entryPoints: { webLibraries: "src/node/web/webLibraries.ts" }, outdir: "dist" }),
  context({ ...shared, entryPoints: { xmlLibraries: "src/lib/testRuns/reading/xmlLibraries.ts" }, outdir: "dist" }),
  context({ ...shared, entryPoints: { pageWorker: "src/lib/pages/pageWorker.ts" }, outdir: "dist" }),
  context({ ...shared, entryPoints: { spawner: "src/node/processes/spawner.ts" }, outdir: "dist" }),
  context({ ...shared, entryPoints: { indexWorker: "src/node/search/indexing/indexWorker.ts" }, outdir: "dist" }),
  context({ ...shared, entryPoints: { indexBuilder: "src/node/search/indexing/indexBuilder.ts" }, outdir: "dist" }),
  // A hook is answered without the commands behind it being loaded.
  context({
    ...shared,
    entryPoints: { headless: "src/headless.ts" },
    outdir: "dist",
    external: ["./commandLine"],
    banner: { js: "#!/usr/bin/env node" },
  }),
  // Copies of it outlive the version that made them.
  context({ ...shared, entryPoints: { launcher: "src/hookLauncher.ts" }, outdir: "dist/plugin/hooks" }),
  context({ ...shared, entryPoints: { commandLine: "src/commandLine.ts" }, outdir: "dist" }),
  context({ ...shared, entryPoints: { library: "src/library.ts" }, outdir: "dist" }),
  context({
    ...shared,
    entryPoints: { mediaWorker: "src/lib/media/mediaWorker.ts" },
    outdir: "dist",
    external: ["@napi-rs/canvas", "*.wasm"],
    // Its libraries are ES modules that ask for their own address.
    banner: { js: 'const moduleAddress = require("node:url").pathToFileURL(__filename).href;' },
    define: { ...shared.define, "import.meta.url": "moduleAddress" },
  }),
]);

mkdirSync("dist", { recursive: true });
cpSync("media/plugin", "dist/plugin", { recursive: true });
copyFileSync("src/libraryApi.d.ts", "dist/library.d.ts");
// WebAssembly that the worker's libraries look for beside themselves.
for (const wasm of ["@silvia-odwyer/photon-node/photon_rs_bg.wasm", "@jsquash/avif/codec/dec/avif_dec.wasm"])
  copyFileSync(`node_modules/${wasm}`, `dist/${basename(wasm)}`);
if (watch) await Promise.all(builds.map((build) => build.watch()));
else {
  await Promise.all(builds.map((build) => build.rebuild()));
  await Promise.all(builds.map((build) => build.dispose()));
}

// What was copied has the permissions that it had where it came from, which differ between machines.
if (production)
  for (const entry of readdirSync("dist", { recursive: true, withFileTypes: true }))
    if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644);
