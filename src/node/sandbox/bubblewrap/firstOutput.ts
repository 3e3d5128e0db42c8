/** Tells what bubblewrap says of a sandbox that it could not make from what a command prints. */
import { lstat } from "node:fs/promises";
import type { OnOutput } from "../../processes/processGroup";
import type { HeldEnding } from "../findings";
import type { Mount } from "../places/mount";

/** How bubblewrap begins each of its messages. */
const prefix = "bwrap: ";

/** Bytes; its messages name one path. */
const maxMessage = 16_384;

/** Keeps what may be a message of bubblewrap until it is known whether it is; everything else passes at once. */
export class FirstOutput {
  #kept: Parameters<OnOutput>[] | undefined = [];

  constructor(private readonly onOutput: OnOutput) {}

  /** Takes what is printed. */
  readonly take: OnOutput = (stream, chunk) => {
    if (!this.#kept) return this.onOutput(stream, chunk);
    this.#kept.push([stream, chunk]);
    return this.#mayBeMessage(this.#kept) ? undefined : this.pass();
  };

  /** Lets everything pass from now on, what was kept first. */
  async pass(): Promise<void> {
    const kept = this.#kept ?? [];
    this.#kept = undefined;
    await Promise.all(kept.map(([stream, chunk]) => this.onOutput(stream, chunk)));
  }

  #mayBeMessage(kept: readonly Parameters<OnOutput>[]): boolean {
    const text = Buffer.concat(kept.map(([, chunk]) => Buffer.from(chunk))).toString("latin1");
    const begins = text.startsWith(prefix) || prefix.startsWith(text);
    return begins && text.length <= maxMessage && kept.every(([stream]) => stream === "stderr");
  }
}

const isGone = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    () => true,
  );

/**
 * True when the sandbox could not be made because a place that it was to hide or to show is there no more, such as the
 * socket of a program that ended meanwhile: the command never began.
 */
export async function neverBegan({ exitCode, tail }: HeldEnding, mounts: readonly Mount[]): Promise<boolean> {
  if (exitCode !== 1 || !tail.startsWith(prefix)) return false;
  const named = mounts.flatMap(({ path, from = path }) => [path, from]).filter((path) => tail.includes(path));
  return (await Promise.all(named.map(isGone))).includes(true);
}
