/** What a person reads of an integration before they say anything to it (EX-7). */
import { revealed } from "../../core/text/markdown";
import { accessText } from "../../core/vocabulary/extraAccess";
import { fileSections, stateText } from "../approvedFolders/folderText";
import { packageLines } from "../schedules/lockFiles";
import type { AccessGrant } from "../workspaces/accessWish";
import { neededSecrets, secretText } from "../workspaces/integration";
import type { Integration } from "./integrations";
import type { SecretOwner } from "./secretStore";

const states: Readonly<Record<Integration["state"], string>> = {
  pending: "waits for your approval",
  changed: "changed since you approved it",
  approved: "approved",
  rejected: "rejected",
  unusable: "cannot be used",
};

/** How it stands with it, in a few words. */
export const integrationStateText = ({ state, problem, comment }: Integration): string =>
  stateText(states[state], problem ?? comment);

/** What it does and may do once it is approved, a line each. */
export function integrationFactLines({ manifest, files }: Integration): string[] {
  if (!manifest) return [];
  const { description, hosts, entry } = manifest;
  const given = neededSecrets(manifest).map(
    (secret) => `It gets ${secretText(secret)}: ${revealed(secret.what)}. It can send it to its hosts only.`,
  );
  return [
    revealed(description),
    `It runs ${entry} in a copy of its ${files.length} files, in a sandbox.`,
    hosts.length === 0 ? "It cannot connect to any host." : `It may connect to ${hosts.join(", ")}.`,
    ...packageLines(files, manifest, hosts),
    ...given,
  ];
}

/** What a person gave to it besides their word on its bytes. */
export interface GivenToIntegration {
  /** What its commands may reach; absent where nobody allowed that. */
  readonly grant?: AccessGrant;
  /** Names of the secrets that are kept for it. */
  readonly secrets: ReadonlySet<string>;
}

/** @param get reads a secret; one that cannot be read counts as missing. */
export async function givenTo(
  { workspace, name, manifest }: Integration,
  grants: readonly AccessGrant[],
  get: (of: SecretOwner, secret: string) => Promise<string | undefined> | undefined,
): Promise<GivenToIntegration> {
  const grant = grants.find((one) => one.workspace === workspace && one.integration === name);
  const found = Object.keys(manifest?.secrets ?? {}).map(async (secret) => {
    const value = await get({ workspace, integration: name }, secret)?.catch(() => undefined);
    return value === undefined ? [] : [secret];
  });
  return { ...(grant && { grant }), secrets: new Set((await Promise.all(found)).flat()) };
}

/** The same, a clause each. */
export function givenClauses({ manifest }: Integration, { grant, secrets }: GivenToIntegration): string[] {
  const all = Object.keys(manifest?.secrets ?? {}).map((name) => `${name} ${secrets.has(name) ? "set" : "missing"}`);
  return [
    ...(grant ? [`its commands may ${accessText(grant)}`] : []),
    ...(all.length > 0 ? [`secrets: ${all.join(", ")}`] : []),
  ];
}

/** Everything that is approved, as plain text. */
export const integrationReviewText = (integration: Integration): string =>
  [
    `${integration.name} of ${integration.workspace}: ${integrationStateText(integration)}`,
    ...integrationFactLines(integration),
    ...fileSections(integration.files),
  ].join("\n");
