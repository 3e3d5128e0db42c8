/** The server of `toolcrib mcp` behind an HTTP address, for checks that know no other way to reach one. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { program, workplace } from "./program";

/** An address that leads to servers of their own, one for each session. */
export interface HttpBridge {
  readonly url: string;
  close(): Promise<void>;
}

/** Passes every message on as it is, in both directions. */
function connect(outer: Transport, inner: Transport): void {
  outer.onmessage = (message) => void inner.send(message);
  inner.onmessage = (message) => void outer.send(message);
}

/** Opens it on a free port of this machine. */
export async function openHttpBridge(): Promise<HttpBridge> {
  const sessions = new Map<string, { outer: StreamableHTTPServerTransport; inner: StdioClientTransport }>();
  const begin = async (): Promise<StreamableHTTPServerTransport> => {
    const { root, state } = workplace();
    const args = [program, "mcp", "--root", root, "--state", state];
    const inner = new StdioClientTransport({ command: process.execPath, args });
    const outer = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, { outer, inner }),
    });
    // Each end says `undefined` where the SDK's interface leaves a member out.
    connect(outer as Transport, inner as Transport);
    await Promise.all([inner.start(), outer.start()]);
    return outer;
  };
  const server = createServer(async (request, response) => {
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id)?.outer : undefined;
    await (known ?? (await begin())).handleRequest(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      await Promise.all([...sessions.values()].flatMap(({ outer, inner }) => [outer.close(), inner.close()]));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
