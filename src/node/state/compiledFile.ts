/**
 * Loads a bundled file with what was compiled of it before: compiling it anew takes more time than all else that a start
 * does, and memory that is not given back.
 *
 * V8 runs what is kept and looks at little of it, so whoever can write it runs as this user. It is taken only from a folder
 * into which nobody else can put anything, from a file that nobody else may use, and that was written in its place: its sum
 * names its own inode, so a copy, one of an archive or of a repository as well, counts for nothing.
 */
import { isAscii } from "node:buffer";
import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { isOwnAlone, isOwnFolder } from "./ownFolder";

/** Milliseconds of use after which it is kept; by then what a first call needs is compiled too. */
const keptAfterMs = 5000;

/** Files of other versions, of ours and of Node, that stay. */
const maxOthers = 3;

/** How the name of a file ends that is being written. */
const unfinished = ".tmp";

/** Milliseconds after which an unfinished file is one that a killed process left. */
const leftMs = 60 * 60 * 1000;

/** Bytes of the checksum before what is kept. */
const sumLength = 32;

const sumOf = (inode: bigint, data: Uint8Array) => createHash("sha256").update(`${inode}\n`).update(data).digest();

/** A file of which something is kept. */
export interface LoadedFile {
  readonly exports: unknown;
  /** False when it had to be compiled. */
  readonly wasKept: boolean;
  /** Keeps what is compiled of it by now, unless it was kept before. Never throws. */
  keep(): void;
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

function withFile<T>(path: string, flags: number, use: (file: number) => T): T {
  const file = openSync(path, flags, 0o600);
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

const inodeOf = (file: number) => fstatSync(file, { bigint: true }).ino;

/** Undefined where there is none that is whole and this user's own. */
function keptIn(folder: string, name: string): Buffer | undefined {
  if (!isOwnFolder(folder)) return undefined;
  try {
    return withFile(join(folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK, (file) => {
      const found = fstatSync(file);
      if (!found.isFile() || found.nlink !== 1 || !isOwnAlone(found)) return undefined;
      const bytes = readFileSync(file);
      const data = bytes.subarray(sumLength);
      return sumOf(inodeOf(file), data).equals(bytes.subarray(0, sumLength)) ? data : undefined;
    });
  } catch {
    return undefined;
  }
}

/** The newest come first. */
function otherFiles(folder: string, ending: string, own: string): { readonly name: string; readonly time: number }[] {
  const others = readdirSync(folder).filter((name) => name.endsWith(ending) && name !== own);
  const timed = others.map((name) => ({ name, time: lstatSync(join(folder, name)).mtimeMs }));
  return timed.sort((one, other) => other.time - one.time);
}

/** A file that is whole, or none. @throws the system's error. */
function writeWhole(path: string, data: Uint8Array): void {
  const temporary = `${path}.${randomBytes(6).toString("hex")}${unfinished}`;
  try {
    withFile(temporary, O_WRONLY | O_CREAT | O_EXCL, (file) => {
      writeFileSync(file, Buffer.concat([sumOf(inodeOf(file), data), data]));
    });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function keepIn(folder: string, name: string, ending: string, script: Script): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isOwnFolder(folder)) return;
    writeWhole(join(folder, name), script.createCachedData());
    const left = otherFiles(folder, unfinished, "").filter(({ time }) => Date.now() - time > leftMs);
    for (const other of [...otherFiles(folder, ending, name).slice(maxOthers), ...left])
      rmSync(join(folder, other.name), { force: true });
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
  const known = keptIn(folder, name);
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
