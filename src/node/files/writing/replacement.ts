/** What every way to replace a file goes by. */
import type { BigIntStats } from "node:fs";
import type { ChangeFacts } from "../../../core/vocabulary/changes/fileEntry";
import { ToolError } from "../../../core/vocabulary/toolError";
import type { FileInPlace } from "../opened/fileInPlace";

/** What to replace, and by what; see FilePort.write. */
export interface Replacement {
  /** Real path. */
  readonly path: string;
  /** For messages. */
  readonly shown: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  /** Permission bits of a file that is created. */
  readonly mode?: number | undefined;
  /** Permission bits before and after, where they change too: then it does not matter whether the file may be written. */
  readonly modes?: ChangeFacts["modes"];
  /** See WriteOptions. */
  readonly mtimeMs?: number | undefined;
  /** Nothing is to be seen of the write before this is fulfilled; when it fails, nothing is written. */
  readonly ready?: Promise<unknown> | undefined;
  /** See WriteOptions. */
  readonly inPlace?: (() => Promise<void>) | undefined;
  /** Set for one of several that come to the disk together. */
  readonly together?: Together;
}

/** What a write has to do with those that are made together with it. */
export interface Together {
  /** Hears that nobody else writes the file, and which folders were made for it, outermost first. */
  began(made: readonly string[]): void;
  /** Takes over the complete file of another name, whose bytes are not on the disk yet. */
  stage(file: FileInPlace): void;
  /** Fulfilled when the bytes of all are on the disk, and those before it have been made. @throws where one of those failed. */
  turn(): Promise<void>;
  /** Hears that it is made, but for the folder's list of names, which is yet to be brought to the disk. */
  placed(): void;
}

/** @param what happened to the file, as a verb. */
export const stale = (shown: string, what: string) =>
  new ToolError(
    "stale",
    `${shown} ${what} since it was planned, so nothing was written: read it again and repeat the change.`,
  );

/** A replacement under way. */
export interface ReplacementJob extends Replacement {
  /** Name of the new file until it takes its place. */
  readonly temporary: string;
}

/** Fulfilled when something may be seen of it. */
export async function mayPlace({ ready, together }: ReplacementJob): Promise<void> {
  await ready;
  await together?.turn();
}

/** @throws ToolError `stale` when a file is another than it was, or was written. */
export function mustBeSame(before: BigIntStats, now: BigIntStats, shown: string): void {
  if (now.ino !== before.ino || now.mtimeNs !== before.mtimeNs || now.size !== before.size)
    throw stale(shown, "was changed");
}
