/** Policy files on the disk, read anew when they have changed (D-19). */
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { isAbsolute, join } from "node:path";
import type { PolicyFile, PolicyFilePort } from "../../core/settings/policies";
import { messageOf } from "../../core/vocabulary/toolError";
import { noWait } from "../files/opened/openFlags";

/** Nobody writes a larger one by hand. */
const maxBytes = 1024 * 1024;

/** Milliseconds within which a second change of a file may leave it with the same times; so long it is read each time. */
const settleMs = 2000;

/** Where the administrator of this system keeps the managed policy. */
export function systemPolicyPath(platform: NodeJS.Platform = process.platform, programData = process.env.ProgramData) {
  if (platform === "win32") return join(programData ?? "C:\\ProgramData", "Toolcrib", "policy.json");
  if (platform === "darwin") return "/Library/Application Support/Toolcrib/policy.json";
  return "/etc/toolcrib/policy.json";
}

const isMissing = (error: unknown) => {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
};

/** A link that leads nowhere is a policy that somebody wanted. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return !isMissing(error);
  }
}

const versionOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats) => [dev, ino, size, mtimeNs, ctimeNs].join(" ");

/** Without waiting for whoever might write into a pipe of that name. */
function readText(path: string): string {
  const file = openSync(path, constants.O_RDONLY | noWait);
  try {
    if (!fstatSync(file).isFile()) throw new Error("it is not a file");
    const bytes = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (let count = -1; count !== 0 && length < bytes.length; length += count)
      count = readSync(file, bytes, length, bytes.length - length, null);
    if (length > maxBytes) throw new Error("it is larger than 1 MiB");
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, length));
  } finally {
    closeSync(file);
  }
}

/** Reads each file when it has another version than before. Asked before every call, so it does not wait for others. */
export class PolicyFiles implements PolicyFilePort {
  readonly #known = new Map<string, { readonly version: string; readonly file: PolicyFile }>();

  /** @param system path of the file of the system. */
  constructor(private readonly system: string = systemPolicyPath()) {}

  managed(named: readonly string[]): readonly PolicyFile[] {
    const ofSystem = this.#read(this.system);
    return [...(ofSystem ? [ofSystem] : []), ...[...new Set(named)].map((path) => this.#named(path))];
  }

  #named(path: string): PolicyFile {
    if (!isAbsolute(path)) return { path, failure: "its path is not absolute" };
    return this.#read(path) ?? { path, failure: "it is not there" };
  }

  ofRoot(root: string): PolicyFile | undefined {
    return this.#read(join(root, ".toolcrib", "policy.jsonc"));
  }

  /** @returns undefined for one that is not there. */
  #read(path: string): PolicyFile | undefined {
    try {
      const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
      if (!stat) return isThere(path) ? { path, failure: "it is a broken symbolic link" } : undefined;
      const known = this.#known.get(path);
      if (known?.version === versionOf(stat)) return known.file;
      const isSettled = Date.now() - Number(stat.ctimeNs / 1_000_000n) > settleMs;
      const real = realpathSync(path);
      const file = { path, ...(real !== path && { real }), text: readText(path) };
      if (isSettled) this.#known.set(path, { version: versionOf(stat), file });
      return file;
    } catch (error) {
      if (isMissing(error) && !isThere(path)) return undefined;
      return { path, failure: messageOf(error).replace(/[.]$/, "") };
    }
  }
}
