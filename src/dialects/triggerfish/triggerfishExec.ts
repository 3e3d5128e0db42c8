/** Triggerfish's exec tools, for a workspace of the agent's own (DIA-1, C-41); their other names are those of its page on tools. */
import type { DialectTool, ToolResult } from "../../core/tools/tool";
import { ToolError } from "../../core/vocabulary/toolError";
import type { ExecRunData } from "../../features/workspaces/execRun";
import type { ListData } from "../../tools/files/listDirectory";
import { asItself, dataOf, type Given, type ToolsByKey } from "../shared/over";
import {
  commandFailure,
  triggerfishFailure,
  triggerfishListed,
  triggerfishRan,
  triggerfishRead,
  triggerfishWritten,
} from "./triggerfishTexts";

/** C-22: the listing, and where the workspace is. */
function listed(result: ToolResult): string {
  const { shown } = dataOf<ListData>(result);
  const place = shown === "." ? result.text.split("\n").slice(-1) : [];
  return [triggerfishListed(result), ...place].join("\n");
}

const broken = (value: unknown) => typeof value === "string" && /[\0\r\n]/.test(value);

/** C-35: its runner takes one line. @throws ToolError `invalid_input` for more. */
function inOneLine(args: Given): Given {
  const { command, args: words } = args;
  if (broken(command) || (Array.isArray(words) && words.some(broken)))
    throw new ToolError(
      "invalid_input",
      "The command holds a line break or a NUL character: give it in one line, or write a script with exec_write and run that.",
    );
  return args;
}

/** SH-15, and what the tool itself has to say. */
function execRan(result: ToolResult): string {
  const { remark } = dataOf<Partial<ExecRunData>>(result);
  return [triggerfishRan(result), ...(remark === undefined ? [] : [remark])].join("\n");
}

/** @param tools the crib's tools by key. */
export const execTools = (tools: ToolsByKey): DialectTool[] => [
  {
    ...asItself(tools.execWrite),
    aliases: ["exec.write"],
    present: triggerfishWritten,
    presentError: triggerfishFailure("exec_write", "Error"),
  },
  {
    ...asItself(tools.execRead),
    aliases: ["exec.read"],
    present: triggerfishRead,
    presentError: triggerfishFailure("exec_read", "Error reading file"),
  },
  {
    ...asItself(tools.execRun),
    aliases: ["exec.run"],
    toInput: inOneLine,
    present: execRan,
    presentError: commandFailure("exec_run"),
  },
  {
    ...asItself(tools.execLs),
    aliases: ["exec.ls"],
    present: listed,
    presentError: triggerfishFailure("exec_ls", "Error listing directory"),
  },
  asItself(tools.integrationCreate),
  asItself(tools.integrationRun),
];
