/** Bundles both hosts. `--production` minifies, `--watch` rebuilds on change. */
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { context } from "esbuild";
import { browserBuild, oneApi, sharedBuild } from "./scripts/builds.mjs";

const production = process.argv.includes("--production");
const shared = sharedBuild(production);
const watch = process.argv.includes("--watch");

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
  context(browserBuild(production)),
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
