/** Unanswered proposals on the disk: one JSON file each, readable by its owner alone. */
import { readdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { writeRecord } from "../../../node/files/writing/jsonRecord";
import { isProcessRunning, type ProcessName, thisProcess } from "../../../node/files/writing/processName";
import { readUnanswered, type StoredProposal, type UnansweredProposal, type UnansweredStore } from "../unanswered";

/** Proposals kept at most; the oldest go first. */
const maxKept = 50;

interface Stored {
  readonly asker: ProcessName;
  readonly proposal: unknown;
}

/** The proposals of all windows on one workspace. */
export class UnansweredFiles implements UnansweredStore {
  constructor(private readonly folder: string) {}

  async put(proposal: UnansweredProposal): Promise<void> {
    await writeRecord(this.#path(proposal.id), { asker: await thisProcess(), proposal });
  }

  async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true });
  }

  /** The newest first. What is no proposal is left out, and so are those that are too many, which are removed. */
  async list(): Promise<StoredProposal[]> {
    const names = await readdir(this.folder).catch(() => []);
    const read = await Promise.all(names.filter((name) => name.endsWith(".json")).map((name) => this.#read(name)));
    const all = read.flat().sort((a, b) => b.proposal.time - a.proposal.time);
    const kept = all.filter(({ isAsked }, index) => isAsked || index < maxKept);
    for (const one of all) if (!kept.includes(one)) await this.remove(one.proposal.id);
    return kept;
  }

  async #read(name: string): Promise<StoredProposal[]> {
    try {
      const stored = JSON.parse(await readFile(join(this.folder, name), "utf8")) as Partial<Stored>;
      const proposal = readUnanswered(stored.proposal);
      // Its id is its file's name, so that removing one never removes another.
      if (!proposal || !stored.asker || `${proposal.id}.json` !== name) return [];
      return [{ proposal, isAsked: await isProcessRunning(stored.asker) }];
    } catch {
      return [];
    }
  }

  #path(id: string): string {
    return join(this.folder, `${basename(id)}.json`);
  }
}
