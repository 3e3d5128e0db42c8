/** What a person reads of a tool that an agent made before they say anything to it (CT-2). */

import { revealed } from "../../core/text/markdown";
import { permissionLines } from "../../core/vocabulary/program";
import { fileSections, stateText } from "../approvedFolders/folderText";
import type { MadeTool } from "./madeTools";
import { madeToolsFolder } from "./madeTools";

const states: Readonly<Record<MadeTool["state"], string>> = {
  pending: "waits for your approval",
  changed: "changed since you approved it, and waits for your approval again",
  approved: "approved",
  rejected: "rejected",
  unusable: "cannot be used",
};

/** How it stands with it, in a few words. */
export const madeToolState = ({ state, problem, comment }: MadeTool): string =>
  stateText(states[state], problem ?? comment);

/** True for one that a person has to look at. */
export const isWaiting = ({ state }: MadeTool): boolean => state === "pending" || state === "changed";

/** What it is and what it may do, a line each. */
export function madeToolFacts({ manifest }: MadeTool): string[] {
  if (!manifest) return [];
  const { runtime, script, timeout_ms, permissions, integration } = manifest;
  if (integration)
    return [
      `It runs the integration ${integration.name} of ${integration.workspace} as you have approved it, with its hosts and secrets, for at most ${timeout_ms} ms.`,
      "It does not run until you have approved the integration in its current form.",
    ];
  return [
    `It runs ${script} with ${runtime} in a sandbox, for at most ${timeout_ms} ms.`,
    ...permissionLines(permissions),
  ];
}

/** What the agent says of its tool, so marked that no line of it looks like one of ours. */
const said = (description: string): string[] => [
  "It is described by the agent that made it:",
  ...revealed(description)
    .split("\n")
    .map((line) => `> ${line}`),
];

/** Everything that is approved, as plain text: what is true of it stands above what its maker says. */
export function madeToolText(tool: MadeTool): string {
  const { name, manifest, files } = tool;
  return [
    `${revealed(name)}: ${madeToolState(tool)} (${madeToolsFolder}/${revealed(name)})`,
    ...madeToolFacts(tool),
    ...(manifest ? said(manifest.description) : []),
    ...fileSections(files),
  ].join("\n");
}
