/** The whole crib with its own HTTP client, as both hosts put them together, for an attacker to try. */
import type { ToolResult } from "../../../../src/core/tools/tool";
import type { AddressLookup } from "../../../../src/node/web/dialableAddresses";
import { NodeWeb, type NodeWebParts } from "../../../../src/node/web/nodeWeb";
import { type CribOptions, type RealCrib, realCrib } from "../../../support/realCrib";
import { serve, type WebServer } from "../../../support/webServer";

/** Names that are looked up by what they lead to; several lists: one for each look-up, the last one from then on. */
export type Names = Readonly<Record<string, readonly string[] | readonly (readonly string[])[]>>;

/** A resolver of the test's own, and what it was asked. */
export interface Resolver {
  readonly lookUp: AddressLookup;
  readonly asked: string[];
}

/** Leads every name of IP addresses to itself, and knows no others than these. */
export function resolver(names: Names = {}): Resolver {
  const asked: string[] = [];
  const lookUp: AddressLookup = async (host) => {
    const before = asked.filter((name) => name === host).length;
    asked.push(host);
    const known = names[host] ?? (/^[\d.]+$|:/.test(host) ? [host] : []);
    const lists = known as readonly (readonly string[])[];
    const answer = Array.isArray(known[0]) ? (lists[Math.min(before, lists.length - 1)] ?? []) : (known as string[]);
    if (answer.length === 0) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND" });
    return answer.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
  return { lookUp, asked };
}

/** A crib for the web. */
export interface WebCrib extends Omit<RealCrib, "call"> {
  call(
    tool: string,
    input: unknown,
    options?: Parameters<RealCrib["call"]>[2],
  ): Promise<ToolResult & { readonly data: Readonly<Record<string, unknown>> }>;
}

export interface WebCribOptions extends Omit<CribOptions, "host"> {
  readonly web?: NodeWebParts;
  /** Servers of the test that the person named as their own. */
  readonly local?: readonly (WebServer | string)[];
}

/** A crib whose requests are real. A person says yes to everything, so that only the policy and the dialling refuse. */
export async function webCrib({ web = {}, local = [], settings = {}, ...more }: WebCribOptions = {}): Promise<WebCrib> {
  const allowLocal = local.map((server) => (typeof server === "string" ? server : server.host));
  const crib = await realCrib(
    {},
    { ...more, settings: { "web.allowLocal": allowLocal, ...settings }, host: { web: new NodeWeb(web) } },
  );
  return {
    ...crib,
    async call(...call) {
      const result = await crib.call(...call);
      return { ...result, data: (result.data ?? {}) as Record<string, unknown> };
    },
  };
}

/** Servers that nobody may reach: one port on the loopback addresses of both families. */
export interface Trap {
  readonly port: number;
  /** Connections that were made to it. */
  readonly touched: number;
}

/** Listens where an attacker would like to be sent. */
export async function setTrap(): Promise<Trap> {
  const secret = { "*": { headers: { "content-type": "text/plain" }, body: "the secret of the machine" } };
  const one = await serve(secret);
  const other = await serve(secret, { host: "::1", port: one.port });
  return {
    port: one.port,
    get touched() {
      return one.connections + other.connections;
    },
  };
}
