/** The exec tools: the plain ones, in the agent's own workspace (C-41, EX-11). */
import * as z from "zod";
import { Denial } from "../../core/rules/denial";
import { renamed } from "../../core/text/toolNames";
import type { AnyTool, Plan, PlanContext, RunContext, ToolResult } from "../../core/tools/tool";
import { ToolError } from "../../core/vocabulary/toolError";
import { type ListData, listDirectory } from "../../tools/files/listDirectory";
import { readFile } from "../../tools/files/readFile";
import { writeFile } from "../../tools/files/writeFile";

type Words = Pick<AnyTool, "name" | "displayName" | "summary" | "description" | "input">;

/** The plain tools would look in the person's folders for the paths that these are told of. */
const execNames: ReadonlyMap<string, string> = new Map([
  ["read_file", "exec_read"],
  ["write_file", "exec_write"],
  ["list_directory", "exec_ls"],
  ["find_files", "exec_ls"],
]);

async function inExecNames<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ToolError) || error instanceof Denial) throw error;
    throw new ToolError(error.code, renamed(error.message, execNames), error.details);
  }
}

type Tell = (result: ToolResult) => ToolResult;

/** What programs keep for themselves there, and would fill a recursive listing. */
const keptByPrograms: readonly string[] = ["**/.cache/**", "**/.tmp/**", "**/.venv/**"];

const withoutKept = (context: RunContext): RunContext => {
  const { traits } = context;
  return { ...context, traits: { ...traits, excluded: [...traits.excluded, ...keptByPrograms] } };
};

async function planned(tool: AnyTool, input: never, context: PlanContext, tell: Tell): Promise<Plan> {
  const plan = await inExecNames(() => tool.plan(input, context));
  return { ...plan, run: async (context) => tell(await inExecNames(() => plan.run(withoutKept(context)))) };
}

/** @param tell what the result says beside what the plain tool does. */
const inWorkspace = (tool: AnyTool, hint: string, words: Words, tell: Tell = (result) => result): AnyTool => ({
  ...tool,
  ...words,
  metadata: { ...tool.metadata, searchHint: hint },
  place: "workspace",
  plan: (input, context) => planned(tool, input, context, tell),
});

const path = z.string().min(1).describe("Path of the file, relative to your workspace or absolute.");

export const execWrite = inWorkspace(writeFile, "exec workspace scratch own", {
  name: "exec_write",
  displayName: "Write in Own Workspace",
  summary: "Write a file in the agent's own workspace",
  description:
    "Creates or replaces a file in your own workspace, a folder that is separate from the person's and kept across sessions: `scratch` for experiments, `integrations` and `skills` for lasting work. Paths are relative to it. No approval is needed; to hand work over to the person, save it as a skill.",
  input: writeFile.input.extend({ path }),
});

export const execRead = inWorkspace(readFile, "exec workspace own", {
  name: "exec_read",
  displayName: "Read in Own Workspace",
  summary: "Read a file of the agent's own workspace",
  description:
    "Reads a file of your own workspace completely; for a long file the last line gives the offset to continue with. Paths are relative to your workspace.",
  input: readFile.input.extend({ path }),
});

/** The other tools need the path that nothing else tells. */
function withPlace(result: ToolResult): ToolResult {
  const { shown, path } = result.data as ListData;
  return shown === "."
    ? { ...result, text: `${result.text}\n[Your workspace is ${path}: other tools can reach it by this path.]` }
    : result;
}

export const execLs = inWorkspace(
  listDirectory,
  "exec workspace own",
  {
    name: "exec_ls",
    displayName: "List Own Workspace",
    summary: "List the files of the agent's own workspace",
    description:
      "Lists files and folders of your own workspace with their sizes; without a path it also returns the absolute path of your workspace, for other tools. Paths are relative to your workspace.",
    input: listDirectory.input.extend({
      path: z
        .string()
        .min(1)
        .default(".")
        .describe("Path of the folder, relative to your workspace or absolute. Default: your workspace."),
    }),
  },
  withPlace,
);
