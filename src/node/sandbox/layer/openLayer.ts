/** The layer of one command: mounted for it, and compared with the workspace after it. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommandLayer, LayerChange } from "../../../core/ports/changes/layer";
import { ToolError } from "../../../core/vocabulary/toolError";
import { askProgram } from "../../processes/askProgram";
import type { Mount } from "../places/mount";
import { foreignEntry, rememberForeign, whyNotCopied } from "./foreignEntries";
import { changesOf, type NamesLeft } from "./layerChanges";
import {
  type LayerFolders,
  type LayerMounting,
  type LayerPrograms,
  layerEnvironment,
  makeLayerFolders,
  mergedOf,
  mounted,
  mounting,
  mountingAgain,
  removeLayers,
  upperOf,
} from "./layerFolders";
import type { PreparedLayer } from "./preparedLayer";

/** Milliseconds for looking at a layer once more. */
const lookTimeoutMs = 60_000;

/** A layer while a command runs on it. */
export class OpenLayer implements CommandLayer {
  readonly #began = Date.now();

  private constructor(
    private readonly programs: LayerPrograms,
    private readonly folders: LayerFolders,
    private readonly prepared?: PreparedLayer,
  ) {}

  /** @param place real path of the folder in which layers lie. @param roots real paths; none may lie in another. */
  static async over(programs: LayerPrograms, place: string, roots: readonly string[]): Promise<OpenLayer> {
    return new OpenLayer(programs, await makeLayerFolders(place, roots));
  }

  /** One that is mounted already. */
  static of(programs: LayerPrograms, prepared: PreparedLayer): OpenLayer {
    return new OpenLayer(programs, prepared.folders, prepared);
  }

  /** How a shell comes to be where it is mounted. */
  get mounting(): LayerMounting {
    return mounting(this.programs, this.folders);
  }

  /** Path of the namespace where it is mounted already; undefined where it is to be mounted. */
  get namespace(): string | undefined {
    return this.prepared?.namespace;
  }

  /** To be called when the command is over: the system takes it apart then. */
  letGo(): void {
    this.prepared?.close();
  }

  /** The roots as the command is to see them. */
  mounts(): Mount[] {
    return this.folders.roots.map((path, at) => ({
      kind: "writable",
      path,
      from: mergedOf(this.folders, at),
      isFolder: true,
      isLayer: true,
    }));
  }

  async changes(): Promise<readonly LayerChange[]> {
    const found: LayerChange[] = [];
    for (const [at, root] of this.folders.roots.entries()) {
      const tree = { root, upper: upperOf(this.folders, at), began: this.#began };
      found.push(...(await changesOf(tree, this.#namesLeft(at))));
    }
    return found;
  }

  /**
   * Why a command failed that had to change files of other users or groups, as one clause; whyNoLayerOver says it as well from
   * then on. Undefined where there are none.
   * @param isSaid the command complained of it.
   */
  async notCopied(isSaid: boolean): Promise<string | undefined> {
    for (const [at, root] of this.folders.roots.entries()) {
      const path = await foreignEntry({ root, upper: upperOf(this.folders, at) }, isSaid);
      if (path !== undefined) rememberForeign(root, path);
    }
    return whyNotCopied(this.folders.roots);
  }

  discard(): Promise<void> {
    return removeLayers(this.folders.folder);
  }

  /** Has the system put the layer together again, and lists the folders in it. */
  #namesLeft(at: number): NamesLeft {
    return async (folders) => {
      const lists = [join(this.folders.folder, "asked"), join(this.folders.folder, "names")] as const;
      await writeFile(lists[0], folders.map((folder) => `./${folder}\0`).join(""));
      const text = `cd "$0" && xargs -0 sh -c 'find "$@" -mindepth 1 -maxdepth 1 -print0' sh <"$1" >"$2"`;
      const looking = ["/bin/sh", "-c", text, mergedOf(this.folders, at), ...lists];
      const [program = "", ...args] = mounted(mountingAgain(this.programs, this.folders), looking);
      const answer = await askProgram({ program, args, cwd: "/", env: layerEnvironment, timeoutMs: lookTimeoutMs });
      if (answer?.exitCode !== 0)
        throw new ToolError("command_failed", `The changes cannot be listed (${answer?.stderr.trim() ?? "timeout"}).`);
      return byFolder(folders, await readFile(lists[1], "utf8"));
    };
  }
}

function byFolder(folders: readonly string[], printed: string): Map<string, Set<string>> {
  const names = new Map(folders.map((folder) => [folder, new Set<string>()]));
  for (const path of printed.split("\0")) {
    const cut = path.lastIndexOf("/");
    if (cut > 0) names.get(path.slice(2, cut))?.add(path.slice(cut + 1));
  }
  return names;
}
