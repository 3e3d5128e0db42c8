/** A clone of the workspace for one command, which stands for a layer where none can be mounted (macOS). */
import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { CommandLayer, LayerChange } from "../../../../core/ports/changes/layer";
import { isInside, relativeInside } from "../../../../core/vocabulary/paths";
import { ToolError } from "../../../../core/vocabulary/toolError";
import { ownedName } from "../../../files/writing/processName";
import { changesOf, type LayerTree, type NamesLeft } from "../layerChanges";
import { namesIn, permissions } from "../layerEntries";
import { removeLayers } from "../layerFolders";
import type { Cloning } from "./cloning";
import { type Differences, takeDifferences } from "./differences";
import { Manifest } from "./manifest";
import { rememberFailure } from "./survey";

/** One workspace folder with its clone. */
interface ClonedRoot {
  /** Real path. */
  readonly root: string;
  /** It has the root's name, so that a command which prints that prints the same. */
  readonly clone: string;
  /** Holds the clone alone. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Places that were emptied in the clone. */
  readonly hidden: ReadonlySet<string>;
}

/** What one command works on. */
export interface CloneWish {
  /** Real path of the folder in which clones lie. */
  readonly place: string;
  /** Real paths; none may lie in another. */
  readonly roots: readonly string[];
  /** Real paths of files and folders in them of which the clone has the name alone. */
  readonly hidden: readonly string[];
}

/** Milliseconds by which times of files lag behind the clock. */
const clockLagMs = 20;

/** A clone while a command runs on it, and after that. */
export class CloneLayer implements CommandLayer {
  #taken: Promise<readonly (LayerTree & Differences)[]> | undefined;

  private constructor(
    /** Holds all clones of this command. */
    readonly folder: string,
    private readonly roots: readonly ClonedRoot[],
    private readonly began: number,
  ) {}

  /** @throws ToolError `unavailable` where the system cannot clone something; a person is asked the next time. */
  static async of({ clone }: Pick<Cloning, "clone">, { place, roots, hidden }: CloneWish): Promise<CloneLayer> {
    const folder = join(place, await ownedName());
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    try {
      const began = Date.now();
      await setTimeout(clockLagMs);
      const cloned: ClonedRoot[] = [];
      for (const [at, root] of roots.entries()) {
        const around = join(folder, String(at));
        mkdirSync(around, { mode: 0o700 });
        const to = join(around, basename(root) || "root");
        const complaint = await clone(root, to);
        if (complaint !== undefined) {
          rememberFailure(root, complaint);
          throw notCloned(root, complaint);
        }
        const places = hidden
          .filter((path) => path !== root && isInside(root, path))
          .map((path) => relativeInside(root, path));
        for (const one of places) empty(join(to, one));
        cloned.push({ root, clone: to, folder: around, manifest: await Manifest.of(to), hidden: new Set(places) });
      }
      return new CloneLayer(folder, cloned, began);
    } catch (error) {
      await removeLayers(folder);
      throw error;
    }
  }

  /** Real paths of the clones. */
  get clones(): string[] {
    return this.roots.map(({ clone }) => clone);
  }

  /** Where something in the workspace is for the command; undefined for what lies beside it. */
  inClone(path: string): string | undefined {
    const found = this.roots.find(({ root }) => isInside(root, path));
    return found && join(found.clone, relativeInside(found.root, path));
  }

  /** The other way round; a path outside the clones stays what it is. */
  inWorkspace(path: string): string {
    const found = this.roots.find(({ clone }) => isInside(clone, path));
    return found ? join(found.root, relativeInside(found.clone, path)) : path;
  }

  async changes(): Promise<readonly LayerChange[]> {
    this.#taken ??= this.#take();
    const found: LayerChange[] = [];
    for (const tree of await this.#taken) {
      const { root, other } = tree;
      found.push(...[...other].sort().map(([place, clause]) => ({ path: join(root, place), other: clause })));
      found.push(...(await changesOf(tree, namesLeftIn(tree, this.#manifestOf(root)))));
    }
    return found;
  }

  discard(): Promise<void> {
    return removeLayers(this.folder);
  }

  #manifestOf(root: string): Manifest | undefined {
    return this.roots.find((one) => one.root === root)?.manifest;
  }

  async #take(): Promise<readonly (LayerTree & Differences)[]> {
    const taken: (LayerTree & Differences)[] = [];
    for (const { root, clone, folder, manifest, hidden } of this.roots) {
      // Where the sandbox lets no process that the command left behind open anything any longer.
      const ended = join(folder, "ended");
      const upper = join(folder, "upper");
      mkdirSync(ended, { mode: 0o700 });
      mkdirSync(upper, { mode: 0o700 });
      const from = join(ended, basename(clone));
      renameSync(clone, from);
      const differences = await takeDifferences(from, upper, manifest, hidden);
      const { gone, left, other } = differences;
      taken.push({ root, upper, began: this.began, gone, left, other });
    }
    return taken;
  }
}

/** A name that is new in the workspace came from somebody else: no command removed it. */
const namesLeftIn =
  ({ root, left }: LayerTree & Differences, manifest: Manifest | undefined): NamesLeft =>
  async (folders) => {
    const names = new Map<string, ReadonlySet<string>>();
    for (const folder of folders) {
      const here = left.get(folder);
      if (!here) continue;
      const before = new Set(manifest?.namesIn(folder));
      const others = (await namesIn(join(root, folder))).filter((name) => !before.has(name));
      names.set(folder, new Set([...here, ...others]));
    }
    return names;
  };

const notCloned = (root: string, complaint: string): ToolError =>
  new ToolError(
    "unavailable",
    `The command did not run, because ${root} could not be cloned for it (${complaint}). Call again, and a person will be asked.`,
    { needsMore: true },
  );

/** What a rule of the sandbox closes by its path could be read under another one, so that there is nothing in it. */
function empty(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink()) return;
  rmSync(path, { recursive: true });
  if (found.isDirectory()) mkdirSync(path);
  else writeFileSync(path, "");
  chmodSync(path, permissions(found));
}
