/** The way out of a sandbox: a proxy that judges every address, and sockets that lead to single local servers (HB-4). */
import { chmodSync, mkdirSync, mkdtempSync, rmdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer as createHttpServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, createServer, type ListenOptions, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import type { CommandHold, Reach, ReachedHost } from "../../../core/ports/confinement";
import type { CommandRequest } from "../../../core/ports/shell";
import { accessHost } from "../../../core/vocabulary/extraAccess";
import { messageOf } from "../../../core/vocabulary/toolError";
import { connectFirst, plainTo } from "../../web/connection";
import { addressesOf, portOf, StrangeAddress } from "../../web/dialableAddresses";
import { type Patience, ReachedHosts, usualPatience } from "./reachedHosts";

/** Hosts of refusals that are remembered. */
const maxRefusals = 20;

/** A way out that is open. */
export interface Egress {
  /** Holds the sockets. */
  readonly folder: string;
  /** Name of the proxy's socket in the folder, or its port on the loopback address. */
  readonly proxy: string | number;
  /** Names of the sockets that lead to local servers, by their ports. */
  readonly local: ReadonlyMap<number, string>;
  /** What was refused so far: host and reason. */
  readonly refused: ReadonlyMap<string, string>;
  /** Of these, hosts that a person may be asked about, as ExtraAccess names them; `refused` has them by the same names. */
  readonly askable: ReadonlySet<string>;
  /** Hosts that were not refused and could not be connected to or sent nothing so far: what happened, after the host's name. */
  troubles(): ReadonlyMap<string, string>;
  /** What was exchanged so far with hosts that were not refused. */
  reached(): readonly ReachedHost[];
  close(): Promise<void>;
}

/**
 * Whether a command finds a proxy. In its own workspace, where an agent installs packages, and for a program of the network
 * even one that refuses every host is better than none, because it answers at once and knows which host it was. Others get
 * none where they can reach nothing: it takes time to start, and some programs work otherwise where there is a proxy.
 * What runs unasked on a layer finds one that tells which hosts it was after.
 */
export function needsWayOut({ confinement, onLayer }: CommandHold): boolean {
  const { reach, alone, talksToNetwork, onlyReads } = confinement;
  return (onlyReads && onLayer === "held") || alone || talksToNetwork || !reach.isEmpty;
}

/** What a command came to reach, as its outcome has it. */
export function reachedBy(egress: Egress | undefined): { readonly reached?: readonly ReachedHost[] } {
  const reached = egress?.reached() ?? [];
  return reached.length > 0 ? { reached } : {};
}

/** An address that was judged. */
class Refusal extends Error {
  constructor(
    readonly host: string,
    readonly reason: string,
    readonly mayBeAsked = false,
  ) {
    super(`${host} may not be reached from this sandbox: ${reason}`);
  }
}

/** A host that may be reached, and was not. */
class Unreached extends Error {
  constructor(
    readonly host: string,
    readonly reason: unknown,
  ) {
    super(`${host} could not be reached (${messageOf(reason)})`);
  }
}

/** The addresses of a host that may be dialled: those of the answer that was judged, and no others (WF-6). */
async function judgedAddresses(
  url: string,
  reach: Reach,
): Promise<{ addresses: string[]; port: number; name: string }> {
  const { refused, isLocal, mayBeAsked = false } = reach.judge(url);
  const name = accessHost(url) ?? url;
  const shown = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? url;
  if (refused !== undefined) throw new Refusal(mayBeAsked ? name : shown, refused, mayBeAsked);
  const address = new URL(url);
  try {
    const addresses = await addressesOf(address.hostname, { ...reach, isLocal });
    return { addresses, port: portOf(address), name };
  } catch (error) {
    throw error instanceof StrangeAddress ? new Refusal(shown, error.message) : new Unreached(name, error);
  }
}

/** Each end ends with the other, whatever happens to either. */
function joinEnds(one: Duplex, other: Duplex): void {
  one.once("error", () => other.destroy()).once("close", () => other.destroy());
  other.once("error", () => one.destroy()).once("close", () => one.destroy());
  one.pipe(other).pipe(one);
}

const statusOf = (error: unknown) => (error instanceof Refusal ? 403 : 502);

/** Not the client's business with the server. */
const ownHeaders = /^(?:proxy-.*|connection|keep-alive|host)$/i;

/** An encrypted connection begins with a word of the client; where nothing comes back at once, nothing ever will. */
function endUnlessAnswered(server: Socket, { answerMs }: Patience): void {
  const timer = setTimeout(() => {
    if (server.bytesWritten > 0 && server.bytesRead === 0) server.destroy();
  }, answerMs);
  server.once("close", () => clearTimeout(timer));
}

class FilteringProxy {
  readonly refused = new Map<string, string>();
  readonly askable = new Set<string>();
  readonly server = createHttpServer((incoming, outgoing) => void this.#forward(incoming, outgoing));

  constructor(
    private readonly reach: Reach,
    private readonly reached: ReachedHosts,
  ) {
    this.server.on("connect", (incoming, client, head) => void this.#tunnel(incoming, client, head));
  }

  /** @throws Unreached. */
  async #connect(to: Awaited<ReturnType<typeof judgedAddresses>>, method?: string): Promise<Socket> {
    const { addresses, port, name } = to;
    await this.reached.begin(name, method);
    const signal = AbortSignal.timeout(this.reached.patience.connectMs);
    const socket = await connectFirst(addresses, plainTo(port), signal).catch((error: unknown) => {
      throw new Unreached(name, error);
    });
    this.reached.count(name, socket);
    return socket;
  }

  #note(error: unknown): void {
    if (error instanceof Unreached) this.reached.fail(error.host, error.reason);
    if (!(error instanceof Refusal) || this.refused.size >= maxRefusals) return;
    this.refused.set(error.host, error.reason);
    if (error.mayBeAsked) this.askable.add(error.host);
  }

  async #tunnel({ url = "" }: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on("error", () => client.destroy());
    try {
      const address = `${url.endsWith(":80") ? "http" : "https"}://${url}/`;
      const server = await this.#connect(await judgedAddresses(address, this.reach));
      endUnlessAnswered(server, this.reached.patience);
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      if (head.length > 0) server.write(head);
      joinEnds(client, server);
    } catch (error) {
      this.#note(error);
      client.end(`HTTP/1.1 ${statusOf(error)} Refused\r\nConnection: close\r\n\r\nToolcrib: ${messageOf(error)}\n`);
    }
  }

  async #forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { url = "", method, headers } = incoming;
    try {
      if (!/^http:\/\//i.test(url)) throw new Refusal(url, "this is a proxy, and serves nothing itself");
      const socket = await this.#connect(await judgedAddresses(url, this.reach), method);
      const { host, pathname, search } = new URL(url);
      const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.test(name)));
      const onward = request({
        createConnection: () => socket,
        method,
        path: pathname + search,
        headers: { ...kept, host, connection: "close" },
      });
      onward.once("response", (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.once("error", () => outgoing.destroy());
      outgoing.once("close", () => socket.destroy());
      incoming.pipe(onward);
    } catch (error) {
      this.#note(error);
      outgoing.writeHead(statusOf(error), { "content-type": "text/plain", connection: "close" });
      outgoing.end(`Toolcrib: ${messageOf(error)}\n`);
    }
  }
}

