/** What a person reads of a tool that an agent made before they say anything to it (CT-2). */
import type { FolderFile } from "../core/approvedFolder";
import type { MadeTool } from "../core/madeTools";
import { madeToolsFolder } from "../core/madeTools";
import { permissionLines } from "../core/program";
import { revealed } from "./preview";

const states: Readonly<Record<MadeTool["state"], string>> = {
  pending: "waits for your approval",
  changed: "changed since you approved it, and waits for your approval again",
  approved: "approved",
  rejected: "rejected",
  unusable: "cannot be used",
};

/** How it stands with it, in a few words. */
export const madeToolState = ({ state, problem }: MadeTool): string =>
  problem === undefined ? states[state] : `${states[state]}: ${revealed(problem)}`;

/** True for one that a person has to look at. */
export const isWaiting = ({ state }: MadeTool): boolean => state === "pending" || state === "changed";

/** A file's text, with what would hide in it made visible. */
function madeToolFileText({ bytes }: FolderFile): string {
  try {
    return revealed(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).replaceAll("\r\n", "\n"));
  } catch {
    return `(${bytes.length} bytes that are no text)`;
  }
}

/** What it is and what it may do, a line each. */
export function madeToolFacts({ manifest }: MadeTool): string[] {
  if (!manifest) return [];
  const { runtime, script, timeout_ms, permissions } = manifest;
  return [
    `It runs ${script} with ${runtime} in a sandbox, for at most ${timeout_ms} ms.`,
    ...permissionLines(permissions),
  ];
}

const heading = ({ name, bytes }: FolderFile) =>
  `--- ${name} (${bytes.length} ${bytes.length === 1 ? "byte" : "bytes"})`;

/** Everything that is approved, as plain text. */
export function madeToolText(tool: MadeTool): string {
  const { name, manifest, files } = tool;
  return [
    `${revealed(name)}: ${madeToolState(tool)} (${madeToolsFolder}/${revealed(name)})`,
    ...(manifest ? [revealed(manifest.description)] : []),
    ...madeToolFacts(tool),
    ...files.flatMap((file) => ["", heading(file), madeToolFileText(file).replace(/\n$/, "")]),
  ].join("\n");
}
