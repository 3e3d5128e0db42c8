/** What a person reads of an integration before they say anything to it (EX-7). */
import { clause, nested } from "../../core/text/clauses/clause";
import { english } from "../../core/text/clauses/texts";
import { revealed } from "../../core/text/markdown";
import { accessText } from "../../core/vocabulary/extraAccess";
import { fileSections, standingText } from "../approvedFolders/folderText";
import { packageLines } from "../schedules/lockFiles";
import type { AccessGrant } from "../workspaces/accessWish";
import { neededSecrets, secretText } from "../workspaces/integration";
import type { Integration } from "./integrations";
import type { SecretOwner } from "./secretStore";

/** One without secrets runs without a person's word on its bytes, so not every changed one waits. */
const standingOf = (integration: Integration): string =>
  integration.state === "changed" ? clause`changed since you approved it` : standingText(integration);

/** How it stands with it, in a few words. */
export const integrationStateText = (integration: Integration, { local } = english): string =>
  local(standingOf(integration));

/** What it does and may do once it is approved, a line each. */
export const integrationFactLines = (integration: Integration, { local } = english): string[] =>
  factsOf(integration).map(local);

function factsOf({ manifest, files }: Integration): string[] {
  if (!manifest) return [];
  const { description, hosts, entry } = manifest;
  const given = neededSecrets(manifest).map(
    (secret) =>
      clause`It gets ${nested(secretText(secret))}: ${revealed(secret.what)}. It can send it to its hosts only.`,
  );
  return [
    revealed(description),
    clause`It runs ${entry} in a copy of its ${files.length} files, in a sandbox.`,
    hosts.length === 0 ? clause`It cannot connect to any host.` : clause`It may connect to ${hosts.join(", ")}.`,
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
export function givenClauses(
  { manifest }: Integration,
  { grant, secrets }: GivenToIntegration,
  { local } = english,
): string[] {
  const all = Object.keys(manifest?.secrets ?? {});
  const [set, missing] = [true, false].map((isSet) => all.filter((name) => secrets.has(name) === isSet).join(", "));
  return [
    ...(grant ? [clause`its commands may ${nested(accessText(grant))}`] : []),
    ...(set ? [clause`secrets set: ${set}`] : []),
    ...(missing ? [clause`secrets missing: ${missing}`] : []),
  ].map(local);
}

/** Everything that is approved, as plain text. */
export const integrationReviewText = (integration: Integration, language = english): string =>
  [
    language.local(clause`${integration.name} of ${integration.workspace}: ${nested(standingOf(integration))}`),
    ...integrationFactLines(integration, language),
    ...fileSections(integration.files, language),
  ].join("\n");
