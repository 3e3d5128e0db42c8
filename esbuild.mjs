/** Bundles both hosts. `--production` minifies, `--watch` rebuilds on change. */
import { readFileSync } from "node:fs";
import { context } from "esbuild";

const production = process.argv.includes("--production");
const watch = process.argv.includes("--watch");
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

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
};

// The extension is one small file for activation and one, the toolroom, that is loaded on first use.
const builds = await Promise.all([
  context({
    ...shared,
    entryPoints: { extension: "src/extension.ts" },
    outdir: "dist",
    external: ["vscode", "./toolroom"],
  }),
  context({ ...shared, entryPoints: { toolroom: "src/toolroom.ts" }, outdir: "dist", external: ["vscode"] }),
  context({
    ...shared,
    entryPoints: { headless: "src/headless.ts" },
    outdir: "dist",
    banner: { js: "#!/usr/bin/env node" },
  }),
]);

if (watch) await Promise.all(builds.map((build) => build.watch()));
else {
  await Promise.all(builds.map((build) => build.rebuild()));
  await Promise.all(builds.map((build) => build.dispose()));
}
