/** Connections to addresses that were judged, and to no others (WF-6). */
import { once } from "node:events";
import { connect as connectPlain, isIP, isIPv6, type Socket, SocketAddress } from "node:net";
import { connect as connectSecure } from "node:tls";
import { StrangeAddress } from "./dialableAddresses";

/** Milliseconds without a sign of life after which the next address is tried. */
const timeoutMs = 10_000;

/** A connection that was begun, and the event that says that it can be used. */
interface Begun {
  readonly socket: Socket;
  readonly ready: "connect" | "secureConnect";
}

/** Begins a connection to an IP address. */
export type Begin = (address: string) => Begun;

/** Whom TLS talks to, and whose word it takes for that. */
export interface Identity {
  /** Name or IP address that the certificate has to be for. */
  readonly name: string;
  /** Certificates of authorities, as PEM, instead of those that Node trusts. */
  readonly authorities?: readonly string[] | undefined;
  /** False accepts every certificate. */
  readonly isChecked: boolean;
}

/** A connection without TLS. */
export const plainTo =
  (port: number): Begin =>
  (host) => ({ socket: connectPlain({ host, port }), ready: "connect" });

/** VS Code adds the certificates of the system where no `ca` is named. */
const tlsOptions = ({ name, authorities, isChecked }: Identity) => ({
  ...(isIP(name) === 0 && { servername: name }),
  ...(authorities && { ca: [...authorities] }),
  rejectUnauthorized: isChecked,
  ALPNProtocols: ["http/1.1"],
});

/** A connection with TLS. */
export const secureTo =
  (port: number, identity: Identity): Begin =>
  (host) => ({ socket: connectSecure({ host, port, ...tlsOptions(identity) }), ready: "secureConnect" });

/** TLS inside a connection that a proxy leads on. */
export const secureInside =
  (socket: Socket, identity: Identity): Begin =>
  (host) => ({ socket: connectSecure({ socket, host, ...tlsOptions(identity) }), ready: "secureConnect" });

/** A failure with a code such as the system gives. */
const coded = (code: string): Error => Object.assign(new Error(code), { code });

/** @throws what the connection failed with; ends it then. */
export async function whenReady({ socket, ready }: Begun, signal?: AbortSignal): Promise<Socket> {
  // A failure after it was given up finds nobody waiting.
  socket.on("error", () => {});
  socket.setTimeout(timeoutMs, () => socket.destroy(coded("ETIMEDOUT")));
  try {
    await once(socket, ready, signal && { signal });
    return socket.setTimeout(0).removeAllListeners("timeout");
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

const canonical = (address: string) =>
  new SocketAddress({ address, family: isIPv6(address) ? "ipv6" : "ipv4" }).address;

async function connectTo(address: string, begin: Begin, signal?: AbortSignal): Promise<Socket> {
  const socket = await whenReady(begin(address), signal);
  const reached = socket.remoteAddress;
  if (reached !== undefined && canonical(reached) === canonical(address)) return socket;
  socket.destroy();
  throw reached === undefined ? coded("ECONNRESET") : new StrangeAddress(reached);
}

/**
 * A connection to the first of the addresses that answers.
 * @throws what the first of them failed with, when none does; the reason of the signal.
 */
export async function connectFirst(addresses: readonly string[], begin: Begin, signal?: AbortSignal): Promise<Socket> {
  let first: unknown;
  for (const address of addresses) {
    signal?.throwIfAborted();
    try {
      return await connectTo(address, begin, signal);
    } catch (error) {
      first ??= error;
    }
  }
  throw first ?? coded("ENOTFOUND");
}
