/** Programs that tests start in processes of their own, each bundled once, so that not every process compiles it anew. */
import { chmodSync } from "node:fs";
import { basename, join } from "node:path";
import { buildSync } from "esbuild";
import { sharedFolder } from "./tempFolder";

const programs = new Map<string, string>();
let folder: string | undefined;

/**
 * @param source a TypeScript file, absolute or from the repository's root.
 * @param packages in the bundle, or loaded from where they are installed: NODE_PATH has to name that folder then.
 * @returns a file for plain Node, until this process ends.
 */
export function bundled(source: string, packages: "bundle" | "external" = "bundle"): string {
  const key = `${source} ${packages}`;
  const known = programs.get(key);
  if (known !== undefined) return known;
  folder ??= sharedFolder();
  // Some of them are started as another user.
  chmodSync(folder, 0o755);
  const outfile = join(folder, `${programs.size}-${basename(source, ".ts")}.js`);
  buildSync({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    packages,
    mainFields: ["module", "main"],
    // As the product is built: a native import() finds no package by NODE_PATH.
    supported: { "dynamic-import": false },
    logLevel: "error",
  });
  programs.set(key, outfile);
  return outfile;
}
