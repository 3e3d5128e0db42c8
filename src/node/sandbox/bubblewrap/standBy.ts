/**
 * A sandbox that was made while nobody waited for it, in which a shell waits for its command. A command gets it only where the sandbox
 * that would be made for it now is the same to the last argument, and all that is mounted in it is what it was.
 */
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { childNamed } from "../../processes/firstProcess";
import { type GroupId, groupIdOf, isRunning, signalGroup } from "../../processes/liveGroup";
import { endOf, type Started, type Starter, spawnGroup } from "../../processes/starter";
import { mountPoints } from "../layer/mountTable";
import { pictureOf } from "../picture";
import type { Masks } from "../places/masks";
import type { Mount } from "../places/mount";
import { removeTempNow } from "../stateFolders";
import type { SandboxProgram } from "./frame";
import { waitingEnvironment, waitingMark } from "./handover";

/** Milliseconds for a sandbox to be made. */
const startMs = 5_000;

/** How a program is started in a sandbox, what is mounted there, and the folder in which it starts. */
export interface SandboxStart extends SandboxProgram {
  readonly mounts: readonly Mount[];
  readonly cwd: string;
}

/** What it has of its own, which the command that gets it has as well. */
export interface StandByParts {
  readonly state: string;
  /** Whose temporary folder it has. */
  readonly owner: string;
  readonly masks: Masks;
  /** Name of the program that makes sandboxes. */
  readonly maker: string;
}

/** All paths and the folders around them. */
function withFolders(paths: Iterable<string>): Set<string> {
  const all = new Set<string>();
  for (let path of paths) for (; !all.has(path); path = dirname(path)) all.add(path);
  return all;
}

/** What lies at the places of a sandbox and around them. @throws the system's error. */
function picture({ mounts, cwd }: SandboxStart): string {
  const paths = mounts.flatMap(({ path, from, mask }) => [path, from ?? path, mask ?? path]);
  return pictureOf(withFolders([...paths, cwd]));
}

/** What is mounted for the first process of a sandbox. @throws the system's error when there is none. */
function mountsInside(leader: GroupId, maker: string): string {
  const first = childNamed(leader, maker);
  return readFileSync(`/proc/${first?.pid}/mountinfo`, "utf8");
}

/** @param table of a sandbox. */
function isMounted(mounts: readonly Mount[], table: string): boolean {
  const points = new Set(mountPoints(table));
  return mounts.every(({ path }) => points.has(path));
}

/** All that decides what is started, in one text. */
const startOf = ({ program, args, handed }: SandboxStart): string => JSON.stringify([program, args, handed]);

/** One that waits. */
export class StandBy {
  readonly #exited: Started["exited"];
  #taken = false;

  private constructor(
    readonly parts: StandByParts,
    private readonly start: SandboxStart,
    private readonly child: ChildProcess,
    private readonly group: GroupId,
    private readonly before: string,
    private readonly inside: string,
  ) {
    this.#exited = endOf(child);
    this.#exited.catch(() => {});
  }

  /** Has one made. @throws Error when it does not wait in time, or something of it changed meanwhile. */
  static async made(start: SandboxStart, parts: StandByParts): Promise<StandBy> {
    const before = picture(start);
    const { program, args, handed } = start;
    const child = spawnGroup(program, args, { cwd: "/", env: waitingEnvironment, handed }, ["pipe", "pipe"], ["pipe"]);
    const group = groupIdOf(child.pid);
    try {
      for (const stream of child.stdio) stream?.on("error", () => {});
      child.on("error", () => {});
      hold(child, false);
      await waiting(child);
      const inside = mountsInside(group, parts.maker);
      // What is mounted over a name goes with that name, even if the former one comes back before anybody looks.
      if (!isMounted(start.mounts, inside) || picture(start) !== before)
        throw new Error("Something changed meanwhile.");
      return new StandBy(parts, start, child, group, before, inside);
    } catch (error) {
      signalGroup(group, "SIGKILL");
      parts.masks.remove();
      throw error;
    }
  }

  /** False once it has ended. */
  get waits(): boolean {
    return isRunning(this.group);
  }

  /** Whether it is what would be started now. Never throws. */
  isFor(start: SandboxStart): boolean {
    try {
      return (
        this.waits &&
        startOf(start) === startOf(this.start) &&
        picture(start) === this.before &&
        mountsInside(this.group, this.parts.maker) === this.inside
      );
    } catch {
      return false;
    }
  }

  /** Whether what was looked up to make it is still there: a layer it was made on goes on showing that. Never throws. */
  get isAsFound(): boolean {
    try {
      return picture(this.start) === this.before;
    } catch {
      return false;
    }
  }

  /** Starts a command in it, once. @param text see {@link handover}. @param otherwise starts it where this one has ended. */
  starter(text: Buffer, otherwise: Starter): Starter {
    return async (program, args, options) => {
      if (!this.waits) return otherwise(program, args, options);
      this.#taken = true;
      const { child, group } = this;
      hold(child, true);
      child.stdin?.end(text);
      return { group, stdout: child.stdout as Socket, stderr: child.stderr as Socket, exited: this.#exited };
    };
  }

  /** Ends it where no command was started in it; what it had of its own stays. */
  stop(): void {
    if (!this.#taken) signalGroup(this.group, "SIGKILL");
  }

  /** Ends it with all that it had. In place, as it is little; never throws. */
  end(): void {
    this.endBut({});
  }

  /** The same, but for what the command has that it was made for. */
  endBut(kept: Partial<Pick<StandByParts, "owner" | "masks">>): void {
    const { masks, state, owner } = this.parts;
    this.stop();
    if (masks !== kept.masks) masks.remove();
    if (owner !== kept.owner) removeTempNow(state, owner);
  }
}

/** Whether this program goes on for as long as it does. */
function hold(child: ChildProcess, isHeld: boolean): void {
  const all = [child, ...(child.stdio as (Socket | null)[])];
  for (const one of all)
    if (isHeld) one?.ref();
    else one?.unref();
}

/** @throws Error where it ends first, says something else, or takes too long. */
async function waiting(child: ChildProcess): Promise<void> {
  const out = child.stdout as Socket;
  const said = new Promise<string>((resolve) => {
    const look = () => {
      const chunk = out.read(waitingMark.length) as Buffer | null;
      if (chunk) {
        out.off("readable", look);
        resolve(chunk.toString());
      }
    };
    out.on("readable", look);
    child.once("exit", () => resolve("exit"));
  });
  const late = delay(startMs, "late", { ref: false });
  if ((await Promise.race([said, late])) !== waitingMark) throw new Error("No sandbox waits.");
}
