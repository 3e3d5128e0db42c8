/**
 * A network of its own for the next command on a layer, made while nobody waits for it: in it listens the relay to the proxy,
 * whose start is most of what a small command waits for. A network cannot become outdated.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { type FileHandle, open, readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { listeningLine } from "../supervisor";
import { proxySocket, socketsPrefix } from "./egress";
import { proxyPort, relayCommand } from "./relays";

/** Milliseconds for a relay to listen. */
const startMs = 5_000;
/** Milliseconds between two looks at whether it does. */
const lookMs = 10;

/** What parts the words of an address of socat. */
const partsAddress = /[,:!\\"'()[\]{}]/;

/** A network that is ready. */
export interface PreparedNetwork {
  /** Where the relay looks for the socket of the proxy; nothing is there yet. */
  readonly folder: string;
  /** False once its relay has ended. */
  readonly works: boolean;
  /**
   * What starts a program in it, as root of a namespace of its own; to be put before that program and its arguments.
   * @param mounts path of a namespace of mounts that was made in it, where the program is to be in that as well.
   */
  entering(mounts?: string): readonly string[];
  /** Ends it; what a sandbox has in it still goes on there, without a way out. */
  end(): void;
}

/** Where other processes of this user find what this one holds open. */
export const ownDescriptor = (descriptor: number): string => `/proc/${process.pid}/fd/${descriptor}`;

/** A relay that was started, and the handles that keep its namespaces. */
class Network implements PreparedNetwork {
  readonly #handles: FileHandle[] = [];

  private constructor(
    readonly folder: string,
    private readonly nsenter: string,
    private readonly relay: ChildProcess,
  ) {}

  static async made(bubblewrap: string, nsenter: string): Promise<Network> {
    const folder = join(tmpdir(), socketsPrefix + randomBytes(6).toString("hex"));
    if (partsAddress.test(folder)) throw new Error("An address of the relay cannot name this folder.");
    const network = new Network(folder, nsenter, startRelay(bubblewrap, join(folder, proxySocket)));
    try {
      const pid = await firstProcess(network.relay);
      // Kept open, so that no other process can come to be meant by this number.
      for (const kind of ["user", "net"]) network.#handles.push(await open(`/proc/${pid}/ns/${kind}`));
      await listening(pid);
      return network;
    } catch (error) {
      network.end();
      throw error;
    }
  }

  entering(mounts?: string): readonly string[] {
    const [user, net] = this.#handles.map(({ fd }) => ownDescriptor(fd));
    const mount = mounts === undefined ? [] : [`--mount=${mounts}`];
    return [this.nsenter, "--preserve-credentials", `--user=${user}`, `--net=${net}`, ...mount, "--"];
  }

  get works(): boolean {
    return this.relay.exitCode === null && this.relay.signalCode === null;
  }

  end(): void {
    this.relay.kill("SIGKILL");
    for (const handle of this.#handles.splice(0)) void handle.close().catch(() => {});
  }
}

/** Bubblewrap makes the network, because its loopback address is up then. It ends with this process. */
function startRelay(bubblewrap: string, socket: string): ChildProcess {
  const isolation = ["--unshare-user", "--unshare-pid", "--unshare-net", "--die-with-parent", "--cap-drop", "ALL"];
  const relay = spawn(
    bubblewrap,
    [
      ...[...isolation, "--uid", "0", "--gid", "0", "--ro-bind", "/", "/", "--info-fd", "1", "--"],
      ...["/bin/sh", "-c", relayCommand(proxyPort, socket)],
    ],
    { cwd: "/", env: {}, stdio: ["ignore", "pipe", "ignore"], detached: true },
  );
  relay.on("error", () => {});
  // A program that has nothing else to do does not wait for it.
  relay.unref();
  (relay.stdout as Socket | null)?.unref();
  return relay;
}

/**
 * The first process in it, of which bubblewrap tells. It tells more, and would not survive that nobody reads it.
 * @throws Error
 */
async function firstProcess({ stdout }: ChildProcess): Promise<number> {
  let told = "";
  for await (const chunk of stdout ?? []) {
    told += chunk;
    if (told.includes("}")) break;
  }
  const pid = /"child-pid": (\d+)/.exec(told)?.[1];
  if (pid === undefined) throw new Error("Bubblewrap told of no process.");
  return Number(pid);
}

/** @throws Error */
async function listening(pid: number): Promise<void> {
  for (const end = Date.now() + startMs; Date.now() < end; await delay(lookMs, undefined, { ref: false }))
    if ((await readFile(`/proc/${pid}/net/tcp`, "latin1")).includes(listeningLine(proxyPort))) return;
  throw new Error("The relay does not listen.");
}

/**
 * Makes one.
 * @param bubblewrap absolute path. @param nsenter absolute path.
 * @throws Error when no relay listens in time.
 */
export const makeNetwork = (bubblewrap: string, nsenter: string): Promise<PreparedNetwork> =>
  Network.made(bubblewrap, nsenter);
