/** Which addresses may be fetched from (HB-4, PO-8b, WF-6). The resolved address is checked again when dialling. */

import type { AddressReach } from "../../core/ports/web";
import type { Rule, RuleContext } from "../../core/rules/rule";
import { type SearchPlaces, searchOrigin } from "../../core/settings/searchProvider";
import type { Settings } from "../../core/settings/settings";
import { carriesUserName, parsedAddress } from "../../core/text/addresses/parsedAddress";
import { strayCharacters } from "../../core/text/addresses/shownAddress";
import { clause } from "../../core/text/clauses/clause";
import { allow, ask, type Decision, deny } from "../../core/vocabulary/decision";
import type { Effect, FetchEffect } from "../../core/vocabulary/effect";
import { entrySource } from "../policyFiles/entrySource";
import { type AddressKind, isPrivateIp, isPublicIp, kindOfHost } from "./addressKinds";
import { isOfOtherProtocol } from "./webPorts";

const rule = "addresses";

type WebSettings = Pick<Settings, "web.allowedHosts" | "web.deniedHosts" | "web.allowLocal">;

type FetchSettings = WebSettings & SearchPlaces & Pick<Settings, "web.search.provider">;

/** Without brackets and the dots at its end. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");

interface Address {
  readonly host: string;
  readonly port: number;
  readonly defaultPort: boolean;
  readonly credentials: boolean;
  readonly kind: AddressKind;
}

/** An address taken apart, or why it cannot be. */
function parseAddress(text: string): Address | string {
  if (strayCharacters.test(text)) return clause`it contains spaces, control characters or backslashes`;
  const url = parsedAddress(text);
  if (!url) return clause`it is not a valid URL`;
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return clause`only http and https are supported, not ${url.protocol}`;
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (authority === undefined) return clause`it does not start with http://host/`;
  if (/%/.test(authority.slice(authority.lastIndexOf("@") + 1))) return clause`its host name contains percent escapes`;
  const host = hostOf(url);
  if (host === "") return clause`it has no host`;
  const usual = url.protocol === "https:" ? 443 : 80;
  return {
    host,
    port: url.port === "" ? usual : Number(url.port),
    defaultPort: url.port === "",
    credentials: carriesUserName(text),
    kind: kindOfHost(host),
  };
}

/** A name as a URL parser leaves it; a person may have written other letters than ASCII, or an IPv6 address at length. */
function canonicalName(name: string): string {
  const [, below = "", host = ""] = /^(\*\.)?(.*)$/s.exec(name) ?? [];
  const address = `http://${host.includes(":") ? `[${host}]` : host}/`;
  // What is more than a name means nothing, least of all the host in it.
  const url = /[/?#@\\]/.test(host) ? undefined : parsedAddress(address);
  return below + (url ? hostOf(url) : host);
}

/** @param name `host`, or `*.suffix` for what is below it. */
export function isHostNamed(name: string, host: string): boolean {
  const wanted = canonicalName(name.toLowerCase());
  return wanted.startsWith("*.") ? host.endsWith(wanted.slice(1)) && host.length > wanted.length - 1 : wanted === host;
}

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

/** A denial that sends nobody back into the workspace. */
const refuse = (reason: string, setting: keyof WebSettings): Decision => ({
  ...deny(rule, reason),
  source: { setting },
  instead: "do not retry with another name or spelling; use another source, or tell the person what you need",
});

/** The denial of what cannot be requested as it is written, whichever host it means. */
const refuseMalformed = (reason: string): Decision => ({
  ...deny(rule, reason),
  instead: "give the full address of a page, such as https://example.com/page",
});

/**
 * The verdict on an address, and how it would be reached.
 * @param isNamed true when a person named this very server by another setting.
 */
export function judgeAddress(text: string, settings: WebSettings, isNamed = false): JudgedAddress {
  const address = parseAddress(text);
  if (typeof address === "string") return { decision: refuseMalformed(address), kind: "malformed", isLocal: false };
  const { kind, host, port } = address;
  const shown = address.defaultPort ? host : `${host}:${port}`;
  if (settings["web.deniedHosts"].some((entry) => matchesHost(entry, address, true)))
    return {
      decision: refuse(clause`${host} is denied by a setting`, "web.deniedHosts"),
      kind: "special",
      isLocal: false,
    };
  const isLocal = isNamed || settings["web.allowLocal"].some((entry) => isNamedLocal(entry, address));
  const verdict = (decision: Decision) => ({ decision, kind, isLocal });
  if (address.credentials && (isLocal || kind === "public"))
    return verdict(ask(rule, clause`it contains a user name or password`));
  if (isLocal) return verdict(allow(rule, clause`${`${host}:${port}`} is allowed by a setting`));
  if (kind !== "public") return verdict(refuse(clause`${host} is not a public internet address`, "web.allowLocal"));
  if (settings["web.allowedHosts"].some((entry) => matchesHost(entry, address, false)))
    return verdict(allow(rule, clause`${host} is allowed by a setting`));
  if (isOfOtherProtocol(port))
    return verdict(refuse(clause`port ${port} is reserved for another protocol`, "web.allowedHosts"));
  return verdict(ask(rule, clause`${shown} is not on the list of allowed hosts (toolcrib.web.allowedHosts)`));
}

/** Services that a person names by their address, which may be in their own network. */
const namedByAddress: ReadonlySet<FetchEffect["search"]> = new Set(["searxng", "custom"]);

/** Whether it goes to the search service that the person has set up. */
function asksSearchService({ url, search }: FetchEffect, settings: FetchSettings): boolean {
  const isSetUp = search !== undefined && search === settings["web.search.provider"];
  const origin = isSetUp ? searchOrigin(search, settings) : undefined;
  return origin !== undefined && parsedAddress(url)?.origin === origin && !carriesUserName(url);
}

/** The verdict on a request; one to the search service that the person has set up is what they wanted (WS-1). */
export function judgeFetch(effect: FetchEffect, settings: FetchSettings): JudgedAddress {
  const { url, method, search } = effect;
  const isSearch = asksSearchService(effect, settings);
  const judged = judgeAddress(url, settings, isSearch && namedByAddress.has(search));
  const { decision } = judged;
  if (isSearch && decision.kind !== "deny")
    return { ...judged, decision: allow(rule, clause`it queries the search provider you set up (${search})`) };
  return decision.kind === "allow" && method === "POST"
    ? { ...judged, decision: ask(rule, clause`it sends data`) }
    : judged;
}

/** What a request may be dialled to (WF-6). */
export const reachOf = (effect: FetchEffect, { settings }: Pick<RuleContext, "settings">): AddressReach => ({
  isLocal: judgeFetch(effect, settings).isLocal,
  isPublic: isPublicIp,
  isPrivate: isPrivateIp,
});

/** Judges what is fetched by its address alone; sending data to an allowed host still asks. */
export const addressRule: Rule = {
  name: rule,
  judge(effect: Effect, { settings, policies }: RuleContext): Decision | undefined {
    if (effect.kind !== "fetch") return undefined;
    const { decision } = judgeFetch(effect, settings);
    const { source } = decision;
    if (!source || !("setting" in source) || source.setting !== "web.deniedHosts") return decision;
    const address = parseAddress(effect.url);
    const denies = (entry: string) => typeof address !== "string" && matchesHost(entry, address, true);
    return { ...decision, source: entrySource(policies, "web.deniedHosts", denies) };
  },
};
