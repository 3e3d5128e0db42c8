/** What a person reads of an integration before they say anything to it (EX-7). */
import { revealed } from "../../core/text/markdown";
import { fileSections, stateText } from "../approvedFolders/folderText";
import type { Integration } from "./integrations";

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
  const { description, hosts, packages, secrets, entry } = manifest;
  const given = Object.entries(secrets).map(
    ([name, what]) => `It gets the secret ${name}: ${revealed(what)}. It can send it to its hosts only.`,
  );
  return [
    revealed(description),
    `It runs ${entry} in a copy of its ${files.length} files, in a sandbox.`,
    hosts.length === 0 ? "It cannot connect to any host." : `It may connect to ${hosts.join(", ")}.`,
    ...(packages.length > 0 ? [`Its packages are installed from ${packages.join(", ")}, by its lock file.`] : []),
    ...given,
  ];
}

/** Everything that is approved, as plain text. */
export const integrationReviewText = (integration: Integration): string =>
  [
    `${integration.name} of ${integration.workspace}: ${integrationStateText(integration)}`,
    ...integrationFactLines(integration),
    ...fileSections(integration.files),
  ].join("\n");
