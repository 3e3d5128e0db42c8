import { clause } from "../text/clauses/clause";

/** What a command that is held closer may be given beside what all such commands get: nothing else is opened for it. */
export interface ExtraAccess {
  /** Real paths of files that may hold secrets, in order; it may read them. */
  readonly files: readonly string[];
  /** Hosts that it may talk to, in order; `host` means port 443, others are written `host:port`. */
  readonly hosts: readonly string[];
}

/** What an integration's manifest asks for its commands: a person answers once for all of them (EX-1). */
export interface AccessWish {
  /** Name of the agent's workspace that the integration is in. */
  readonly workspace: string;
  readonly integration: string;
  /** Hosts as settings name them, in order. */
  readonly hosts: readonly string[];
  /** Where packages come from, in order: `npm`, `pip`, `deno`. */
  readonly packages: readonly string[];
  /** The hosts that those lead to here. */
  readonly packageHosts: readonly string[];
}

/** What it asks for, for people and models: `fetch packages from npm (packages.example.org) and talk to api.example.org`. */
export function accessText({ hosts, packages, packageHosts }: Omit<AccessWish, "workspace" | "integration">): string {
  const names = packages.join(", ");
  const from = packageHosts.join(", ");
  const talkedTo = hosts.join(", ");
  if (packages.length === 0) return hosts.length === 0 ? "" : clause`talk to ${talkedTo}`;
  return hosts.length === 0
    ? clause`fetch packages from ${names} (${from})`
    : clause`fetch packages from ${names} (${from}) and talk to ${talkedTo}`;
}

/** Files, and hosts, that one command may be given: a person has to read them. */
const most = 5;

const firstOf = (names: readonly string[]): string[] => [...new Set(names)].slice(0, most).sort();

/** All of both, bounded; what came first stays. Undefined when that is nothing. */
export function joinedAccess(...all: readonly (ExtraAccess | undefined)[]): ExtraAccess | undefined {
  const files = firstOf(all.flatMap((one) => one?.files ?? []));
  const hosts = firstOf(all.flatMap((one) => one?.hosts ?? []));
  return files.length + hosts.length > 0 ? { files, hosts } : undefined;
}

const areNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === "string");

/** What was stored as one; undefined for anything else. */
export function accessIn(value: unknown): ExtraAccess | undefined {
  const { files, hosts } = (value ?? {}) as Partial<Record<keyof ExtraAccess, unknown>>;
  return areNames(files) && areNames(hosts) ? joinedAccess({ files, hosts }) : undefined;
}

/** How a host is named in {@link ExtraAccess}; undefined for what is no address. @param url with `http:` or `https:`. */
export function accessHost(url: string): string | undefined {
  try {
    const { protocol, hostname, port } = new URL(url);
    const usual = protocol === "https:" ? "443" : "80";
    const number = port === "" ? usual : port;
    return number === "443" ? hostname : `${hostname}:${number}`;
  } catch {
    return undefined;
  }
}
