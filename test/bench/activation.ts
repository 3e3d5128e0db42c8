/** What activation costs: a new process, a stand-in for `vscode` that only counts, the built bundle. */
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { median, type Row } from "./measure";

/** Classes and enumerations that modules may name when they are loaded. */
const typings = readFileSync(createRequire(import.meta.url).resolve("@types/vscode/index.d.ts"), "utf8");
const classNames = [...typings.matchAll(/^\texport (?:class|enum) (\w+)/gm)].map(([, name]) => name);

/** @param loader the bundle of compiledFile.ts. @param kept where what is compiled is kept. */
const probe = (loader: string, kept: string) => `
  const Module = require("node:module");
  const load = Module._load;
  let files = 0;
  const fs = require("node:fs");
  for (const name of ["readFileSync", "openSync", "readFile", "open"]) {
    const real = fs[name];
    fs[name] = (path, ...rest) => { if (!/(extension\\.js|package\\.json)$/.test(String(path))) files++; return real(path, ...rest); };
  }
  const nothing = () => ({ dispose() {} });
  const registering = (known = {}) =>
    new Proxy(known, { get: (all, name) => all[name] ?? (/^(register|create|on)[A-Z]/.test(name) ? nothing : undefined) });
  const vscode = {
    ...Object.fromEntries(${JSON.stringify(classNames)}.map((name) => [name, class {}])),
    l10n: { t: (text) => text },
    Uri: { joinPath: nothing, parse: nothing, file: nothing },
    EventEmitter: class { event = nothing; fire() {} dispose() {} },
    window: registering(),
    workspace: registering({ getConfiguration: () => ({ get: (name, value) => value, inspect: nothing }) }),
    commands: registering(),
    lm: registering(),
    chat: registering(),
    LanguageModelError: { Blocked: nothing, NoPermissions: nothing, NotFound: nothing },
  };
  Module._load = (request, ...rest) => (request === "vscode" ? vscode : load(request, ...rest));
  const packageJSON = require("./package.json");
  // VS Code's extension host has loaded these before any extension.
  for (const name of ["node:crypto", "node:fs/promises", "node:module", "node:os", "node:vm"]) require(name);
  const before = new Set(Object.keys(require.cache));
  files = 0;
  const start = performance.now();
  require("./dist/extension.js").activate({ subscriptions: [], extension: { packageJSON }, workspaceState: new Map(), globalState: new Map() });
  const ours = performance.now() - start;
  const loaded = Object.keys(require.cache).filter((path) => !before.has(path)).map((path) => path.split(/[\\\\/]/).at(-1));
  const during = files;
  const room = performance.now();
  const { keep } = require(${JSON.stringify(loader)}).loadCompiled(require.resolve("./dist/window.js"), ${JSON.stringify(kept)});
  console.log(JSON.stringify({ ours, files: during, loaded, room: performance.now() - room }));
  keep();
`;

interface Activation {
  readonly ours: number;
  /** Files read by the extension's own code. */
  readonly files: number;
  readonly loaded: readonly string[];
  readonly room: number;
}

const kilobytes = (file: string) => `${Math.round(statSync(file).size / 1024)} KB`;

/**
 * Rows for activation and for the first use.
 * @param loader the bundle of compiledFile.ts. @param folder for what is compiled. @param warm processes after the first one
 */
export function activationRows(loader: string, folder: string, warm = 7): Row[] {
  const run = () => execFileSync(process.execPath, ["-e", probe(loader, folder)], { encoding: "utf8" });
  const [first, ...runs] = Array.from({ length: 1 + warm }, () => JSON.parse(run()) as Activation);
  const middle = (pick: (run: Activation) => number) => median(runs.map(pick));
  const { files, loaded } = runs[0] as Activation;
  return [
    {
      task: "activate",
      ours: middle((run) => run.ours),
      note: `loads ${loaded.join(", ")} (${kilobytes("dist/extension.js")}), reads ${files} files`,
    },
    {
      task: "load the toolroom on first use",
      ours: middle((run) => run.room),
      goal: { milliseconds: 40 },
      note: kilobytes("dist/window.js"),
    },
    { task: "the same in the first window of a version", ours: (first as Activation).room },
  ];
}
