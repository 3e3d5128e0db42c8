/**
 * Loads a bundled file with what was compiled of it before: compiling it anew takes more time than all else that a start
 * does, and memory that is not given back.
 */
import { isAscii } from "node:buffer";
import { createHash, randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";

/** Milliseconds of use after which it is kept; by then what a first call needs is compiled too. */
const keptAfterMs = 5000;

/** Files of other versions, of ours and of Node, that stay. */
const maxOthers = 3;

const sumOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/** Bytes of the checksum before what is kept. */
const sumLength = sumOf(Buffer.alloc(0)).length;

/** A file of which something is kept. */
export interface LoadedFile {
  readonly exports: unknown;
  /** False when it had to be compiled. */
  readonly wasKept: boolean;
  /** Keeps what is compiled of it by now, unless it was kept before. Never throws. */
  keep(): void;
}

/** Undefined where there is none that is whole and this user's own. */
function keptIn(path: string): Buffer | undefined {
  try {
    const found = lstatSync(path);
    if (!found.isFile() || (process.getuid && found.uid !== process.getuid())) return undefined;
    const bytes = readFileSync(path);
    const data = bytes.subarray(sumLength);
    return sumOf(data).equals(bytes.subarray(0, sumLength)) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** The newest come first. */
function otherFiles(folder: string, ending: string, own: string): string[] {
  const others = readdirSync(folder).filter((name) => name.endsWith(ending) && name !== own);
  const timed = others.map((name) => ({ name, time: lstatSync(join(folder, name)).mtimeMs }));
  return timed.sort((one, other) => other.time - one.time).map(({ name }) => name);
}

/** A file that is whole, or none. @throws the system's error. */
function writeWhole(path: string, bytes: Uint8Array): void {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    writeFileSync(temporary, bytes, { mode: 0o600, flag: "wx" });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function keepIn(folder: string, name: string, ending: string, script: Script): void {
  try {
    const data = script.createCachedData();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeWhole(join(folder, name), Buffer.concat([sumOf(data), data]));
    for (const other of otherFiles(folder, ending, name).slice(maxOthers)) rmSync(join(folder, other), { force: true });
  } catch {
    // Without it the next start takes longer, and no more.
  }
}

/**
 * Runs a CommonJS file, as `require` does, with nothing of the file remembered for others.
 * @param file absolute path.
 * @param folder where what is compiled is kept, which nobody else may write to. Made when something is kept.
 * @throws whatever the file throws.
 */
export function loadCompiled(file: string, folder: string): LoadedFile {
  const bytes = readFileSync(file);
  const ending = `-${basename(file)}`;
  const version = createHash("sha256").update(`${process.versions.v8} ${process.arch}\n`).update(bytes);
  const name = `${version.digest("hex").slice(0, 32)}${ending}`;
  const head = "(function (exports, require, module, __filename, __dirname) {";
  const known = keptIn(join(folder, name));
  const script = new Script(`${head}${bytes.toString(isAscii(bytes) ? "latin1" : "utf8")}\n})`, {
    filename: file,
    columnOffset: -head.length,
    ...(known && { cachedData: known }),
  });
  const wasKept = known !== undefined && script.cachedDataRejected === false;
  let isKept = wasKept;
  const module = { exports: {} as unknown };
  script.runInThisContext().call(module.exports, module.exports, createRequire(file), module, file, dirname(file));
  const keep = () => {
    if (!isKept) keepIn(folder, name, ending, script);
    isKept = true;
  };
  return { exports: module.exports, wasKept, keep };
}

/** The same; what is compiled is kept after a while of use, or at the end of a process that ends before. */
export function loadAndKeep(file: string, folder: string): unknown {
  const { exports, wasKept, keep } = loadCompiled(file, folder);
  if (wasKept) return exports;
  const timer = setTimeout(keep, keptAfterMs).unref();
  process.once("exit", () => {
    clearTimeout(timer);
    keep();
  });
  return exports;
}
