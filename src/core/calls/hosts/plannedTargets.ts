import { deniedText } from "../../rules/denial";
import type { ResolvedPath } from "../../vocabulary/effect";
import { isInside, parentOf } from "../../vocabulary/paths";
import { leadsElsewhere, ToolError } from "../../vocabulary/toolError";
import { type Guard, plannedOf, unplanned } from "./guard";

/** @throws ToolError `stale` for a file that a link was swapped in for. */
function checked(target: ResolvedPath, now: ResolvedPath): ResolvedPath {
  if (now.real === target.real) return target;
  throw leadsElsewhere(target.shown);
}

/** Which files and folders a call may open: those that were planned, and what is not closed below planned folders. */
export class PlannedTargets {
  readonly #reads: ReadonlySet<string>;
  readonly #lists: readonly string[];
  /** Paths that are asked about before this turn ends. */
  #asked: { readonly paths: string[]; readonly found: Promise<readonly ResolvedPath[]> } | undefined;

  constructor(private readonly guard: Guard) {
    this.#reads = new Set(plannedOf(guard, "read").map(({ target }) => target.real));
    this.#lists = plannedOf(guard, "list").map(({ target }) => target.real);
  }

  /** True where every file in a listed folder may be shown. @param own see ownBelow. */
  hidesNothing(own: string | undefined): boolean {
    return this.guard.closedFiles.isEmpty && own === undefined;
  }

  isClosed(real: string, isFolder: boolean): boolean {
    return this.guard.closedFiles.reason({ path: real, real }, isFolder) !== undefined;
  }

  /** Real path of the agent's own workspace where it lies below a folder. */
  ownBelow({ real }: ResolvedPath): string | undefined {
    const { ownWorkspace } = this.guard;
    return ownWorkspace !== undefined && isInside(real, ownWorkspace) && real !== ownWorkspace
      ? ownWorkspace
      : undefined;
  }

  /** @throws ToolError `stale` when the path leads to another file than the one that was judged: a link was swapped in. */
  async same(target: ResolvedPath): Promise<ResolvedPath> {
    return checked(target, await this.guard.host.files.resolve(target.path));
  }

  /**
   * Where a path leads now. Those that are asked about in one turn have folders in common, which are looked at once. Only for
   * files that are opened next, which finds out once more where they are: the last of them may have to be waited for.
   */
  async #resolved(path: string): Promise<ResolvedPath> {
    this.#asked ??= this.#together();
    const { paths, found } = this.#asked;
    const at = paths.push(path) - 1;
    // Of several that fail each says by itself what is wrong.
    const all = await found.catch(() => undefined);
    return all?.[at] ?? this.guard.host.files.resolve(path);
  }

  #together() {
    const { files } = this.guard.host;
    const paths: string[] = [];
    const found = Promise.resolve().then(() => {
      this.#asked = undefined;
      return files.resolveAll?.(paths) ?? [];
    });
    return { paths, found };
  }

  /** The same for a name that may be a link itself, which is not followed. */
  async sameName(target: ResolvedPath): Promise<ResolvedPath> {
    const { real, shown } = target;
    await this.same({ path: parentOf(real), real: parentOf(real), shown });
    return target;
  }

  /** @throws ToolError `denied` for a file that is not to be read. */
  async readable(target: ResolvedPath): Promise<ResolvedPath> {
    return this.same(this.named(target));
  }

  /** The same for what is known of a file without looking at it. @throws ToolError `denied`. */
  named(target: ResolvedPath): ResolvedPath {
    const { real } = target;
    if (this.#reads.has(real) || this.#lists.includes(real) || this.#isOpenBelow(target, false)) return target;
    throw this.#refusal("Reading", target, false);
  }

  /** Like readable; what was not planned by itself counts as found. */
  async openedForReading(target: ResolvedPath): Promise<ResolvedPath> {
    const open = this.named(target);
    // A path without links is its own: whoever opens it finds out whether one has been put there since.
    if (target.path !== target.real) checked(open, await this.#resolved(target.path));
    if (!this.#reads.has(target.real)) this.guard.noteFound?.(target);
    return open;
  }

  /** @throws ToolError `denied` for a folder that is not to be listed. */
  async listable(target: ResolvedPath): Promise<ResolvedPath> {
    if (this.#lists.includes(target.real) || this.#isOpenBelow(target, true)) return this.same(target);
    throw this.#refusal("Listing", target, true);
  }

  /** What lies in a listed folder was not judged by itself. */
  #isOpenBelow(target: ResolvedPath, isFolder: boolean): boolean {
    const isListed = this.#lists.some((folder) => isInside(folder, target.real));
    return isListed && this.guard.closedFiles.reason(target, isFolder) === undefined;
  }

  #refusal(what: string, target: ResolvedPath, isFolder: boolean): ToolError {
    const reason = this.guard.closedFiles.reason(target, isFolder);
    return reason === undefined
      ? unplanned(`${what} ${target.shown}`)
      : new ToolError("denied", deniedText(`${what} ${target.shown}`, reason));
  }
}
