/**
 * The helper's program: starts others, so that the extension host is not copied for each of them. A program prints right
 * into a socket of whoever asked; the helper sees nothing of it.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { type GroupId, groupIdOf, signalGroup } from "./liveGroup";
import type { SpawnReply, SpawnRequest } from "./spawnMessages";
import { endOf, sizesDescriptor, spawnGroup } from "./starter";

/** Milliseconds between asking what is left to end and ending it, when nobody is there any more who wants it. */
const lastWaitMs = 2000;

const running = new Set<GroupId>();

const reply = (message: SpawnReply) => void process.send?.(message);

async function connected(path: string, key: string): Promise<Socket> {
  const socket = connect(path);
  // What comes in is the program's to read.
  socket.pause();
  await once(socket, "connect");
  socket.on("error", () => {});
  await new Promise((resolve) => socket.write(Buffer.from(key, "hex"), resolve));
  return socket;
}

/** A socket does not wait for who reads it, as a shell needs; the system sees to that for the first three streams alone. */
function relay(from: Socket, to: Writable): void {
  to.on("error", () => from.destroy());
  from.pipe(to);
}

async function start({ id, program, args, options, socket, keys }: SpawnRequest): Promise<void> {
  const streams = await Promise.all(keys.map((key) => connected(socket, key)));
  const [stdout, stderr, typed, sizes] = streams as [Socket, Socket, Socket?, Socket?];
  try {
    const child = spawnGroup(program, args, options, [stdout, stderr], typed ? [typed, "pipe"] : []);
    if (sizes) relay(sizes, child.stdio[sizesDescriptor] as Writable);
    const ended = endOf(child);
    ended.catch(() => {});
    const group = groupIdOf(child.pid);
    await once(child, "spawn");
    running.add(group);
    reply({ id, kind: "started", ...group });
    void ended.then((how) => {
      running.delete(group);
      sizes?.destroy();
      reply({ id, kind: "ended", ...how });
    });
  } catch (error) {
    sizes?.destroy();
    throw error;
  } finally {
    // The program has its own hold on them.
    for (const stream of [stdout, stderr, typed]) stream?.destroy();
  }
}

/** Whoever asked is gone: nothing of theirs is left running. */
async function endAll(): Promise<void> {
  for (const group of running) signalGroup(group, "SIGTERM");
  if (running.size > 0) await delay(lastWaitMs);
  for (const group of running) signalGroup(group, "SIGKILL");
  process.exit();
}

process.on("message", (request: SpawnRequest) => {
  start(request).catch((error: Error) => reply({ id: request.id, kind: "failed", message: error.message }));
});
process.once("disconnect", () => void endAll());
// A person's Ctrl+C or the end of a session is the other process's business; this one ends with it.
for (const signal of ["SIGINT", "SIGHUP", "SIGTERM"] as const) process.on(signal, () => {});
