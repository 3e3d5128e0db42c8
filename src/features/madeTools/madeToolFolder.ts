/** What a folder's files amount to as a tool, and what is said of one that does not run. Pure. */

import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import { answerOn, type FolderFile, type KeptVerdict } from "../approvedFolders/approvedFolder";
import { folderManifest } from "../approvedFolders/folderManifest";
import { type MadeToolManifest, manifestName, readManifest, runsScript } from "./madeToolManifest";
import { type MadeTool, madeToolsFolder, type UsableTool } from "./madeTools";

function manifestOf(name: string, files: readonly FolderFile[]): MadeToolManifest {
  const file = files.find((one) => one.name === manifestName);
  if (!file) throw new Error(`it has no ${manifestName}`);
  const manifest = folderManifest(name, manifestName, () => readManifest(file.bytes));
  if (runsScript(manifest) && !files.some((one) => one.name === manifest.script))
    throw new Error(`the script ${manifest.script} that its ${manifestName} names is not in its folder`);
  return manifest;
}

/** A tool from what is in its folder. @param kept the last that was said to a tool of this name. */
export function toolIn(
  name: string,
  files: readonly FolderFile[],
  digest: string,
  kept: KeptVerdict | undefined,
): MadeTool {
  try {
    const manifest = manifestOf(name, files);
    return { name, files, digest, manifest, ...answerOn(digest, kept) };
  } catch (error) {
    return { name, files, digest, state: "unusable", problem: messageOf(error) };
  }
}

const wait =
  'Ask the person to review it ("Toolcrib: Review Agent-Made Tools", or "toolcrib tools" without an editor), and go on without it until then.';

/** Why a tool is not run, in words for a model. */
const refusals: Readonly<Record<Exclude<MadeTool["state"], "approved">, (tool: MadeTool) => ToolError>> = {
  pending: ({ name }) =>
    new ToolError("unavailable", `The tool "${name}" is waiting for a person's approval, so nothing was run. ${wait}`),
  changed: ({ name }) =>
    new ToolError(
      "unavailable",
      `The tool "${name}" was changed since a person approved it and is waiting for their approval again, so nothing was run. ${wait}`,
    ),
  rejected: ({ name, comment }) =>
    new ToolError(
      "denied",
      comment === undefined
        ? `A person rejected the tool "${name}", so nothing was run: do not call it, and ask what they want instead.`
        : `A person rejected the tool "${name}", so nothing was run: do not call it, and do what they said:\n${comment}`,
    ),
  unusable: ({ name, problem }) =>
    new ToolError(
      "invalid_input",
      `The tool "${name}" cannot be used, because ${problem}: fix the files in ${madeToolsFolder}/${name}.`,
    ),
};

/**
 * The tool when it may be run.
 * @throws ToolError with what to do instead.
 */
export function runnable(name: string, tool: MadeTool | undefined): UsableTool {
  if (!tool)
    throw new ToolError(
      "not_found",
      `The tool "${name}" no longer exists: there is no folder ${madeToolsFolder}/${name}.`,
    );
  const { state, manifest } = tool;
  if (state !== "approved") throw refusals[state](tool);
  if (!manifest) throw refusals.unusable(tool);
  return { ...tool, manifest };
}
