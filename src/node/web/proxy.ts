/** Proxies that a person set: which one is for an address, as curl and VS Code read their settings. */
import { BlockList, isIP, isIPv6 } from "node:net";
import { parsedAddress } from "../../core/text/addresses/parsedAddress";
import { percentDecoded } from "../../core/text/addresses/percentDecoded";
import { portOf, withoutBrackets } from "./dialableAddresses";

/** What a person set. Addresses are `http://host:port` or `https://host:port`, with a user name or without. */
export interface ProxyChoice {
  /** For addresses with `http:`. */
  readonly http?: string | undefined;
  /** For addresses with `https:`. */
  readonly https?: string | undefined;
  /** Hosts that are reached without one: names with all names below them, IP addresses, ranges, `*`; each with a port or without. */
  readonly noProxy: readonly string[];
  /** The Proxy-Authorization that is sent to them; absent: what their address says. */
  readonly authorization?: string | undefined;
  /** False accepts every certificate of a proxy that is spoken to with TLS. */
  readonly strictSsl: boolean;
}

/** A proxy to send a request through. */
export interface ProxyServer {
  readonly isSecure: boolean;
  /** Name or IP address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** As people are told of it: without user name and password. */
  readonly shown: string;
  readonly authorization?: string;
  readonly isChecked: boolean;
}

/** A setting that names no proxy that can be used. */
export class UnusableProxy extends Error {
  /** @param shown what was set, without what may be a password. */
  constructor(readonly shown: string) {
    super(`${shown} is not a usable proxy`);
  }
}

const bare = (host: string) => withoutBrackets(host).toLowerCase();

function isInRange(range: string, host: string): boolean {
  const [network = "", bits = ""] = range.split("/");
  if (isIP(network) === 0 || isIP(network) !== isIP(host) || !/^\d{1,3}$/.test(bits)) return false;
  const family = isIPv6(network) ? "ipv6" : "ipv4";
  if (Number(bits) > (family === "ipv6" ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(host, family);
}

/** Whether one entry of such a list means a host. */
function isMeant(entry: string, host: string, port: number): boolean {
  if (entry.includes("/")) return isInRange(entry, host);
  const [, written = "", wanted] = isIPv6(entry) ? [entry, entry] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? []);
  if (wanted !== undefined && Number(wanted) !== port) return false;
  const name = bare(written).replace(/^\*?\./, "");
  return name === "*" || name === host || (name !== "" && isIP(host) === 0 && host.endsWith(`.${name}`));
}

const basic = ({ username, password }: URL) =>
  `Basic ${Buffer.from(`${percentDecoded(username)}:${percentDecoded(password)}`, "latin1").toString("base64")}`;

function parseProxy(text: string, { authorization, strictSsl }: ProxyChoice): ProxyServer {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const withoutUser = address.replace(/\/\/.*@/, "//");
  const url = parsedAddress(address);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") throw new UnusableProxy(withoutUser);
  const isSecure = url.protocol === "https:";
  const own = authorization ?? (url.username === "" ? undefined : basic(url));
  return {
    isSecure,
    host: bare(url.hostname),
    port: portOf(url),
    shown: `${url.protocol}//${url.host}`,
    ...(own !== undefined && { authorization: own }),
    isChecked: strictSsl,
  };
}

/**
 * The proxy through which an address is reached; undefined: it is reached directly.
 * @throws UnusableProxy
 */
export function proxyFor(url: URL, choice: ProxyChoice | undefined): ProxyServer | undefined {
  const isSecure = url.protocol === "https:";
  const text = (isSecure ? choice?.https : choice?.http)?.trim();
  if (choice === undefined || !text) return undefined;
  const host = bare(url.hostname).replace(/\.$/, "");
  const isExempt = choice.noProxy.some((entry) => isMeant(entry.trim(), host, portOf(url)));
  return isExempt ? undefined : parseProxy(text, choice);
}

/** What the environment of a program says, names in small letters first: HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY. */
export function proxyFromEnvironment(environment: NodeJS.ProcessEnv): ProxyChoice {
  const read = (name: string) => environment[name] || environment[name.toUpperCase()] || undefined;
  const all = read("all_proxy");
  return {
    http: read("http_proxy") ?? all,
    https: read("https_proxy") ?? all,
    noProxy: (read("no_proxy") ?? "").split(/[\s,]+/).filter((entry) => entry !== ""),
    strictSsl: true,
  };
}
