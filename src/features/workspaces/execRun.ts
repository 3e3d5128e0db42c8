/** Runs commands and files in the agent's own workspace (EX-1, EX-2, EX-10). */
import * as z from "zod";
import { runtimesText } from "../../core/ports/runtimes";
import { defineTool, type PlanHost, type ToolResult } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import { type BackgroundData, inItsLine, planCommand, runParameters } from "../../tools/commands/commandRun";
import type { CommandData } from "../../tools/commands/commandText";
import { type AccessGrants, withAccess } from "./accessWish";
import { fileCommand } from "./fileCommand";

export const execRun = (grants: AccessGrants) =>
  defineTool({
    name: "exec_run",
    displayName: "Run in Own Workspace",
    summary: "Run a command or a file in the agent's own workspace",
    description:
      "Runs a bash command line, or a file with the best runtime for it, in your own workspace and returns its stdout, stderr, exit code and duration. It cannot see or change the person's folders, and HOME is your workspace. Packages are installed there: npm install in a folder with a package.json, for Python first python3 -m venv .venv and then .venv/bin/pip install.",
    metadata: {
      concurrencySafe: false,
      readOnly: false,
      destructive: true,
      idempotent: false,
      searchHint: "exec workspace run test install npm pip deno script",
    },
    elsewhere: inItsLine,
    place: "workspace",
    effectKinds: ["exec"],
    input: z.object({
      command: z.string().min(1).optional().describe("The command line, for bash. Give this or file."),
      file: z
        .string()
        .min(1)
        .optional()
        .describe(
          "A file to run, relative to your workspace or absolute: by its #! line, else .ts and .tsx with deno, node or tsx, .js with node, .py with the .venv next to it or above or python3, .sh with bash.",
        ),
      args: z.array(z.string()).default([]).describe("Arguments for the file, passed unchanged. Default: none."),
      cwd: z
        .string()
        .min(1)
        .optional()
        .describe("Folder to run in, relative to your workspace or absolute. Default: your workspace."),
      ...runParameters,
    }),
    async plan({ command, file, args, cwd, ...wish }, context) {
      const { host } = context;
      const folder = await host.resolve(cwd ?? ".");
      const line = await commandFrom({ command, file, args }, folder, host);
      const plan = await planCommand({ ...wish, command: line, folder, movesFolder: false }, context);
      const known = await withAccess(plan, host, grants);
      return { ...known, run: async (running) => withRemark(await plan.run(running), host) };
    },
  });

/** What a call says is to be run. */
interface Wish {
  readonly command: string | undefined;
  readonly file: string | undefined;
  readonly args: readonly string[];
}

async function commandFrom({ command, file, args }: Wish, cwd: ResolvedPath, host: PlanHost): Promise<string> {
  if (command !== undefined && file !== undefined) throw invalid("command and file were both given: give one of them.");
  if (file !== undefined) return fileCommand({ file: await host.resolve(file), args, cwd }, host);
  if (command === undefined) throw invalid("Neither command nor file was given: give one of them.");
  if (args.length > 0) throw invalid("args go with file: write the arguments of a command into its line.");
  return command;
}

const invalid = (message: string) => new ToolError("invalid_input", message);

/** What is known of a run that was waited for. */
export interface ExecRunData extends CommandData {
  /** What a model should know to run it better, as the last line of the text has it. */
  readonly remark?: string;
}

/** A shell's words for a program that it cannot find. */
const notFound = /(?:^|[\s:])([\w.+-]+): (?:command )?not found/;

/** Programs whose absence is one of a runtime, whatever their version. */
const ofRuntimes = /^(?:deno|node|npm|npx|python[\d.]*|pip[\d.]*|bash|sh)$/;

/** What pip says where it is told to change nothing but virtual environments. */
const needsVenv = /Could not find an activated virtualenv/;

async function remarkOn({ exitCode, stderr }: CommandData, host: PlanHost): Promise<string | undefined> {
  const missing = exitCode === 127 ? notFound.exec(stderr)?.[1] : undefined;
  if (missing !== undefined && ofRuntimes.test(missing)) {
    const runtimes = await host.runtimes();
    const unseen = runtimes.found.find(({ command }) => command === missing);
    return unseen
      ? `[${missing} is installed at ${shownPath(unseen.program)}, where commands here do not find it: tell the person, who can install it in another folder of the PATH]`
      : `[${missing} is not available here; available: ${runtimesText(runtimes)}]`;
  }
  return exitCode !== 0 && needsVenv.test(stderr)
    ? "[pip changes virtual environments only: run python3 -m venv .venv, then .venv/bin/pip]"
    : undefined;
}

/** Tells what to do where a runtime is missing, or pip has no place to install to. */
async function withRemark(result: ToolResult, host: PlanHost): Promise<ToolResult> {
  const data = result.data as CommandData | BackgroundData;
  const remark = "stderr" in data ? await remarkOn(data, host) : undefined;
  if (remark === undefined) return result;
  return { ...result, text: `${result.text}\n${remark}`, data: { ...data, remark } };
}
