/**
 * Where packages come from, by what the person has configured: addresses and proxies are taken over for agents'
 * workspaces, credentials never (EX-1).
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parsedAddress } from "../../core/text/addresses/parsedAddress";
import { homeFolder } from "./homeFolder";

/** Keys with their values, in order; a key of an earlier file gives way to that of a later one. */
type Configuration = ReadonlyMap<string, string>;

/** Lines of `key = value`; a line that is indented goes on with the value before it. */
function entriesIn(text: string, isWanted: (section: string) => boolean): [string, string][] {
  const entries: [string, string][] = [];
  let section = "";
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:[#;]|$)/.test(line)) continue;
    const heading = /^\[(.+)\]\s*$/.exec(line)?.[1];
    const [, key, value = ""] = /^([^\s=][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    const last = entries.at(-1);
    if (heading !== undefined) section = heading.trim().toLowerCase();
    else if (/^\s/.test(line) && last && isWanted(section)) last[1] = `${last[1]} ${line.trim()}`.trim();
    else if (key !== undefined && isWanted(section)) entries.push([key, value]);
  }
  return entries;
}

async function configurationOf(
  files: readonly string[],
  isWanted: (section: string) => boolean = () => true,
): Promise<Configuration> {
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => "")));
  return new Map(texts.flatMap((text) => entriesIn(text, isWanted)));
}

/**
 * An address as an agent may know it: without user name and password, and none where a variable would have to be put in,
 * because that may be a credential.
 */
export function openAddress(address: string): string | undefined {
  const bare = address.trim().replace(/^["']|["']$/g, "");
  const url = bare.includes("$") ? undefined : parsedAddress(bare);
  if (!url) return undefined;
  url.username = "";
  url.password = "";
  url.search = "";
  return url.href;
}

/** Each of several, apart by blanks; a plain path stays, and a host loses what stands before its `@`. */
const openAddresses = (value: string): string =>
  value
    .split(/\s+/)
    .flatMap((one) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(one) ? (openAddress(one) ?? []) : one.replace(/^[^/]*@/, "")))
    .join(" ");

/** The person's own file is the last, so that it holds. */
const npmFiles = (home: string) => ["/etc/npmrc", "/usr/etc/npmrc", "/usr/local/etc/npmrc", join(home, ".npmrc")];
const pipFiles = (given: NodeJS.ProcessEnv, home: string) => [
  "/etc/pip.conf",
  join(home, ".pip", "pip.conf"),
  join(home, "Library", "Application Support", "pip", "pip.conf"),
  join(given.XDG_CONFIG_HOME ?? join(home, ".config"), "pip", "pip.conf"),
  ...(given.PIP_CONFIG_FILE ? [given.PIP_CONFIG_FILE] : []),
];

/** What of npm's and pip's configuration is taken over, by the name of the variable. */
const npmKeys: Readonly<Record<string, string>> = {
  registry: "npm_config_registry",
  cafile: "npm_config_cafile",
};
const pipKeys: Readonly<Record<string, string>> = {
  "index-url": "PIP_INDEX_URL",
  "extra-index-url": "PIP_EXTRA_INDEX_URL",
  "find-links": "PIP_FIND_LINKS",
  cert: "PIP_CERT",
};

/** Deno has no file for these but that of npm in the folder of a project. */
const denoKeys: Readonly<Record<string, string>> = { registry: "NPM_CONFIG_REGISTRY", jsr: "JSR_URL" };

/** Ways to the network; they hold wherever the proxy of a sandbox does not take their place. */
const proxyNames = ["http_proxy", "https_proxy", "all_proxy", "no_proxy"].flatMap((name) => [name, name.toUpperCase()]);
const proxyKeys: Readonly<Record<string, string>> = { proxy: "HTTP_PROXY", "https-proxy": "HTTPS_PROXY" };

/** The value of a variable whatever the case of its name, as npm reads its own. */
const variable = (given: NodeJS.ProcessEnv, name: string) =>
  given[name] ?? Object.entries(given).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

function taken(
  keys: Readonly<Record<string, string>>,
  configured: Configuration,
  given: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(keys).flatMap(([key, name]) => {
      const value = openAddresses(variable(given, name) ?? configured.get(key) ?? "");
      return value === "" ? [] : [[name, value]];
    }),
  );
}

/**
 * Variables that lead package managers to where the person's own lead.
 * @param given the environment of this process.
 */
export async function packageVariables(given: NodeJS.ProcessEnv, home = homeFolder()): Promise<NodeJS.ProcessEnv> {
  const [npm, pip] = await Promise.all([
    configurationOf(npmFiles(home)),
    configurationOf(pipFiles(given, home), (section) => section === "global" || section === "install"),
  ]);
  const proxies = taken(Object.fromEntries(proxyNames.map((name) => [name, name])), new Map(), given);
  return {
    ...taken(proxyKeys, npm, given),
    ...proxies,
    ...taken(denoKeys, npm, given),
    ...taken(npmKeys, npm, given),
    ...taken(pipKeys, pip, given),
  };
}