async function listen(server: Server, where: ListenOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(where, resolve);
  });
}

/** Ends a server with every connection it has. */
function closer(server: Server): () => Promise<void> {
  const open = new Set<Socket>();
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
}

/** The method of a request that begins with these bytes; undefined for what is no HTTP. */
const methodIn = (first: Buffer): string | undefined =>
  /^([A-Z]{3,20}) \S+ HTTP\/1\.[01]\r\n/.exec(first.subarray(0, 8192).toString("latin1"))?.[1];

/** A socket whose connections all lead to one port of this machine. */
const forwarder = (port: number, reached: ReachedHosts): Server =>
  createServer({ pauseOnConnect: true }, (client) => {
    client.on("error", () => client.destroy());
    const name = `localhost:${port}`;
    void reached.begin(name).then(() => {
      const server = connect({ host: "localhost", port });
      reached.count(name, server);
      server.once("error", (error) => reached.fail(name, error));
      client.once("data", (first) => reached.see(name, methodIn(first)));
      joinEnds(client, server);
    });
  });

/** How a way out is opened. */
export interface EgressOptions {
  /** True where the sandbox shares this machine's loopback address: then the proxy has a port of its own. */
  readonly byPort?: boolean;
  readonly patience?: Patience | undefined;
  /** Absolute path of the folder that is to hold the sockets, which is not there yet; absent: a new one. */
  readonly folder?: string | undefined;
}

/** Name of the proxy's socket in its folder. */
export const proxySocket = "proxy";

/** Begin of the names of folders with sockets. */
export const socketsPrefix = "toolcrib-net-";

/** A folder for nobody else; made in place, because a command waits for it. */
function makeFolder(wished: string | undefined): string {
  if (wished !== undefined) mkdirSync(wished);
  const folder = wished ?? mkdtempSync(join(tmpdir(), socketsPrefix));
  chmodSync(folder, 0o700);
  return folder;
}

async function removeFolder(folder: string): Promise<void> {
  try {
    // A server that ends takes its socket with it.
    rmdirSync(folder);
  } catch {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Opens the way out for one command.
 * @param heard hears of hosts that it talks to.
 */
export async function openEgress(
  reach: Reach,
  heard: Pick<CommandRequest, "onReached"> = {},
  { byPort = false, patience = usualPatience, folder: wished }: EgressOptions = {},
): Promise<Egress> {
  const folder = makeFolder(wished);
  const reached = new ReachedHosts(heard.onReached, patience);
  const proxy = new FilteringProxy(reach, reached);
  const closers = [closer(proxy.server)];
  const close = async () => {
    await Promise.all(closers.map((one) => one()));
    await removeFolder(folder);
  };
  try {
    await listen(proxy.server, byPort ? { host: "127.0.0.1", port: 0 } : { path: join(folder, proxySocket) });
    const local = new Map<number, string>();
    for (const port of byPort ? [] : reach.localPorts) {
      const server = forwarder(port, reached);
      closers.push(closer(server));
      await listen(server, { path: join(folder, `port-${port}`) });
      local.set(port, `port-${port}`);
    }
    const address = proxy.server.address();
    const own = typeof address === "object" && address !== null ? address.port : proxySocket;
    const { refused, askable } = proxy;
    const met = { reached: () => reached.all(), troubles: () => reached.troubles() };
    return { folder, proxy: own, local, refused, askable, ...met, close };
  } catch (error) {
    await close();
    throw error;
  }
}
