import * as z from "zod";
import { defineTool } from "../../core/tools/tool";
import { inItsLine, planCommand, runParameters } from "./commandRun";
import { defaultFolder } from "./startFolder";

export const runCommand = defineTool({
  name: "run_command",
  displayName: "Run Command",
  summary: "Run a bash command, checked before it runs",
  description:
    "Runs a bash command line (on Windows without bash: PowerShell or cmd.exe; the result says which) and returns its stdout, stderr (each line marked [stderr]), exit code and duration. Its only input is `input`, and processes it leaves running are stopped when it ends; for a server or a long build set `background`. Read-only commands run at once; others need approval. Prefer the file tools for reading, searching and editing files.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: true,
    idempotent: false,
    searchHint: "shell command execute terminal",
  },
  elsewhere: inItsLine,
  effectKinds: ["exec", "write"],
  input: z.object({
    command: z.string().min(1).describe("The bash command line."),
    cwd: z
      .string()
      .min(1)
      .optional()
      .describe(
        "Working folder, relative to the workspace folder or absolute. Default: the folder of your last cd, initially the workspace folder.",
      ),
    ...runParameters,
  }),
  async plan({ cwd, ...wish }, context) {
    const folder = cwd === undefined ? await defaultFolder(context) : await context.host.resolve(cwd);
    return planCommand({ ...wish, folder, movesFolder: true }, context);
  },
});
