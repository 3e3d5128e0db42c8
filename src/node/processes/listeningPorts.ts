/** The ports on which a command's processes listen, as Linux tells it. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { ListeningPort } from "../../core/ports/shell";
import type { GroupId } from "./liveGroup";
import { processTree } from "./processTree";

/** A socket that listens, by its inode. */
interface Socket extends Omit<ListeningPort, "isReachable"> {
  readonly inode: string;
}

/** The kernel writes each four bytes of an address in its own order, the last first. */
function addressOf(hex: string): string {
  const words = hex.match(/.{8}/g) ?? [];
  const bytes = words.flatMap((word) => (word.match(/../g) ?? []).reverse().map((byte) => Number.parseInt(byte, 16)));
  if (bytes.length === 4) return bytes.join(".");
  if (bytes.every((byte) => byte === 0)) return "::";
  if (bytes.every((byte, at) => byte === (at === 15 ? 1 : 0))) return "::1";
  const parts = Array.from({ length: 8 }, (_, at) =>
    ((bytes[2 * at] ?? 0) * 256 + (bytes[2 * at + 1] ?? 0)).toString(16),
  );
  return parts.join(":");
}

/** The rows of one of the system's tables that listen. @param text of /proc/PID/net/tcp or tcp6. */
export const listeningSockets = (text: string): Socket[] =>
  text.split("\n").flatMap((line) => {
    const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
    const [address, port] = local.split(":");
    // TCP_LISTEN
    if (state !== "0A" || !address || !port || !inode) return [];
    return [{ address: addressOf(address), port: Number.parseInt(port, 16), inode }];
  });

function textOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    // It has ended, or there is no such table.
    return "";
  }
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** Inodes of the sockets that a process holds. */
function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap(
      (name) => /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${name}`) ?? "")?.[1] ?? [],
    );
  } catch {
    return [];
  }
}

/** Lowest first; one for each port. Empty where the system does not tell. */
export async function listeningPorts(group: GroupId): Promise<ListeningPort[]> {
  if (process.platform !== "linux") return [];
  const own = linkOf("/proc/self/ns/net");
  const tables = new Map<string, Socket[]>();
  const found = new Map<number, ListeningPort>();
  for (const { pid } of await processTree(group)) {
    const network = linkOf(`/proc/${pid}/ns/net`);
    const held = network === undefined ? [] : socketsOf(pid);
    if (network === undefined || held.length === 0) continue;
    const table =
      tables.get(network) ?? ["tcp", "tcp6"].flatMap((name) => listeningSockets(textOf(`/proc/${pid}/net/${name}`)));
    tables.set(network, table);
    for (const { port, address, inode } of table)
      if (held.includes(inode) && !found.has(port)) found.set(port, { port, address, isReachable: network === own });
  }
  return [...found.values()].sort((one, other) => one.port - other.port);
}
