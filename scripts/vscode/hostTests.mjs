/** Bundles the tests that run inside the extension host. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { repository } from "./paths.mjs";

const source = join(repository, "test", "extensionHost");
const target = join(repository, "out", "test", "extensionHost");

/**
 * The entry and every `*.test.ts` become one bundle each, so that the entry finds the tests by their names: no list of
 * them is kept anywhere.
 * @param {string} [only] the tests of `only.test.ts` alone
 * @returns {Promise<{ entry: string, tests: number }>}
 */
export async function bundleHostTests(only) {
  const files = await readdir(source, { recursive: true });
  const tests = files.filter((file) => file.endsWith(only ? `${only}.test.ts` : ".test.ts"));
  await rm(target, { recursive: true, force: true });
  await build({
    entryPoints: ["index.ts", ...tests].map((file) => join(source, file)),
    outbase: source,
    outdir: target,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    sourcemap: "inline",
    external: ["vscode", "mocha"],
    logLevel: "warning",
  });
  return { entry: join(target, "index.js"), tests: tests.length };
}
