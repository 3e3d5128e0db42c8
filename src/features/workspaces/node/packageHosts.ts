/** The hosts that packages come from, by what the person has configured (EX-1). */

import { accessHost } from "../../../core/vocabulary/extraAccess";
import { packageVariables } from "../../../node/environment/packageSources";
import type { PackageSource } from "../integration";

/** Where a package manager looks that nobody has configured. */
const usual: Readonly<Record<PackageSource, readonly string[]>> = {
  npm: ["registry.npmjs.org"],
  pip: ["pypi.org", "files.pythonhosted.org"],
  deno: ["jsr.io", "npm.jsr.io", "deno.land", "registry.npmjs.org"],
};

/** The variables that lead it elsewhere. */
const variables: Readonly<Record<PackageSource, readonly string[]>> = {
  npm: ["npm_config_registry"],
  pip: ["PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL"],
  deno: ["NPM_CONFIG_REGISTRY", "JSR_URL"],
};

/**
 * Hosts as settings name them, in order.
 * @param given the environment of this process.
 */
export async function packageHosts(
  source: PackageSource,
  given: NodeJS.ProcessEnv = process.env,
): Promise<readonly string[]> {
  const set = await packageVariables(given);
  const addresses = variables[source].flatMap((name) => (set[name] ?? "").split(/\s+/).filter((one) => one !== ""));
  const hosts = addresses.flatMap((address) => accessHost(address) ?? []).filter((host) => !host.startsWith(":"));
  const all = hosts.length > 0 ? (source === "deno" ? [...usual.deno, ...hosts] : hosts) : usual[source];
  return [...new Set(all)].sort();
}
