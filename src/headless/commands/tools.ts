import { ToolError } from "../../core/vocabulary/toolError";
import type { FolderVerdict } from "../../features/approvedFolders/approvedFolder";
import type { MadeTool, MadeTools } from "../../features/madeTools/madeTools";
import { madeToolsFolder } from "../../features/madeTools/madeTools";
import { madeToolState, madeToolText } from "../../features/madeTools/madeToolText";
import type { Machine } from "../machine";
import type { Options } from "../options";
import { UsageError } from "../usageError";
import { mustAgree } from "./mustAgree";

/** How a verdict is asked for and told. */
const verdicts: Readonly<Record<string, { verdict: FolderVerdict | undefined; done: string }>> = {
  approve: { verdict: "approved", done: "approved: it can be called until one of its files changes" },
  reject: { verdict: "rejected", done: "rejected: it will not run in its current form" },
  withdraw: { verdict: undefined, done: "waits for approval again" },
};

/**
 * `toolcrib tools`: lists the tools that agents made in the first root, shows one with all its files, and takes a person's
 * word on it (CT-2).
 * @throws ToolError when there is no such tool, or nobody who could be asked.
 */
export async function toolsCommand(
  { features }: Machine,
  { positionals: [question = "list", name], yes }: Pick<Options, "positionals" | "yes">,
  print: (line: string) => void,
): Promise<void> {
  const { madeTools: made } = features;
  await made.refresh();
  if (question === "list") return list(made, print);
  const answer = verdicts[question];
  if (question !== "show" && !answer)
    throw new UsageError(`"tools ${question}" is not a command: use tools list, show, approve, reject or withdraw.`);
  const tool = named(made, name);
  if (question === "show" || question === "approve") print(madeToolText(tool));
  if (!answer) return;
  if (question === "approve" && !yes) await mustAgree(tool.name);
  await made.decide(tool, answer.verdict);
  print(`${tool.name}: ${answer.done}.`);
}

function list(made: MadeTools, print: (line: string) => void): void {
  if (made.all().length === 0) print(`No agent has made a tool here: there is none in ${madeToolsFolder}.`);
  for (const tool of made.all()) print(`${tool.name}: ${madeToolState(tool)}`);
}

function named(made: MadeTools, name: string | undefined): MadeTool {
  const tool = made.all().find((one) => one.name === name);
  if (tool) return tool;
  const known = made.all().map((one) => one.name);
  throw new ToolError(
    "not_found",
    `There is no tool "${name ?? ""}" in ${madeToolsFolder}: ${known.length > 0 ? `name one of ${known.join(", ")}` : "there are none"}.`,
  );
}
