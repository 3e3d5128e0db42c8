/** Real servers on 127.0.0.1 for tests of the web tools. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { ServerCertificate } from "./certificates";

/** A request that came. */
export interface CameIn {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** What a server says without further ado. */
export interface Said {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
}

/** How a path is answered: a page in HTML, an answer, or a handler. */
export type Route =
  | string
  | Said
  | ((request: IncomingMessage, response: ServerResponse, came: CameIn) => void | Promise<void>);

/** A listening server. */
export interface WebServer {
  readonly port: number;
  /** `127.0.0.1:PORT`, as `toolcrib.web.allowLocal` takes it. */
  readonly host: string;
  /** `http://127.0.0.1:PORT` or with `https`. */
  readonly origin: string;
  /** Those that came, in order. */
  readonly requests: CameIn[];
  /** How many connections were made to it. */
  readonly connections: number;
  /** How many of them are open now. */
  readonly open: number;
  close(): Promise<void>;
}

const running = new Set<WebServer>();

/** Ends every server that was started here, with its connections; for `afterEach`. */
export async function closeServers(): Promise<void> {
  await Promise.all([...running].map((server) => server.close()));
}

/** Listens on a free port. @param scheme as addresses of the server begin. */
async function listen(
  server: Server,
  scheme: string,
  requests: CameIn[],
  { host = "127.0.0.1", port = 0 }: Listening,
): Promise<WebServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  const at = (server.address() as AddressInfo).port;
  const shown = `${host.includes(":") ? `[${host}]` : host}:${at}`;
  const started: WebServer = {
    port: at,
    host: shown,
    origin: `${scheme}://${shown}`,
    requests,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    async close() {
      running.delete(started);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  running.add(started);
  return started;
}

const htmlType = "text/html; charset=utf-8";

const said = (route: string | Said): Said =>
  typeof route === "string" ? { headers: { "content-type": htmlType }, body: route } : route;

function send(response: ServerResponse, { status = 200, headers = {}, body = "" }: Said): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (!response.hasHeader("content-length")) response.setHeader("content-length", Buffer.byteLength(body));
  response.writeHead(status).end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of request) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces).toString("utf8");
}

/** Where a server listens; by default on a free port of 127.0.0.1. */
export interface Listening {
  readonly host?: string;
  readonly port?: number;
}

export interface ServerOptions extends Listening {
  /** Makes it an HTTPS server. */
  readonly tls?: ServerCertificate;
}

/**
 * Serves routes by path, without the query first and then with it; others are answered with 404 and the body `nothing here`.
 * `*` answers every other path.
 */
export async function serve(
  routes: Readonly<Record<string, Route>>,
  { tls, ...listening }: ServerOptions = {},
): Promise<WebServer> {
  const requests: CameIn[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url: path = "", headers, rawHeaders } = request;
    const came: CameIn = { method, path, headers, rawHeaders, body: await bodyOf(request) };
    requests.push(came);
    const route = routes[path.split("?")[0] as string] ?? routes[path] ?? routes["*"];
    if (route === undefined) send(response, { status: 404, body: "nothing here" });
    else if (typeof route === "function") await route(request, response, came);
    else send(response, said(route));
  };
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch(() => request.socket.destroy());
  };
  const server = tls === undefined ? createServer(handle) : createSecureServer({ ...tls }, handle);
  return listen(server, tls === undefined ? "http" : "https", requests, listening);
}

/** Gives every connection to the test as it is: for answers that no HTTP server would give. */
export const serveRaw = (talk: (socket: Socket) => void, listening: Listening = {}): Promise<WebServer> =>
  listen(
    createRawServer((socket) => talk(socket)),
    "http",
    [],
    listening,
  );

/** Answers the first bytes of each connection with these bytes, and ends it. */
export const serveBytes = (answer: string | Uint8Array, listening: Listening = {}): Promise<WebServer> =>
  serveRaw((socket) => socket.once("data", () => socket.end(answer)), listening);

/** Sends whoever comes elsewhere. @param location as it stands in the header. */
export const redirectTo = (location: string, status = 302): Said => ({ status, headers: { location } });

/** Sends a body piece by piece. @param ms between two of them. */
export const slowly =
  (pieces: readonly (string | Uint8Array)[], ms: number, headers: Said["headers"] = {}): Route =>
  async (_request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.writeHead(200);
    for (const piece of pieces) {
      if (response.destroyed) return;
      response.write(piece);
      await sleep(ms);
    }
    response.end();
  };

/** Sends the head of an answer and the beginning of its body, and then nothing more. */
export const hanging =
  (beginning = "", headers: Said["headers"] = { "content-type": htmlType }): Route =>
  (_request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.writeHead(200);
    response.flushHeaders();
    if (beginning !== "") response.write(beginning);
  };

/** Takes the request and never answers. */
export const silent: Route = () => {};

/** A page compressed with gzip. */
export const gzipped = (body: string | Uint8Array, type = htmlType): Said => ({
  headers: { "content-type": type, "content-encoding": "gzip" },
  body: gzipSync(body),
});
