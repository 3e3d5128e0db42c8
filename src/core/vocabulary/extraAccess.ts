/** What a command that is held closer may be given beside what all such commands get: nothing else is opened for it. */
export interface ExtraAccess {
  /** Real paths of files that may hold secrets, in order; it may read them. */
  readonly files: readonly string[];
  /** Hosts that it may talk to, in order; `host` means port 443, others are written `host:port`. */
  readonly hosts: readonly string[];
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
