/** One request and its answer over a connection that stands already. */
import type { Socket } from "node:net";
import type { WebRequest } from "../../core/ports/web";

/** Bytes of an answer's headers. */
const maxHeaders = 64 * 1024;

/** What is sent. */
export interface HttpMessage {
  readonly url: URL;
  readonly method: WebRequest["method"];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Asks a proxy, which needs the whole address. */
  readonly isForProxy: boolean;
}

/** The beginning of an answer. */
export interface Reply {
  readonly status: number;
  /** By names in small letters. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: AsyncIterable<Uint8Array>;
}

const libraries = () => require("./webLibraries") as typeof import("./webLibraries");

/** Speaks HTTP over one connection, and dials none itself. */
function clientOver(socket: Socket, origin: string) {
  let isUsed = false;
  return new (libraries().Client)(origin, {
    connect(_, callback) {
      if (isUsed) return callback(Object.assign(new Error("the connection is used up"), { code: "ECONNRESET" }), null);
      isUsed = true;
      // A connection that stands while it is asked for is one that undici does not go on with.
      queueMicrotask(() => callback(null, socket));
    },
    maxHeaderSize: maxHeaders,
    // All of it has one end, which is the caller's.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/**
 * Sends a request and hands its answer to `take`; the connection is closed when that is done.
 * @throws errors of undici and of the socket.
 */
export async function exchange<T>(
  socket: Socket,
  { url, method, headers, body, isForProxy }: HttpMessage,
  signal: AbortSignal,
  take: (reply: Reply) => Promise<T>,
): Promise<T> {
  const client = clientOver(socket, url.origin);
  const path = `${url.pathname}${url.search}`;
  try {
    const answer = await client.request({
      path: isForProxy ? `${url.origin}${path}` : path,
      ...{ method, headers, signal, body: body ?? null, reset: true },
    });
    // What is left of the body when the connection is closed is no failure.
    answer.body.on("error", () => {});
    return await take({
      status: answer.statusCode,
      headers: answer.headers as Reply["headers"],
      body: answer.body,
    });
  } finally {
    void client.destroy();
    socket.destroy();
  }
}

/**
 * Asks a proxy for a connection onwards.
 * @param authority host and port.
 * @returns the status, and the connection when it is 200.
 */
export async function askForTunnel(
  socket: Socket,
  authority: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly onward?: Socket }> {
  const client = clientOver(socket, "http://proxy");
  try {
    const answer = await client.connect({ path: authority, headers: { ...headers, host: authority }, signal });
    if (answer.statusCode === 200) return { status: 200, onward: answer.socket as Socket };
    socket.destroy();
    return { status: answer.statusCode };
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    void client.destroy();
  }
}
