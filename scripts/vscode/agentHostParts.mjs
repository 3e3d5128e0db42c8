/**
 * What VS Code's Agent Host needs of the server beyond what npm brings: its database of sessions, a module that must be
 * compiled. Without it no session can be created, and the chat's Send does nothing.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cleanEnvironment } from "./processes.mjs";
import { ensureServer } from "./serverInstall.mjs";

/**
 * Compiles the database once for an installed server, with the headers that came with the Node.js that runs this. Node-API
 * is the same in all of them.
 * @param {(line: string) => void} log
 * @returns {Promise<string | undefined>} why there is no Agent Host on this machine; nothing when there is one
 */
export async function ensureAgentHost(log) {
  if (process.platform === "win32") return "its database is compiled with cc and c++, which Windows does not have";
  const { main } = await ensureServer(log);
  const module = join(dirname(dirname(main)), "node_modules", "@vscode", "sqlite3");
  const built = join(module, "build", "Release", "vscode-sqlite3.node");
  if (existsSync(built)) return undefined;
  const headers = headersFolder();
  if (!headers) return "Node.js came without its headers (node_api.h, uv.h), with which its database is compiled";
  log("Agent Host: first run, compiling its database (once, half a minute)");
  try {
    await compile(module, headers, built);
    return undefined;
  } catch (error) {
    return `its database could not be compiled: ${error instanceof Error ? error.message : error}`;
  }
}

/** Beside the Node.js that runs this, as in all of its packages but the barest. */
function headersFolder() {
  const candidates = [join(dirname(dirname(process.execPath)), "include", "node"), "/usr/include/node"];
  return candidates.find((folder) => ["node_api.h", "uv.h"].every((name) => existsSync(join(folder, name))));
}

const sqliteOptions = ["THREADSAFE=1", "ENABLE_FTS5", "ENABLE_RTREE", "ENABLE_MATH_FUNCTIONS", "DEFAULT_MEMSTATUS=0"];

const addonOptions = ["NAPI_CPP_EXCEPTIONS", "NAPI_VERSION=8", "NODE_GYP_MODULE_NAME=vscode_sqlite3"];

/**
 * As its `binding.gyp` has it, without node-gyp, which would download the headers.
 * @param {string} module
 * @param {string} headers
 * @param {string} built
 */
async function compile(module, headers, built) {
  const addon = dirname(createRequire(join(module, "package.json")).resolve("node-addon-api/package.json"));
  const work = await mkdtemp(join(tmpdir(), "crib-sqlite-"));
  try {
    const archive = join(module, "deps", "sqlite-autoconf-3390400.tar.gz");
    await run("tar", ["-xzf", archive, "-C", work, "--strip-components=1"], module);
    const defined = (/** @type {string[]} */ names) => names.map((name) => `-D${name}`);
    const object = join(work, "sqlite3.o");
    const sqlite = defined(sqliteOptions.map((name) => `SQLITE_${name}`));
    // Not optimised: a few rows are all that it is asked for, and the compiler is what one would wait for.
    await run("cc", ["-c", "-O0", "-fPIC", ...sqlite, join(work, "sqlite3.c"), "-o", object], module);
    const sources = ["backup", "database", "node_sqlite3", "statement"].map((name) => join("src", `${name}.cc`));
    const included = [headers, addon, work].map((folder) => `-I${folder}`);
    const shared = process.platform === "darwin" ? ["-bundle", "-undefined", "dynamic_lookup"] : ["-shared"];
    const made = join(work, "made.node");
    const flags = [...shared, "-fPIC", "-O1", "-std=c++20", "-fexceptions", ...defined(addonOptions)];
    await run("c++", [...flags, ...included, ...sources, object, "-o", made], module);
    await mkdir(dirname(built), { recursive: true });
    // Whole or not at all: its being there says that it was built.
    const beside = `${built}.${process.pid}`;
    await run("cp", [made, beside], module);
    await rename(beside, built);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<void>}
 */
function run(program, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: cleanEnvironment(), stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    child.stderr.on("data", (chunk) => (errors += chunk));
    child.once("error", (error) => reject(new Error(`${program} did not start (${error.message})`)));
    child.once("close", (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`${program} failed (exit code ${code}): ${errors.trim().slice(0, 500)}`)),
    );
  });
}
