/**
 * A network of its own for the next command on a layer, made while nobody waits for it: in it listens the relay to the proxy,
 * whose start is most of what a small command waits for. Nothing else of a sandbox is made ahead, as a network alone cannot
 * become outdated.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { type FileHandle, open, readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { askProgram } from "../../processes/askProgram";
import { systemProgram } from "../../processes/systemPrograms";
import { listeningLine } from "../supervisor";
import { proxySocket, socketsPrefix } from "./egress";
import { proxyPort, relayCommand } from "./relays";

/** Milliseconds after a command before the next network is made, so that its result is on its way first. */
const quietMs = 20;
/** Milliseconds for a relay to listen. */
const startMs = 5_000;
/** Milliseconds between two looks at whether it does. */
const lookMs = 10;
/** Milliseconds after which a network that nobody takes is given up. */
const keptMs = 60_000;

/** What parts the words of an address of socat. */
const partsAddress = /[,:!\\"'()[\]{}]/;

/** A network that is ready. */
export interface PreparedNetwork {
  /** Where the relay looks for the socket of the proxy; nothing is there yet. */
  readonly folder: string;
  /** What starts a program in it, as root of a namespace of its own; to be put before that program and its arguments. */
  readonly entering: readonly string[];
  /** Ends it; what a sandbox has in it still goes on there, without a way out. */
  end(): void;
}

/** A relay that was started, and the handles that keep its namespaces. */
class Network implements PreparedNetwork {
  readonly #handles: FileHandle[] = [];

  private constructor(
    readonly folder: string,
    private readonly nsenter: string,
    private readonly relay: ChildProcess,
  ) {}

  /** @throws Error when no relay listens in time. */
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

  get entering(): readonly string[] {
    const [user, net] = this.#handles.map(({ fd }) => `/proc/${process.pid}/fd/${fd}`);
    return [this.nsenter, "--preserve-credentials", `--user=${user}`, `--net=${net}`, "--"];
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

/** Whether a program can be started in one here; found out once. @throws Error */
async function canBeEntered({ entering: [program = "", ...args] }: PreparedNetwork): Promise<boolean> {
  const question = { program, args: [...args, "/bin/sh", "-c", ":"], cwd: "/", env: {}, timeoutMs: startMs };
  return (await askProgram(question))?.exitCode === 0;
}

/** The one network that waits. */
class Supply {
  #waiting: Network | undefined;
  #making: Promise<void> | undefined;
  #isKnownToWork: boolean | undefined;
  #giveUp: NodeJS.Timeout | undefined;

  take(): PreparedNetwork | undefined {
    const taken = this.#waiting;
    this.#waiting = undefined;
    clearTimeout(this.#giveUp);
    if (taken?.works) return taken;
    taken?.end();
    return undefined;
  }

  prepare(bubblewrap: string): Promise<void> {
    const nsenter = systemProgram("nsenter");
    if (!nsenter || this.#waiting || this.#isKnownToWork === false) return Promise.resolve();
    this.#making ??= this.#make(bubblewrap, nsenter).finally(() => {
      this.#making = undefined;
    });
    return this.#making;
  }

  async #make(bubblewrap: string, nsenter: string): Promise<void> {
    await delay(quietMs, undefined, { ref: false });
    try {
      const network = await Network.made(bubblewrap, nsenter);
      this.#isKnownToWork ??= await canBeEntered(network).catch(() => false);
      if (this.#isKnownToWork) this.#keep(network);
      else network.end();
    } catch {
      // Sandboxes make their own then.
      this.#isKnownToWork = false;
    }
  }

  #keep(network: Network): void {
    this.#waiting = network;
    this.#giveUp = setTimeout(() => this.take()?.end(), keptMs).unref();
  }
}

const supply = new Supply();

/** The network that waits, for one command alone; undefined where none does: the sandbox then makes its own. */
export const takeNetwork = (): PreparedNetwork | undefined => supply.take();

/**
 * Has one made for the next command, where none waits; resolves when it does, or never will. Never rejects.
 * @param bubblewrap absolute path.
 */
export const prepareNetwork = (bubblewrap: string): Promise<void> => supply.prepare(bubblewrap);
