/** OutputLogPort in the state folder: what commands print, where only its owner can read it (C-33). */
import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { OutputLog, OutputLogPort, OutputPiece, OutputRange, OutputView } from "../../core/ports/outputLog";
import { OutputLogFile } from "./outputLogFile";
import { logEndings, OutputRetention, type RetentionLimits } from "./outputRetention";
import { type OutputRun, readRuns } from "./outputRuns";

const defaultLimits: RetentionLimits = { agentBytes: 1024 ** 3, allBytes: 4 * 1024 ** 3, agentLogs: 500 };

/** An id becomes part of a path, so it is nothing but what was given out. */
const givenOut = /^[a-z_]{1,20}_\d{1,15}$/;

const numberOf = (id: string) => Number(/\d+$/.exec(id)?.[0] ?? 0);

/** See the head of the file. */
export class OutputLogs implements OutputLogPort {
  readonly #retention: OutputRetention;
  readonly #open = new Map<string, OutputLogFile>();
  /** The last number given out, by folder and kind. */
  readonly #numbers = new Map<string, number>();

  constructor(
    private readonly folder: string,
    limits: RetentionLimits = defaultLimits,
  ) {
    this.#retention = new OutputRetention(folder, limits);
  }

  async open(agent: string, kind: string): Promise<OutputLog> {
    await this.#retention.load();
    const own = agentFolder(agent);
    // Where it cannot be made, nothing is kept, and the command runs all the same.
    await mkdir(join(this.folder, own), { recursive: true, mode: 0o700 }).catch(() => {});
    const { id, data } = await this.#create(own, kind);
    const retained = this.#retention.add(own, id);
    const log = new OutputLogFile(data, retained, this.#retention);
    this.#open.set(retained.path, log);
    return {
      id,
      get missing() {
        return log.missing;
      },
      append: (stream, chunk) => log.append(stream, chunk),
      close: () => log.close().finally(() => this.#open.delete(retained.path)),
    };
  }

  /** Another process may give out numbers in the same folder; whoever makes the file has the number. */
  async #create(own: string, kind: string): Promise<{ id: string; data: FileHandle | undefined }> {
    for (;;) {
      const id = `${kind}_${this.#nextNumber(own, kind)}`;
      try {
        const data = await open(join(this.folder, own, id + logEndings.data), "wx", 0o600);
        return { id, data };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") return { id, data: undefined };
      }
    }
  }

  #nextNumber(own: string, kind: string): number {
    const key = `${own} ${kind}`;
    const known = this.#retention.ids(own).filter((id) => id.startsWith(`${kind}_`));
    const last = this.#numbers.get(key) ?? Math.max(0, ...known.map(numberOf));
    this.#numbers.set(key, last + 1);
    return last + 1;
  }

  async read(
    agent: string,
    id: string,
    view: OutputView,
    from: number,
    most: number,
  ): Promise<OutputRange | undefined> {
    if (!givenOut.test(id)) return undefined;
    const path = join(this.folder, agentFolder(agent), id);
    await this.#open.get(path)?.flush();
    const data = await open(path + logEndings.data).catch(() => undefined);
    if (!data) return undefined;
    try {
      const { places, total } = await placesIn(path + logEndings.index, view, from, most);
      return { pieces: await Promise.all(places.map((place) => readPlace(data, place))), total };
    } finally {
      await data.close();
    }
  }
}

/** An agent's name may hold anything; its folder's name does not. */
const agentFolder = (agent: string) => createHash("sha256").update(agent).digest("hex").slice(0, 32);

interface Place extends OutputRun {
  /** Byte of the file. */
  readonly at: number;
}

/** Where a range of a view lies in the file. Neighbours are one place. */
async function placesIn(index: string, view: OutputView, from: number, most: number) {
  const places: { at: number; length: number; stream: OutputRun["stream"] }[] = [];
  let at = 0;
  let total = 0;
  for await (const { stream, length } of runsIn(index)) {
    if (view === "both" || view === stream) {
      const first = Math.max(0, from - total);
      const wanted = Math.min(length, from + most - total) - first;
      const last = places.at(-1);
      if (wanted > 0 && last?.stream === stream && last.at + last.length === at + first) last.length += wanted;
      else if (wanted > 0) places.push({ stream, at: at + first, length: wanted });
      total += length;
    }
    at += length;
  }
  return { places, total };
}

/** A log that nothing was printed to has no index. */
async function* runsIn(index: string): AsyncGenerator<OutputRun> {
  try {
    yield* readRuns(index);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

async function readPlace(data: FileHandle, { stream, at, length }: Place): Promise<OutputPiece> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await data.read(bytes, 0, length, at);
  return { stream, bytes: bytes.subarray(0, bytesRead) };
}
