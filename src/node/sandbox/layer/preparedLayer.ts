/**
 * A layer over the folders of the command before, mounted while nobody waits for it, as the programs that mount it take a quarter
 * of the time of all that a small command starts. It is taken only where everything is as it was when it was mounted; what lies in the folders
 * may have changed since, as the system looks it up when the command does: but for names that were looked up in the layer
 * before, of which it goes on showing what was there.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, rmSync } from "node:fs";
import { ownDescriptor, type PreparedNetwork } from "../network/preparedNetwork";
import { pictureOf } from "../picture";
import {
  type LayerFolders,
  type LayerPrograms,
  layerEnvironment,
  makeLayerFolders,
  mounting,
  openForRemoval,
  removeLayers,
} from "./layerFolders";

/** What layers are made with, where they lie, and over which folders: real paths. */
export interface LayerWish {
  readonly programs: LayerPrograms;
  readonly place: string;
  readonly roots: readonly string[];
}

/** Milliseconds for mounting. */
const mountMs = 5_000;

/** What the shell says when all is mounted. */
const done = "mounted";

/** What has to be the same: the folders themselves, the file systems of the machine, and where layers lie. */
const picture = ({ place, roots }: LayerWish): string => `${place}\n${pictureOf(roots)}`;

/** Whether a folder of it was removed, so that what fails then would not fail for others. */
export const isGone = ({ place, roots }: LayerWish): boolean => [place, ...roots].some((path) => !existsSync(path));

/** Mounted, and seen by nobody. */
export class PreparedLayer {
  /** Keeps the namespace of its mounts. */
  readonly #mounts: number;
  #isOpen = true;

  private constructor(
    readonly folders: LayerFolders,
    private readonly before: string,
    holder: ChildProcess,
  ) {
    this.#mounts = openSync(`/proc/${holder.pid}/ns/mnt`, "r");
  }

  /** @throws Error where it cannot be mounted; {@link isGone} tells whether that is for want of its folders. */
  static async made(network: PreparedNetwork, wish: LayerWish): Promise<PreparedLayer> {
    if (isGone(wish)) throw new Error("A folder is gone.");
    const before = picture(wish);
    const folders = await makeLayerFolders(wish.place, wish.roots);
    const holder = startHolder(network, wish.programs, folders);
    try {
      await mounted(holder);
      openForRemoval(folders);
      return new PreparedLayer(folders, before, holder);
    } catch (error) {
      await removeLayers(folders.folder);
      throw error;
    } finally {
      holder.stdin?.destroy();
    }
  }

  /** Path of the namespace of its mounts, while it is open. */
  get namespace(): string {
    return ownDescriptor(this.#mounts);
  }

  /** Whether it is what would be mounted now. Never throws. */
  isFor(wish: LayerWish): boolean {
    try {
      return this.#isOpen && picture(wish) === this.before;
    } catch {
      return false;
    }
  }

  /** Lets go of the mounts, which are gone when the last process in them ends. */
  close(): void {
    if (this.#isOpen) closeSync(this.#mounts);
    this.#isOpen = false;
  }

  /** Removes it, where it was not taken; in place, as it is a few empty folders. Never throws: cleanLayers removes what stays. */
  remove(): void {
    this.close();
    try {
      rmSync(this.folders.folder, { recursive: true, force: true });
    } catch {}
  }
}

/** A shell that mounts everything and ends with its input. What is unmounted on the machine is unmounted for it as well. */
function startHolder(network: PreparedNetwork, programs: LayerPrograms, folders: LayerFolders): ChildProcess {
  const { text } = mounting(programs, folders);
  const [program = "", ...entering] = network.entering();
  const unsharing = [programs.unshare, "--mount", "--propagation", "slave", "--"];
  const holder = spawn(program, [...entering, ...unsharing, "/bin/sh", "-c", `${text}echo ${done}; read -r _`], {
    cwd: "/",
    env: layerEnvironment,
    stdio: ["pipe", "pipe", "ignore"],
    timeout: mountMs,
    killSignal: "SIGKILL",
  });
  holder.on("error", () => {});
  holder.stdin?.on("error", () => {});
  return holder;
}

/** @throws Error where the shell ends before it has mounted everything. */
async function mounted({ stdout }: ChildProcess): Promise<void> {
  let told = "";
  for await (const chunk of stdout ?? []) {
    told += chunk;
    if (told.includes(done)) return;
  }
  throw new Error("No layer could be mounted.");
}
