/** Holds what agents put into their own workspaces to a quota (HB-6, EN-3). */
import { lstatSync } from "node:fs";
import {
  type DiskGuard,
  type DiskUse,
  largestText,
  mebibyte,
  mebibytes,
  type RunQuota,
  type RunUse,
  type SizedWrite,
} from "../../../core/ports/diskQuota";
import type { RuleContext } from "../../../core/rules/rule";
import { isInside } from "../../../core/vocabulary/paths";
import { ToolError } from "../../../core/vocabulary/toolError";
import { diskUse, takenBy } from "../../../node/files/diskUse";

/** Milliseconds for which a measurement is believed; nothing is refused on an old one. */
const believedMs = 60_000;

/** With more files and folders than that, nobody waits at the end of a command for them to be measured. */
const maxAwaited = 20_000;

/** Bytes by which most file systems hand out room. */
const unit = 4096;

/** Bytes by which a workspace that is too full may grow while something is deleted from it: the record of runs grows too. */
const slack = mebibyte;

/** What is known of one workspace's use. */
class KnownUse {
  #last: { readonly use: DiskUse; readonly at: number } | undefined;
  /** Bytes by which writes of this process have made it larger. */
  #grown = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly folder: string) {}

  async measured(): Promise<DiskUse> {
    const before = this.#grown;
    const found = await diskUse(this.folder);
    // It may have missed what was written meanwhile.
    const use = { ...found, bytes: found.bytes + this.#grown - before };
    this.#last = { use, at: performance.now() };
    return use;
  }

  /** As it was a moment ago, with what was written here since. */
  async recent(): Promise<DiskUse> {
    const last = this.#last;
    return last && performance.now() - last.at < believedMs ? last.use : this.measured();
  }

  get isLarge(): boolean {
    return (this.#last?.use.entries ?? 0) > maxAwaited;
  }

  noteGrowth(bytes: number): void {
    this.#grown += bytes;
    if (!this.#last) return;
    const { use, at } = this.#last;
    this.#last = { use: { ...use, bytes: use.bytes + bytes }, at };
  }

  /** One after the other, so that two do not take the same room. */
  inTurn<T>(act: () => Promise<T>): Promise<T> {
    const acted = this.#turn.then(act);
    this.#turn = acted.catch(() => undefined);
    return acted;
  }
}

function takenNow(real: string): number {
  try {
    const stats = lstatSync(real);
    // Another name keeps the old bytes.
    return stats.nlink > 1 ? 0 : takenBy(stats);
  } catch {
    return 0;
  }
}

/** Bytes by which writes make their folder larger; fewer than none where they make it smaller. */
function growthOf(changes: readonly SizedWrite[]): number {
  return changes
    .map(({ target, after }) => Math.ceil((after?.length ?? 0) / unit) * unit - takenNow(target.real))
    .reduce((sum, bytes) => sum + bytes, 0);
}

const settingName = "toolcrib.limits.workspaceMegabytes";

/** What the calls of one agent are held to, as the settings are now. */
interface Quota {
  readonly folder: string;
  readonly megabytes: number;
  /** True for calls that work in the workspace; others may reach it, and are seldom about it. */
  readonly isPlace: boolean;
}

class Guard implements DiskGuard {
  constructor(
    private readonly known: KnownUse,
    private readonly quota: Quota,
    private readonly freesRoom: (command: string) => boolean,
  ) {}

  get #most(): number {
    return this.quota.megabytes * mebibyte;
  }

  hold<T>(changes: readonly SizedWrite[], write: () => Promise<T>): Promise<T> {
    const inside = changes.filter(({ target }) => isInside(this.quota.folder, target.real));
    if (inside.length === 0) return write();
    return this.known.inTurn(async () => {
      const growth = growthOf(inside);
      if (growth > 0) await this.#makeSure(growth);
      const written = await write();
      this.known.noteGrowth(growth);
      return written;
    });
  }

  async #makeSure(growth: number): Promise<void> {
    const { known } = this;
    const isTooMuch = ({ bytes }: DiskUse) => bytes + growth > this.#most;
    if (!isTooMuch(await known.recent())) return;
    const use = await known.measured();
    if (!isTooMuch(use)) return;
    throw new ToolError(
      "over_quota",
      `Nothing was written: it needs ${mebibytes(growth)} more, and the files of the agent's workspace use ${mebibytes(use.bytes)} of the allowed ${this.quota.megabytes} MiB (${settingName}; largest: ${largestText(use)}): delete what is not needed, or ask the person to raise the limit.`,
    );
  }

  async begin(command: string): Promise<RunQuota> {
    const { known } = this;
    const { folder, megabytes, isPlace } = this.quota;
    const recent = await known.recent();
    const use = recent.bytes > this.#most ? await known.measured() : recent;
    if (use.bytes > this.#most && isPlace && !this.freesRoom(command))
      throw new ToolError(
        "over_quota",
        `The command was not run: the files of the agent's workspace use ${mebibytes(use.bytes)}, more than the allowed ${megabytes} MiB (${settingName}; largest: ${largestText(use)}): delete what is not needed, with delete_file or a command that runs only rm, or ask the person to raise the limit.`,
      );
    const maxBytes = use.bytes > this.#most ? use.bytes + slack : this.#most;
    return { folder, megabytes, usedBytes: use.bytes, maxBytes };
  }

  async end(): Promise<RunUse> {
    const { megabytes, isPlace } = this.quota;
    if (!isPlace) return {};
    const measuring = this.known.measured();
    if (this.known.isLarge) return {};
    const use = await measuring;
    if (use.bytes <= this.#most) return {};
    const note = `[The files of the agent's workspace now use ${mebibytes(use.bytes)}, more than the allowed ${megabytes} MiB (${settingName}; largest: ${largestText(use)}). Until some are deleted, nothing can be written or run there.]`;
    return { note, limit: { name: "workspaceMegabytes", most: megabytes, effect: "passed" } };
  }
}

/** The use of every workspace, as far as it is known. */
export class DiskQuotas {
  readonly #known = new Map<string, KnownUse>();

  /** @param freesRoom true for a command that can only make files fewer. */
  constructor(private readonly freesRoom: (command: string) => boolean) {}

  /** Undefined for a caller that reaches no workspace of its own. */
  guard({ ownWorkspace: folder, roots, inWorkspace, settings }: RuleContext): DiskGuard | undefined {
    if (folder === undefined || !roots.includes(folder)) return undefined;
    const known = this.#known.get(folder) ?? new KnownUse(folder);
    this.#known.set(folder, known);
    const quota = { folder, megabytes: settings.limits.workspaceMegabytes, isPlace: inWorkspace === true };
    return new Guard(known, quota, this.freesRoom);
  }
}
