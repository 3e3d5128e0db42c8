/** What commands exchange with the hosts that their proxy lets them talk to (PO-7). */
import type { Socket } from "node:net";
import type { ReachedHost } from "../../core/ports/confinement";
import type { CommandRequest } from "../../core/ports/shell";

/** Hosts that are told apart; a command that talks to more has the others counted together. */
const maxHosts = 100;

/** What stands for all hosts beyond those. */
const others = "(more hosts)";

interface Exchange {
  readonly methods: Set<string>;
  sent: number;
  received: number;
  /** Connections that are open, or not yet counted. */
  readonly open: Set<Socket>;
}

/** The hosts of one command. */
export class ReachedHosts {
  readonly #hosts = new Map<string, Exchange>();
  readonly #told = new Map<string, Promise<void>>();

  /** @param tell hears of each host before the first byte. */
  constructor(private readonly tell: CommandRequest["onReached"]) {}

  /** Resolves once it is known that a host is talked to. @param method as far as it is seen. */
  async begin(host: string, method?: string): Promise<void> {
    this.see(host, method);
    const told = this.#told.get(host) ?? this.tell?.(host) ?? Promise.resolve();
    // One that is not remembered is told of again.
    if (this.#told.size < maxHosts) this.#told.set(host, told);
    await told;
  }

  /** Notes a method as well as it is seen. @param method absent: none was. */
  see(host: string, method: string | undefined): void {
    const { methods } = this.#of(host);
    if (method !== undefined && methods.size < maxHosts) methods.add(method);
  }

  /** Counts what goes through a connection. */
  count(host: string, connection: Socket): void {
    const known = this.#of(host);
    known.open.add(connection);
    connection.once("close", () => {
      if (!known.open.delete(connection)) return;
      known.sent += connection.bytesWritten;
      known.received += connection.bytesRead;
    });
  }

  #of(host: string): Exchange {
    const name = this.#hosts.has(host) || this.#hosts.size < maxHosts ? host : others;
    const found = this.#hosts.get(name) ?? { methods: new Set(), sent: 0, received: 0, open: new Set() };
    this.#hosts.set(name, found);
    return found;
  }

  /** As it is now. */
  all(): ReachedHost[] {
    return [...this.#hosts].map(([host, { methods, sent, received, open }]) => ({
      host,
      methods: [...methods],
      sent: sent + sum([...open].map(({ bytesWritten }) => bytesWritten)),
      received: received + sum([...open].map(({ bytesRead }) => bytesRead)),
    }));
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, next) => total + next, 0);
