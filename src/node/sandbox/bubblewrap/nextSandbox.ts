/** What of the next command's sandbox is made while nobody waits for it. One of each kind waits at most. */
import { setTimeout as delay } from "node:timers/promises";
import { askProgram } from "../../processes/askProgram";
import { systemProgram } from "../../processes/systemPrograms";
import { isGone, type LayerWish, PreparedLayer } from "../layer/preparedLayer";
import { makeNetwork, type PreparedNetwork } from "../network/preparedNetwork";
import type { StandBy } from "./standBy";

/** Milliseconds after a command before anything is made, so that its result is on its way first. */
const quietMs = 20;
/** Milliseconds after which what nobody takes is given up. */
const keptMs = 60_000;
/** Milliseconds for a program to start in a network. */
const startMs = 5_000;

/** `layer`: for commands on a layer. `reading`: for those that are known to only read, and reach no host. */
export type NextKind = "layer" | "reading";

/** For one command alone. */
export interface NextSandbox {
  readonly network?: PreparedNetwork;
  /** Mounted in that network, over the folders that the command before worked in. */
  readonly layer?: PreparedLayer;
  /** A sandbox that waits for its command, in that network and on that layer where there are any. */
  readonly standBy?: StandBy;
}

/** Has a sandbox wait in what was made for it; absent where none may. */
export type StartsStandBy = (next: NextSandbox) => Promise<StandBy | undefined>;

/** Ends all that was not taken of it. */
function end({ network, layer, standBy }: NextSandbox): void {
  standBy?.end();
  network?.end();
  layer?.remove();
}

/** Whether a program can be started in one here. @throws Error */
async function canBeEntered(network: PreparedNetwork): Promise<boolean> {
  const [program = "", ...args] = network.entering();
  const question = { program, args: [...args, "/bin/sh", "-c", ":"], cwd: "/", env: {}, timeoutMs: startMs };
  return (await askProgram(question))?.exitCode === 0;
}

const isAlive = ({ network, standBy }: NextSandbox): boolean => (network ? network.works : standBy?.waits === true);

class Supply {
  #waiting: NextSandbox | undefined;
  #making: Promise<void> | undefined;
  #giveUp: NodeJS.Timeout | undefined;

  take(): NextSandbox | undefined {
    const taken = this.#waiting;
    this.#waiting = undefined;
    clearTimeout(this.#giveUp);
    process.off("exit", this.#end);
    if (!taken || isAlive(taken)) return taken;
    end(taken);
    return undefined;
  }

  /** @param make never rejects. */
  prepare(make: () => Promise<NextSandbox | undefined>): Promise<void> {
    if (this.#waiting) return Promise.resolve();
    this.#making ??= this.#make(make).finally(() => {
      this.#making = undefined;
    });
    return this.#making;
  }

  async #make(make: () => Promise<NextSandbox | undefined>): Promise<void> {
    await delay(quietMs, undefined, { ref: false });
    const next = await make();
    if (next) this.#keep(next);
  }

  #keep(next: NextSandbox): void {
    this.#waiting = next;
    this.#giveUp = setTimeout(this.#end, keptMs).unref();
    process.once("exit", this.#end);
  }

  readonly #end = () => {
    const taken = this.take();
    if (taken) end(taken);
  };
}

/** Failures one after the other after which none is made for a while: this machine may not be able to, or be too busy. */
const maxFailures = 3;
/** Milliseconds of that while. */
const restMs = 60_000;

/** Whether something is worth trying, by how it went before. */
class Luck {
  #failures = 0;
  #restsUntil = 0;

  get isOut(): boolean {
    return performance.now() < this.#restsUntil;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    if (++this.#failures >= maxFailures) this.#restsUntil = performance.now() + restMs;
  }
}

/** Whether a program was once started in a network here. */
let isEnterable = false;
const [standByLuck, networkLuck, layerLuck] = [new Luck(), new Luck(), new Luck()];

async function mounted(network: PreparedNetwork, wish: LayerWish): Promise<PreparedLayer | undefined> {
  try {
    const layer = await PreparedLayer.made(network, wish);
    layerLuck.succeeded();
    return layer;
  } catch {
    if (!isGone(wish)) layerLuck.failed();
    return undefined;
  }
}

async function withStandBy(next: NextSandbox, start: StartsStandBy | undefined): Promise<NextSandbox> {
  if (!start || standByLuck.isOut) return next;
  try {
    const standBy = await start(next);
    standByLuck.succeeded();
    return standBy ? { ...next, standBy } : next;
  } catch {
    standByLuck.failed();
    const { layer, ...others } = next;
    // It remembers names that were looked up in it, which may be others by now.
    layer?.remove();
    return others;
  }
}

/** Undefined where none can be made: sandboxes make their own then. Never rejects. */
async function makeForLayer(
  bubblewrap: string,
  wish: LayerWish | undefined,
  start: StartsStandBy | undefined,
): Promise<NextSandbox | undefined> {
  const nsenter = systemProgram("nsenter");
  if (!nsenter || networkLuck.isOut) return undefined;
  try {
    const network = await makeNetwork(bubblewrap, nsenter);
    isEnterable ||= await canBeEntered(network).catch(() => false);
    if (!isEnterable) {
      networkLuck.failed();
      network.end();
      return undefined;
    }
    networkLuck.succeeded();
    const layer = wish && !layerLuck.isOut ? await mounted(network, wish) : undefined;
    return layer ? await withStandBy({ network, layer }, start) : { network };
  } catch {
    networkLuck.failed();
    return undefined;
  }
}

const supplies: Readonly<Record<NextKind, Supply>> = { layer: new Supply(), reading: new Supply() };

/** What waits, to be ended by whoever takes it; undefined where nothing does: the sandbox then makes its own. */
export const takeNext = (kind: NextKind = "layer"): NextSandbox | undefined => supplies[kind].take();

/** Ends what was taken and is not used. */
export const endNext: (next: NextSandbox) => void = end;

/**
 * Has it made for the next command on a layer, where nothing waits; resolves when it does, or never will. Never rejects.
 * @param bubblewrap absolute path. @param wish absent: no layer. @param start where there is a layer.
 */
export const prepareNext = (bubblewrap: string, wish?: LayerWish, start?: StartsStandBy): Promise<void> =>
  supplies.layer.prepare(() => makeForLayer(bubblewrap, wish, start));

/** The same for the next command that only reads. */
export const prepareNextReading = (start: StartsStandBy): Promise<void> =>
  supplies.reading.prepare(async () => {
    const next = await withStandBy({}, start);
    return next.standBy && next;
  });
