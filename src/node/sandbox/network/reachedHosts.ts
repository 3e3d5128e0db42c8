/** What commands exchange with the hosts that their proxy lets them talk to (PO-7). */
import type { Socket } from "node:net";
import type { ReachedHost } from "../../../core/ports/confinement";
import type { CommandRequest } from "../../../core/ports/shell";

/** Hosts that are told apart; a command that talks to more has the others counted together. */
const maxHosts = 100;

/** What stands for all hosts beyond those. */
const others = "(more hosts)";

/** How long hosts are waited for, in milliseconds. */
export interface Patience {
  /** Until a connection is there. */
  readonly connectMs: number;
  /** Until a host answers what begins an encrypted connection: it does so at once, or never. */
  readonly answerMs: number;
  /** After which a connection without an answer is told of. */
  readonly silentMs: number;
}

/** What {@link ReachedHosts} is made with unless somebody says otherwise. */
export const usualPatience: Patience = { connectMs: 20_000, answerMs: 20_000, silentMs: 5_000 };

/** The system's name for a failure. */
const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "ETIMEDOUT";
};

interface Exchange {
  readonly methods: Set<string>;
  sent: number;
  received: number;
  /** Connections that are open, or not yet counted. */
  readonly open: Set<Socket>;
  /** Milliseconds of the longest connection on which it sent nothing though it was asked. */
  silentMs: number;
  /** The system's name for what kept it from being connected to. */
  failure?: string;
}

const unansweredMs = ({ bytesRead, bytesWritten }: Socket, begun: number): number =>
  bytesRead === 0 && bytesWritten > 0 ? performance.now() - begun : 0;

/** The hosts of one command. */
export class ReachedHosts {
  readonly #hosts = new Map<string, Exchange>();
  readonly #told = new Map<string, Promise<void>>();
  readonly #begun = new WeakMap<Socket, number>();

  /** @param tell hears of each host before the first byte. */
  constructor(
    private readonly tell: CommandRequest["onReached"],
    readonly patience: Patience = usualPatience,
  ) {}

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
    const begun = performance.now();
    this.#begun.set(connection, begun);
    known.open.add(connection);
    connection.once("close", () => {
      if (!known.open.delete(connection)) return;
      known.silentMs = Math.max(known.silentMs, unansweredMs(connection, begun));
      known.sent += connection.bytesWritten;
      known.received += connection.bytesRead;
    });
  }

  /** Notes that a host could not be connected to. */
  fail(host: string, error: unknown): void {
    this.#of(host).failure = codeOf(error);
  }

  /** Hosts that could not be connected to or sent nothing, with what happened, after the host's name, one clause. */
  troubles(): ReadonlyMap<string, string> {
    return new Map(
      [...this.#hosts].flatMap(([host, exchange]) => {
        const what = this.#troubleOf(exchange);
        return what === undefined ? [] : [[host, what] as const];
      }),
    );
  }

  #troubleOf({ failure, silentMs, received, open }: Exchange): string | undefined {
    const waits = [...open].map((connection) => unansweredMs(connection, this.#begun.get(connection) ?? 0));
    const longest = Math.max(silentMs, ...waits);
    if (longest >= this.patience.silentMs)
      return `accepted the connection but sent nothing for ${Math.round(longest / 1000)} s`;
    return failure === undefined || received > 0 ? undefined : `could not be reached (${failure})`;
  }

  #of(host: string): Exchange {
    const name = this.#hosts.has(host) || this.#hosts.size < maxHosts ? host : others;
    const found = this.#hosts.get(name) ?? { methods: new Set(), sent: 0, received: 0, open: new Set(), silentMs: 0 };
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
