/** What a person reads of a tool that an agent made before they say anything to it (CT-2). */

import { clause } from "../../core/text/clauses/clause";
import { english, type PersonsLanguage } from "../../core/text/clauses/texts";
import { revealed } from "../../core/text/markdown";
import { permissionLines } from "../../core/vocabulary/program";
import { fileSections, standingText } from "../approvedFolders/folderText";
import type { MadeTool } from "./madeTools";
import { madeToolsFolder } from "./madeTools";

/** How it stands with it, in a few words. */
export const madeToolState = (tool: MadeTool, { local } = english): string => local(standingText(tool));

/** True for one that a person has to look at. */
export const isWaiting = ({ state }: MadeTool): boolean => state === "pending" || state === "changed";

/** What it is and what it may do, a line each. */
export const madeToolFacts = (tool: MadeTool, { local } = english): string[] => factsOf(tool).map(local);

function factsOf({ manifest }: MadeTool): string[] {
  if (!manifest) return [];
  const { runtime, script, timeout_ms, permissions, integration } = manifest;
  if (integration)
    return [
      clause`It runs the integration ${integration.name} of ${integration.workspace} as you have approved it, with its hosts and secrets, for at most ${timeout_ms} ms.`,
      clause`It does not run until you have approved the integration in its current form.`,
    ];
  return [
    clause`It runs ${script} with ${runtime} in a sandbox, for at most ${timeout_ms} ms.`,
    ...permissionLines(permissions),
  ];
}

/** What the agent says of its tool, so marked that no line of it looks like one of ours. */
const said = (description: string, { local }: PersonsLanguage): string[] => [
  local(clause`It is described by the agent that made it:`),
  ...revealed(description)
    .split("\n")
    .map((line) => `> ${line}`),
];

/** Everything that is approved, as plain text: what is true of it stands above what its maker says. */
export function madeToolText(tool: MadeTool, language = english): string {
  const { name, manifest, files } = tool;
  return [
    `${revealed(name)}: ${madeToolState(tool, language)} (${madeToolsFolder}/${revealed(name)})`,
    ...madeToolFacts(tool, language),
    ...(manifest ? said(manifest.description, language) : []),
    ...fileSections(files, language),
  ].join("\n");
}
