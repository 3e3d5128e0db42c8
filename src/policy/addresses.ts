/** Which addresses may be fetched from (HB-4, PO-8b, WF-6). The resolved address is checked again when dialling. */
import ipaddr from "ipaddr.js";
import { allow, ask, type Decision, deny } from "../core/decision";
import type { Effect, FetchEffect } from "../core/effect";
import type { Rule, RuleContext } from "../core/rule";
import type { Settings } from "../core/settings";
import type { AddressReach } from "../core/web";

const rule = "addresses";

type WebSettings = Pick<Settings, "web.allowedHosts" | "web.deniedHosts" | "web.allowLocal">;

/** How an address is reached. `special`: link-local, metadata services, multicast and other ranges of no one's site. */
export type AddressKind = "public" | "local" | "special" | "malformed";

/** True for an IP address that is on the open internet; false for private, loopback, link-local and special ones. */
export const isPublicIp = (text: string): boolean => kindOfIp(text) === "public";

/** True for an IP address of this machine or of a private network: where a server may be that a person names. */
export const isPrivateIp = (text: string): boolean => kindOfIp(text) === "local";

function kindOfIp(text: string): AddressKind {
  if (!ipaddr.isValid(text)) return "malformed";
  let address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv6) {
    if (address.isIPv4MappedAddress()) address = address.toIPv4Address();
    // Only 2000::/3 is handed out; translation and tunnel ranges in it carry an IPv4 address.
    else if (address.range() === "loopback" || address.range() === "uniqueLocal") return "local";
    else return address.range() === "unicast" && ((address.parts[0] ?? 0) & 0xe000) === 0x2000 ? "public" : "special";
  }
  switch (address.range()) {
    case "unicast":
      return "public";
    case "loopback":
    case "private":
    case "unspecified":
      return "local";
    default:
      return "special";
  }
}

function kindOfHost(host: string): AddressKind {
  if (ipaddr.isValid(host)) return kindOfIp(host);
  if (/^(?:localhost|.*\.localhost|localhost\.localdomain|.*\.local|ip6-localhost|ip6-loopback)$/.test(host))
    return "local";
  return /^(?:metadata|metadata\..*|.*\.internal|instance-data(?:\..*)?)$/.test(host) ? "special" : "public";
}

interface Address {
  readonly host: string;
  readonly port: number;
  readonly defaultPort: boolean;
  readonly credentials: boolean;
  readonly kind: AddressKind;
}

/** An address taken apart, or why it cannot be. */
function parseAddress(text: string): Address | string {
  // Parsers disagree on these: one sees another host than the next.
  if (/[\0-\u0020\u007f-\u00a0\\\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zs}\p{Zl}\p{Zp}]/u.test(text))
    return "it contains blanks, control characters or backslashes";
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return "it is not an address";
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return `only http and https are fetched, not ${url.protocol}`;
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (authority === undefined) return "it is not written as http://host/";
  if (/%/.test(authority.slice(authority.lastIndexOf("@") + 1))) return "its host is written with escapes";
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
  if (host === "") return "it has no host";
  const usual = url.protocol === "https:" ? 443 : 80;
  return {
    host,
    port: url.port === "" ? usual : Number(url.port),
    defaultPort: url.port === "",
    credentials: authority.includes("@"),
    kind: kindOfHost(host),
  };
}

/** @param name in small letters: `host`, or `*.suffix` for what is below it. */
export const isHostNamed = (name: string, host: string): boolean =>
  name.startsWith("*.")
    ? host.endsWith(name.slice(1)) && host.length > name.length - 1
    : name.replace(/\.+$/, "") === host;

/** `host`, `*.suffix` or either with `:port`; without a port only the usual ones are meant. */
function matchesHost(entry: string, address: Address, anyPort: boolean): boolean {
  const [, name = "", port] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry.trim().toLowerCase()) ?? [];
  if (port !== undefined ? Number(port) !== address.port : !anyPort && !address.defaultPort) return false;
  return isHostNamed(name, address.host);
}

/**
 * Whether an entry of a list of hosts means an address.
 * @param anyPort an entry without a port means every port, not only the usual ones.
 */
export function isHost(entry: string, url: string, anyPort: boolean): boolean {
  const address = parseAddress(url);
  return typeof address !== "string" && matchesHost(entry, address, anyPort);
}

/**
 * Whether a person named an address as a server of their own machine or network: with its port, and a host that looks as
 * if it were on the open internet, such as a company's registry, in full (WF-6).
 */
const isNamedLocal = (entry: string, address: Address): boolean =>
  /:\d+$/.test(entry.trim()) &&
  !(address.kind === "public" && entry.trim().startsWith("*.")) &&
  matchesHost(entry, address, false);

/** What is known of an address. */
export interface JudgedAddress {
  readonly decision: Decision;
  readonly kind: AddressKind;
  /** True for a server that `toolcrib.web.allowLocal` names: its name may lead to a private address. */
  readonly isLocal: boolean;
}

/** The verdict on an address, and how it would be reached. */
export function judgeAddress(text: string, settings: WebSettings): JudgedAddress {
  const address = parseAddress(text);
  if (typeof address === "string") return { decision: deny(rule, address), kind: "malformed", isLocal: false };
  const { kind, host } = address;
  const shown = address.defaultPort ? host : `${host}:${address.port}`;
  if (settings["web.deniedHosts"].some((entry) => matchesHost(entry, address, true)))
    return { decision: deny(rule, `${host} is denied by a setting`), kind: "special", isLocal: false };
  const local = settings["web.allowLocal"].some((entry) => isNamedLocal(entry, address));
  const verdict = (decision: Decision) => ({ decision, kind, isLocal: local });
  if (kind !== "public" && !local) return verdict(deny(rule, `${host} is not an address on the open internet`));
  if (address.credentials) return verdict(ask(rule, "it carries a user name before its host"));
  if (local) return verdict(allow(rule, `${host}:${address.port} is allowed by a setting`));
  if (settings["web.allowedHosts"].some((entry) => matchesHost(entry, address, false)))
    return verdict(allow(rule, `${host} is allowed by a setting`));
  return verdict(ask(rule, `${shown} is not on the list of allowed hosts (toolcrib.web.allowedHosts)`));
}

/** What a request may be dialled to (WF-6). */
export const reachOf = ({ url }: FetchEffect, { settings }: RuleContext): AddressReach => ({
  isLocal: judgeAddress(url, settings).isLocal,
  isPublic: isPublicIp,
  isPrivate: isPrivateIp,
});

/** Judges what is fetched by its address alone; sending data to an allowed host still asks. */
export const addressRule: Rule = {
  name: rule,
  judge(effect: Effect, context: RuleContext): Decision | undefined {
    if (effect.kind !== "fetch") return undefined;
    const { decision } = judgeAddress(effect.url, context.settings);
    return decision.kind === "allow" && effect.method === "POST" ? ask(rule, "it sends data") : decision;
  },
};
