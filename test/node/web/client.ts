/** Requests of the tests of the HTTP client. */
import type { WebAnswer, WebRequest } from "../../../src/core/ports/web";
import type { AddressLookup } from "../../../src/node/web/dialableAddresses";
import { NodeWeb, type NodeWebParts } from "../../../src/node/web/nodeWeb";
import { isPrivateIp, isPublicIp } from "../../../src/policy/network/addressKinds";
import type { WebServer } from "../../support/webServer";

/** Reaches the local servers of a test as a person lets it by a setting. */
export const localReach = { isLocal: true, isPublic: isPublicIp, isPrivate: isPrivateIp };

/** Reaches what is on the open internet, as for any address. */
export const openReach = { ...localReach, isLocal: false };

/** A reach for which this machine is the open internet, for names that a test leads here. */
export const pretendedReach = { ...openReach, isPublic: (ip: string) => ip === "127.0.0.1" };

/** Leads every name to this machine. */
export const allHere: AddressLookup = async () => [{ address: "127.0.0.1", family: 4 }];

export const wanted = (url: string, more: Partial<WebRequest> = {}): WebRequest => ({
  ...{ url, method: "GET", timeoutMs: 20_000, maxBytes: 1_000_000, cache: "none", asksRobots: false },
  ...{ reach: localReach, userAgent: "", agent: "main", signal: new AbortController().signal },
  ...more,
});

/** One request of a client of its own. */
export const fetchOnce = (url: string, more: Partial<WebRequest> = {}, parts: NodeWebParts = {}): Promise<WebAnswer> =>
  new NodeWeb(parts).fetch(wanted(url, more));

/** The body as text. */
export const textOf = ({ body }: WebAnswer): string => Buffer.from(body).toString("utf8");

/** Fulfilled when a server has no open connection left. */
export async function gone(server: WebServer): Promise<void> {
  while (server.open > 0) await new Promise((resolve) => setTimeout(resolve, 5));
}
