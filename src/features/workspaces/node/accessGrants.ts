/** What people said of integrations' access, in files beside the workspaces where no agent gets (EX-1). */
import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { AccessWish } from "../../../core/vocabulary/extraAccess";
import { writeRecord } from "../../../node/files/writing/jsonRecord";
import type { AccessGrant, AccessGrants } from "../accessWish";
import type { PackageSource } from "../integration";
import { approvalsName } from "./history/historyPlace";
import { packageHosts } from "./packageHosts";

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** Undefined for what is no grant. */
function grantIn(text: string): AccessGrant | undefined {
  try {
    const { workspace, integration, hosts, packages, packageHosts } = JSON.parse(text) as Record<string, unknown>;
    if (typeof workspace !== "string" || typeof integration !== "string") return undefined;
    if (!areTexts(hosts) || !areTexts(packages) || !areTexts(packageHosts)) return undefined;
    return { workspace, integration, hosts, packages, packageHosts };
  } catch {
    return undefined;
  }
}

const hasAll = (all: readonly string[], wanted: readonly string[]) => wanted.every((one) => all.includes(one));

/** See {@link AccessGrants}. */
export class AccessGrantFiles implements AccessGrants {
  readonly #declined = new Set<string>();

  /** @param base real path of the folder with all workspaces, asked for anew at each use. */
  constructor(private readonly base: () => string) {}

  #folder(): string {
    return join(this.base(), approvalsName, "access");
  }

  #fileOf({ workspace, integration }: Pick<AccessWish, "workspace" | "integration">): string {
    const name = createHash("sha256").update(`${workspace}\0${integration}`).digest("hex").slice(0, 32);
    return join(this.#folder(), `${name}.json`);
  }

  async #read(file: string): Promise<AccessGrant | undefined> {
    return grantIn(await readFile(file, "utf8").catch(() => ""));
  }

  async isGranted(wish: AccessWish): Promise<boolean> {
    const grant = await this.#read(this.#fileOf(wish));
    if (grant?.workspace !== wish.workspace || grant.integration !== wish.integration) return false;
    const { hosts, packages, packageHosts } = grant;
    return hasAll(hosts, wish.hosts) && hasAll(packages, wish.packages) && hasAll(packageHosts, wish.packageHosts);
  }

  isDeclined(wish: AccessWish): boolean {
    return this.#declined.has(JSON.stringify(wish));
  }

  async note(wish: AccessWish, isYes: boolean): Promise<void> {
    const { workspace, integration, hosts, packages, packageHosts } = wish;
    if (!isYes) this.#declined.add(JSON.stringify(wish));
    else await writeRecord(this.#fileOf(wish), { workspace, integration, hosts, packages, packageHosts });
  }

  async all(): Promise<readonly AccessGrant[]> {
    const names = await readdir(this.#folder()).catch(() => []);
    const found = await Promise.all(names.map((name) => this.#read(join(this.#folder(), name))));
    return found.filter((grant) => grant !== undefined).sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  }

  async revoke(of: Pick<AccessWish, "workspace" | "integration">): Promise<boolean> {
    const file = this.#fileOf(of);
    const grant = await this.#read(file);
    await rm(file, { force: true });
    return grant !== undefined;
  }

  packageHosts(source: PackageSource): Promise<readonly string[]> {
    return packageHosts(source);
  }
}

const keyOf = ({ workspace, integration }: AccessGrant) => `${workspace}\0${integration}`;
