/** Judges for the hooks of the agents that work in a window's folders. */

import { randomBytes } from "node:crypto";
import { chmod, readdir, realpath, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { isInside } from "../../../core/vocabulary/paths";
import { messageOf } from "../../../core/vocabulary/toolError";
import { caseSensitive } from "../../../node/files/caseSensitive";
import { type BuiltInCall, type HookVerdict, refusedVerdict } from "../harness";
import { firstLine, maxCallBytes, readCall, type WindowAnswer, writtenAnswer } from "./hookMessages";
import { forgetGone, makeHookFolder, publishPlace, socketEnding, type WindowPlace } from "./hookPlaces";

/** What a window brings. */
export interface HookServerParts {
  /** See hookFolderIn. */
  readonly folder: string;
  /** The window as it is now, but for its socket. */
  place(): Omit<WindowPlace, "socket">;
  /** Never rejects. */
  judge(call: BuiltInCall, signal: AbortSignal): Promise<HookVerdict>;
}

/** Milliseconds in which a hook has to say what it wants. */
const patienceMs = 5000;

/** Hooks that are answered at the same time. */
const maxConnections = 64;

/** Bytes that a socket's path may have on every system. */
const maxPath = 100;

const prefix = "window-";

/** See the head of this file. */
export class HookServer {
  readonly #server: Server;

  private constructor(
    private readonly parts: HookServerParts,
    private readonly socket: string,
  ) {
    this.#server = createServer((connection) => void this.#answer(connection));
    this.#server.maxConnections = maxConnections;
    this.#server.unref();
  }

  /** Begins to listen. @throws Error when it cannot, with the reason; then hooks judge themselves. */
  static async open(parts: HookServerParts): Promise<HookServer> {
    await makeHookFolder(parts.folder);
    await removeLeft(parts.folder);
    await forgetGone(parts.folder);
    const name = `${prefix}${process.pid}-${randomBytes(8).toString("hex")}`;
    const isWindows = process.platform === "win32";
    const socket = isWindows ? `\\\\.\\pipe\\toolcrib-${name}` : join(parts.folder, `${name}${socketEnding}`);
    if (!isWindows && Buffer.byteLength(socket) > maxPath)
      throw new Error(`The path ${socket} is too long for a socket.`);
    const opened = new HookServer(parts, socket);
    await new Promise<void>((resolve, reject) => {
      opened.#server.once("error", reject);
      opened.#server.listen(socket, resolve);
    });
    if (!isWindows) await chmod(socket, 0o600);
    await opened.publish();
    return opened;
  }

  /** Tells hooks of the window's folders and settings as they are now. @throws Error of the file system. */
  async publish(): Promise<void> {
    const place = this.parts.place();
    if (place.roots.length > 0) await publishPlace(this.parts.folder, { ...place, socket: this.socket });
  }

  /** Hooks judge themselves from then on, by the settings that were told last. */
  close(): void {
    this.#server.close();
  }

  async #answer(connection: Socket): Promise<void> {
    const gone = new AbortController();
    connection.on("close", () => gone.abort());
    connection.on("error", () => gone.abort());
    connection.setTimeout(patienceMs, () => connection.destroy());
    try {
      const line = await firstLine(connection, maxCallBytes);
      connection.setTimeout(0);
      connection.end(writtenAnswer(await this.#verdict(line, gone.signal)));
    } catch {
      connection.destroy();
    }
  }

  async #verdict(line: string, signal: AbortSignal): Promise<WindowAnswer> {
    let call: BuiltInCall;
    try {
      call = readCall(line);
    } catch (error) {
      return refusedVerdict(`Toolcrib could not read this call: ${messageOf(error)}.`);
    }
    const real = await realpath(call.cwd).catch(() => call.cwd);
    const isHere = this.parts.place().roots.some((root) => isInside(root, real, caseSensitive));
    return isHere ? this.parts.judge(call, signal) : "elsewhere";
  }
}

/** Removes the sockets of windows that were killed. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = new RegExp(`^${prefix}(\\d+)-[0-9a-f]+\\.sock$`).exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
