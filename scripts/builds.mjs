/** What esbuild is told of our bundles. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";

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

/**
 * What all bundles share.
 * @param {boolean} production minified, its source map apart
 * @returns {import("esbuild").BuildOptions}
 */
export const sharedBuild = (production) => ({
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
  plugins: [ourSources("ascii", asciiOf)],
  // A thread's file is named and not loaded; the libraries for old encodings are loaded by the first file that needs them.
  external: ["vscode", "./mediaWorker", "./pageWorker", "./legacyLibraries", "./webLibraries", "./xmlLibraries"],
});

/**
 * Lets our modules share VS Code's own object: for `import *` esbuild would copy its hundreds of members for each of them
 * when they are loaded.
 */
export const oneApi = ourSources("one-api", (text) =>
  asciiOf(text.replace(/^import \* as vscode from "vscode";$/m, 'import vscode = require("vscode");')),
);

/**
 * Modules that need a machine, and what takes their place in a browser.
 * @type {Readonly<Record<string, string>>}
 */
const absentInBrowser = {
  "src/lib/media/mediaWorkerPool.ts": "mediaWorkers",
  "src/lib/media/systemConverter.ts": "converter",
  "src/lib/pages/pageWorkerPool.ts": "pageWorkers",
  "src/node/ignore/gitFacts.ts": "git",
};

/**
 * Puts those in their place.
 * @type {import("esbuild").Plugin}
 */
const withoutMachine = {
  name: "without-machine",
  setup: (build) =>
    build.onLoad({ filter: /[\\/](mediaWorkerPool|systemConverter|pageWorkerPool|gitFacts)\.ts$/ }, ({ path }) => {
      const name = absentInBrowser[relative(".", path).replaceAll(sep, "/")];
      return name === undefined
        ? undefined
        : { contents: `export * from "./src/browser/absent/${name}";`, resolveDir: resolve(".") };
    }),
};

/**
 * The extension in a browser, in one file. What imports another of Node's modules than these does not build.
 * @param {boolean} production see {@link sharedBuild}
 * @returns {import("esbuild").BuildOptions}
 */
export const browserBuild = (production) => ({
  ...sharedBuild(production),
  entryPoints: { browserExtension: "src/browserExtension.ts" },
  outdir: "dist",
  platform: "browser",
  target: "es2023",
  mainFields: ["browser", "module", "main"],
  external: ["vscode"],
  inject: ["src/browser/node/globals.ts"],
  alias: {
    "node:path": "path-browserify",
    "node:path/posix": "path-browserify",
    "node:buffer": "./src/browser/node/buffer.ts",
    "node:crypto": "./src/browser/node/crypto.ts",
    "node:url": "./src/browser/node/url.ts",
    "node:vm": "./src/browser/node/vm.ts",
    string_decoder: "./src/browser/node/stringDecoder.ts",
  },
  plugins: [withoutMachine, oneApi],
});
