/** What of the sandbox of the next command on a layer is made while nobody waits for it. One waits at most. */
import { setTimeout as delay } from "node:timers/promises";
import { askProgram } from "../../processes/askProgram";
import { systemProgram } from "../../processes/systemPrograms";
import { isGone, type LayerWish, PreparedLayer } from "../layer/preparedLayer";
import { makeNetwork, type PreparedNetwork } from "../network/preparedNetwork";

/** Milliseconds after a command before anything is made, so that its result is on its way first. */
const quietMs = 20;
/** Milliseconds after which what nobody takes is given up. */
const keptMs = 60_000;
/** Milliseconds for a program to start in a network. */
const startMs = 5_000;

/** For one command alone. */
export interface NextSandbox {
  readonly network: PreparedNetwork;
  /** Mounted in that network, over the folders that the command before worked in. */
  readonly layer?: PreparedLayer;
}

/** Ends all that was not taken of it. */
function end({ network, layer }: NextSandbox): void {
  network.end();
  layer?.remove();
}

/** Whether a program can be started in one here. @throws Error */
async function canBeEntered(network: PreparedNetwork): Promise<boolean> {
  const [program = "", ...args] = network.entering();
  const question = { program, args: [...args, "/bin/sh", "-c", ":"], cwd: "/", env: {}, timeoutMs: startMs };
  return (await askProgram(question))?.exitCode === 0;
}

class Supply {
  #waiting: NextSandbox | undefined;
  #making: Promise<void> | undefined;
  #isKnownToWork: boolean | undefined;
  #canMount = true;
  #giveUp: NodeJS.Timeout | undefined;

  take(): NextSandbox | undefined {
    const taken = this.#waiting;
    this.#waiting = undefined;
    clearTimeout(this.#giveUp);
    process.off("exit", this.#end);
    if (!taken || taken.network.works) return taken;
    end(taken);
    return undefined;
  }

  prepare(bubblewrap: string, wish?: LayerWish): Promise<void> {
    const nsenter = systemProgram("nsenter");
    if (!nsenter || this.#waiting || this.#isKnownToWork === false) return Promise.resolve();
    this.#making ??= this.#make(bubblewrap, nsenter, wish).finally(() => {
      this.#making = undefined;
    });
    return this.#making;
  }

  async #make(bubblewrap: string, nsenter: string, wish: LayerWish | undefined): Promise<void> {
    await delay(quietMs, undefined, { ref: false });
    try {
      const network = await makeNetwork(bubblewrap, nsenter);
      this.#isKnownToWork ??= await canBeEntered(network).catch(() => false);
      const layer = wish && this.#isKnownToWork && this.#canMount ? await this.#mounted(network, wish) : undefined;
      if (this.#isKnownToWork) this.#keep({ network, ...(layer && { layer }) });
      else network.end();
    } catch {
      // Sandboxes make their own then.
      this.#isKnownToWork = false;
    }
  }

  async #mounted(network: PreparedNetwork, wish: LayerWish): Promise<PreparedLayer | undefined> {
    try {
      return await PreparedLayer.made(network, wish);
    } catch {
      this.#canMount = isGone(wish);
      return undefined;
    }
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

const supply = new Supply();

/** What waits, to be ended by whoever takes it; undefined where nothing does: the sandbox then makes its own. */
export const takeNext = (): NextSandbox | undefined => supply.take();

/** Ends what was taken and is not used. */
export const endNext: (next: NextSandbox) => void = end;

/**
 * Has it made for the next command, where nothing waits; resolves when it does, or never will. Never rejects.
 * @param bubblewrap absolute path. @param wish absent: no layer.
 */
export const prepareNext = (bubblewrap: string, wish?: LayerWish): Promise<void> => supply.prepare(bubblewrap, wish);
