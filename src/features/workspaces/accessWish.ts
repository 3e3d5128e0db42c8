/** What an integration's manifest asks for its commands, and what a person said of it (EX-1). */
import type { PlanHost } from "../../core/tools/tool";
import type { ExecEffect, ResolvedPath } from "../../core/vocabulary/effect";
import type { AccessWish } from "../../core/vocabulary/extraAccess";
import { relativeInside, segments } from "../../core/vocabulary/paths";
import { type IntegrationManifest, integrationsFolder, type PackageSource } from "./integration";
import { integrationManifestIn } from "./integrationFolder";

/** Access that a person gave to an integration, as it is kept. */
export type AccessGrant = AccessWish;

/** What people said of integrations' access: kept beside the workspaces, the same for all hosts. */
export interface AccessGrants {
  /** True for what a person allowed. */
  isGranted(wish: AccessWish): Promise<boolean>;
  /** True for what a person declined while this host runs: nobody is asked about it again. */
  isDeclined(wish: AccessWish): boolean;
  /** Remembers what a person said. */
  note(wish: AccessWish, isYes: boolean): Promise<void>;
  /** All of it, by workspace and integration. */
  all(): Promise<readonly AccessGrant[]>;
  /** Takes it back. @returns false when there was none. */
  revoke(of: Pick<AccessWish, "workspace" | "integration">): Promise<boolean>;
  /** The hosts that packages come from here. */
  packageHosts(source: PackageSource): Promise<readonly string[]>;
}

/** `cd integrations/report && …`: where models begin a command that is about an integration. */
const entering = /^\s*cd\s+(?:--\s+)?(?:'([^']+)'|"([^"$`\\]+)"|([^\s'"$`\\;&|<>]+))\s*(?:&&|;|\n)/;

async function folderOf({ command, cwd }: Pick<ExecEffect, "command" | "cwd">, host: PlanHost): Promise<ResolvedPath> {
  const [, quoted, double, plain] = entering.exec(command) ?? [];
  const place = quoted ?? double ?? plain;
  return place === undefined ? cwd : host.resolve(place, cwd.real);
}

/** What a manifest asks for; undefined where it asks for nothing. @param workspace name of that in which it lies. */
export async function wishOf(
  workspace: string,
  { name, hosts, packages }: IntegrationManifest,
  grants: AccessGrants,
): Promise<AccessWish | undefined> {
  if (hosts.length + packages.length === 0) return undefined;
  const found = await Promise.all(packages.map((source) => grants.packageHosts(source)));
  return {
    ...{ workspace, integration: name },
    hosts: [...new Set(hosts)].sort(),
    packages: [...new Set(packages)].sort(),
    packageHosts: [...new Set(found.flat())].sort(),
  };
}

/** What the manifest beside a command says of it. */
type Access = Pick<ExecEffect, "wish" | "integration">;

/**
 * The integration in whose folder a command is, and what it may reach by that beside what all commands may; nothing where
 * the manifest cannot be used, or the person declined it.
 */
async function accessFor(effect: ExecEffect, host: PlanHost, grants: AccessGrants): Promise<Access> {
  try {
    const { root, real } = await folderOf(effect, host);
    if (root === undefined) return {};
    const [first, name] = segments(relativeInside(root, real));
    if (first !== integrationsFolder || name === undefined) return {};
    const folder = await host.resolve(`${integrationsFolder}/${name}`, root);
    const manifest = await integrationManifestIn(folder, name, host);
    const wish = await wishOf(segments(root).at(-1) as string, manifest, grants);
    if (wish && grants.isDeclined(wish)) return {};
    const isAsked = wish && !(await host.verdict(effect)).onlyReads;
    return { integration: name, ...(isAsked && { wish }) };
  } catch {
    // A manifest that cannot be used asks for nothing.
    return {};
  }
}

/** A plan whose command gets the access that its integration asks for. */
export async function withAccess<P extends { readonly effects: readonly unknown[] }>(
  plan: P,
  host: PlanHost,
  grants: AccessGrants,
): Promise<P> {
  const effects = await Promise.all(
    plan.effects.map(async (effect) => {
      const { kind } = effect as { kind?: unknown };
      return kind === "exec"
        ? { ...(effect as ExecEffect), ...(await accessFor(effect as ExecEffect, host, grants)) }
        : effect;
    }),
  );
  return { ...plan, effects };
}
