/** Bundles of what is measured in processes of its own. */
import { basename, join } from "node:path";
import { buildSync } from "esbuild";

/** A bundle of its own, as the product runs; what compiles TypeScript on the way would count as our time and memory. */
export function bundle(entry: string, folder: string): string {
  const outfile = join(folder, `${basename(entry)}.js`);
  buildSync({
    entryPoints: [`${entry}.ts`],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    minify: true,
    mainFields: ["module", "main"],
    external: ["./mediaWorker", "./pageWorker", "./legacyLibraries", "./webLibraries", "./xmlLibraries"],
  });
  return outfile;
}
