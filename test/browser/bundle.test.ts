/** The bundle of a browser has nothing of Node in it, and the others have nothing of its own. */
import assert from "node:assert/strict";
import { createContext, runInContext } from "node:vm";
import { build, type Metafile } from "esbuild";
import { browserBuild, oneApi, sharedBuild } from "../../scripts/builds.mjs";

const inMemory = { write: false, metafile: true, logLevel: "error", sourcemap: false, outdir: "out" } as const;

const externals = ({ outputs }: Metafile) =>
  [...new Set(Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => path)))].sort();

describe("the bundle of a browser", () => {
  it("imports VS Code alone, and begins where there are no globals of Node", async () => {
    const { metafile, outputFiles } = await build({ ...browserBuild(true), ...inMemory });
    assert.deepEqual(externals(metafile), ["vscode"]);
    const names = [
      ...["TextDecoder", "TextEncoder", "URL", "URLSearchParams", "AbortController", "AbortSignal", "crypto"],
      ...[
        "performance",
        "queueMicrotask",
        "structuredClone",
        "setTimeout",
        "clearTimeout",
        "setInterval",
        "clearInterval",
      ],
    ] as const;
    const browser = createContext(Object.fromEntries(names.map((name) => [name, globalThis[name]])));
    const wrapped = `(function (module, exports, require) {${outputFiles[0]?.text}\n})`;
    const module: { exports: Record<string, unknown> } = { exports: {} };
    // What modules make of VS Code when they are loaded: events, icons, texts.
    class Made {}
    const api: unknown = new Proxy(Made, {
      apply: () => api,
      get: (_, name) => (name === Symbol.toPrimitive ? () => "" : name === "prototype" ? Made.prototype : api),
      construct: () => new Made(),
    });
    runInContext(wrapped, browser)(module, module.exports, (name: string) => {
      assert.equal(name, "vscode");
      return api;
    });
    assert.deepEqual(Object.keys(module.exports), ["activate"]);
  });

  it("brings nothing into the window with a machine", async () => {
    const { metafile } = await build({
      ...{ ...sharedBuild(true), ...inMemory, plugins: [oneApi] },
      entryPoints: { window: "src/window.ts" },
    });
    const own = /^src\/browser|^src\/vscode\/browser|node_modules\/(?:re2js|path-browserify|buffer|@noble\/hashes)\//;
    assert.deepEqual(
      Object.keys(metafile.inputs).filter((path) => own.test(path)),
      [],
    );
  });
});
