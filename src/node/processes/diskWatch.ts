/** Whether a folder grows beyond its quota while a command runs (HB-6). */
import { statfsSync } from "node:fs";
import type { RunQuota } from "../../core/ports/diskQuota";
import { diskUse } from "../files/diskUse";
import { type ProcessUse, unnamedFiles } from "./processTree";

/** Milliseconds between two measurements while the disk does not fill: at first, at most, and how it grows. */
const intervals = { first: 1000, longest: 30_000, growth: 1.5 } as const;

/** A measurement is followed by a pause of so many times what it took. */
const rest = 5;

/** The part of what is left after which it is measured again at once. */
const portion = 0.25;

/** Bytes that are free on the disk of a folder; 0 for one that is gone. */
function freeAround(folder: string): number {
  try {
    const { bfree, bsize } = statfsSync(folder);
    return bfree * bsize;
  } catch {
    return 0;
  }
}

/** Measures when the disk has filled by some of what is left, whoever filled it, and now and then besides. */
export class DiskWatch {
  #interval: number = intervals.first;
  #measured = performance.now();
  #took = 0;
  /** Bytes free on the disk when it was measured last. */
  #free: number;
  #left: number;

  constructor(private readonly quota: RunQuota) {
    this.#left = quota.maxBytes - quota.usedBytes;
    this.#free = freeAround(quota.folder);
  }

  /** True when the files take more than they may, those among them that processes deleted and hold open. */
  async isFull(members: readonly ProcessUse[], signal: AbortSignal): Promise<boolean> {
    const free = freeAround(this.quota.folder);
    const since = performance.now() - this.#measured;
    const isFilling = this.#free - free > portion * this.#left;
    if (since < rest * this.#took || !(isFilling || since > this.#interval)) return false;
    this.#free = free;
    this.#interval = Math.min(this.#interval * intervals.growth, intervals.longest);
    const { maxBytes } = this.quota;
    if ((await this.#measure(members, signal)) <= maxBytes) return false;
    // What was moved while it was measured may have been counted twice.
    return (await this.#measure(members, signal)) > maxBytes;
  }

  async #measure(members: readonly ProcessUse[], signal: AbortSignal): Promise<number> {
    const { folder, maxBytes } = this.quota;
    const begun = performance.now();
    const { bytes } = await diskUse(folder, signal);
    const used = bytes + unnamedFiles(members, folder);
    this.#measured = performance.now();
    this.#took = this.#measured - begun;
    this.#left = maxBytes - used;
    return used;
  }
}
