/** A proxy on 127.0.0.1 behind which the open internet is what a test says it is. */
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A page of a host behind the proxy. */
export interface ProxiedPage {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface WebProxy {
  /** As `http.proxy` takes it. */
  readonly address: string;
  /** Hosts and paths that were asked for through it, as `page.example/robots.txt`, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Forwards plain requests and tunnels alike. @param pages by host and path; others are answered with 404. */
export async function startProxy(pages: Readonly<Record<string, ProxiedPage>>): Promise<WebProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((request, response) => {
    const { host, pathname, search } = new URL(request.url ?? "/", `http://${request.headers.host}`);
    asked.push(`${host}${pathname}${search}`);
    const {
      status = 200,
      headers = { "content-type": "text/html; charset=utf-8" },
      body,
    } = pages[`${host}${pathname}`] ?? { status: 404 };
    response.writeHead(status, headers).end(body);
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
  });
  server.on("connect", (_request, socket: Socket) => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    server.emit("connection", socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
