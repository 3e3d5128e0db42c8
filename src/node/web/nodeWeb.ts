/** Requests in plain Node (WF-6). */
import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectSecure } from "node:tls";
import { messageOf, ToolError } from "../../core/toolError";
import type { WebAnswer, WebPort, WebRequest } from "../../core/web";
import { addressesOf, type LookUp, lookUp } from "./dialling";

/** What a request needs of the machine it is made from. */
export interface NodeWebParts {
  readonly lookUp?: LookUp;
}

const libraries = () => require("./webLibraries") as typeof import("./webLibraries");

/** Sends each request over a connection of its own, to an address that was judged. */
export class NodeWeb implements WebPort {
  constructor(private readonly parts: NodeWebParts = {}) {}

  async fetch(wanted: WebRequest): Promise<WebAnswer> {
    const { Agent, request } = libraries();
    const find = this.parts.lookUp ?? lookUp;
    const agent = new Agent({
      connect: ({ hostname, port, protocol, servername }, callback) => {
        addressesOf(hostname, wanted.reach, find).then(
          (addresses) => {
            const host = addresses[0] as string;
            const isSecure = protocol === "https:";
            const at = { host, port: Number(port) || (isSecure ? 443 : 80) };
            const name = servername || hostname;
            const socket: Socket = isSecure
              ? connectSecure({ ...at, ...(isIP(name) === 0 && { servername: name }) })
              : connectPlain(at);
            socket.once(isSecure ? "secureConnect" : "connect", () => callback(null, socket as never));
            socket.once("error", (error) => callback(error, null));
          },
          (error: Error) => callback(error, null),
        );
      },
    });
    try {
      const answer = await request(wanted.url, {
        method: wanted.method,
        dispatcher: agent,
        headers: { "user-agent": wanted.userAgent || "Toolcrib", ...wanted.headers },
        body: wanted.body ?? null,
        signal: AbortSignal.any([wanted.signal, AbortSignal.timeout(wanted.timeoutMs)]),
      });
      const body = Buffer.from(await answer.body.arrayBuffer());
      const headers = Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]),
      );
      const leads = answer.statusCode >= 300 && answer.statusCode < 400 ? headers.location : undefined;
      return {
        status: answer.statusCode,
        headers,
        body: body.subarray(0, wanted.mostBytes),
        isCutOff: body.length > wanted.mostBytes,
        ...(leads !== undefined && URL.canParse(leads, wanted.url) && { location: new URL(leads, wanted.url).href }),
        time: Date.now(),
        isCopy: false,
      };
    } catch (error) {
      throw new ToolError("unreachable", `${wanted.url} could not be fetched: ${messageOf(error)}.`);
    } finally {
      void agent.destroy();
    }
  }
}
