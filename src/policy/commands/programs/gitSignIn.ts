/** Whether git has to sign in where it sends and fetches: a sandbox has neither keys nor credential helpers (D-15). */

import type { RepositorySetting } from "../../../core/ports/repository";
import type { RuleContext } from "../../../core/rules/rule";
import type { GitContact } from "../../../lib/shell/gitContacts";
import type { Folders } from "../workingFolders";

/** True for an address where git signs in with what only the person has; `https` answers many who only fetch. */
function asksWho(address: string, sends: boolean): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)/i.exec(address);
  if (scheme) {
    const [, name = "", authority = ""] = scheme;
    if (/ssh/i.test(name)) return true;
    // With the password in it the sandbox has all that is needed.
    return sends && /^https?$/i.test(name) && !/:[^@]+@/.test(authority);
  }
  // `host:path`, but neither a drive of Windows nor a helper's `name::address`.
  return /^[^/:]+:(?!:)/.test(address) && !/^[a-z]:[\\/]/i.test(address);
}

/** Addresses by remote. */
function remotesIn(settings: readonly RepositorySetting[], sends: boolean): Map<string, string[]> {
  const found = new Map<string, { url: string[]; pushurl: string[] }>();
  for (const { key, value } of settings) {
    const [, name, kind] = /^remote\.(.*)\.(url|pushurl)$/s.exec(key) ?? [];
    if (name === undefined || (kind !== "url" && kind !== "pushurl")) continue;
    const urls = found.get(name) ?? { url: [], pushurl: [] };
    urls[kind].push(value);
    found.set(name, urls);
  }
  return new Map(
    [...found].map(([name, { url, pushurl }]) => [name, sends && pushurl.length > 0 ? pushurl : url] as const),
  );
}

function addressesOf({ to, isAll, sends }: GitContact, settings: readonly RepositorySetting[]): readonly string[] {
  const remotes = remotesIn(settings, sends);
  if (typeof to === "string") return remotes.get(to) ?? [to];
  return (isAll ? undefined : remotes.get("origin")) ?? [...remotes.values()].flat();
}

/**
 * True where git can only fail in a sandbox for want of a sign-in. Of what cannot be told, sending is taken for it: hardly
 * anything takes what a stranger sends.
 * @param folders in which it may be started.
 */
export async function gitSignsIn(contact: GitContact, folders: Folders, context: RuleContext): Promise<boolean> {
  const { to, sends } = contact;
  if (to === null) return sends;
  if (folders === undefined) return to === undefined ? sends : asksWho(to, sends);
  for (const folder of folders) {
    const { found } = await context.repositoriesAt(folder);
    if (sends && found.some(({ doubt }) => doubt !== undefined)) return true;
    const addresses = addressesOf(
      contact,
      found.flatMap(({ settings }) => settings),
    );
    if (addresses.some((address) => asksWho(address, sends))) return true;
  }
  return false;
}
