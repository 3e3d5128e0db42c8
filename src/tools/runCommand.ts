import * as z from "zod";
import { defineTool } from "../core/tool";
import { planCommand, runParameters } from "./commandRun";
import { usualFolder } from "./startFolder";

export const runCommand = defineTool({
  name: "run_command",
  displayName: "Run Command",
  summary: "Run a bash command, judged before it runs",
  description:
    "Runs a bash command line (on Windows without a bash one of PowerShell or cmd.exe, as the result then says) and returns its stdout, stderr (each line marked [stderr]), exit code and duration. It gets no input but what `input` gives it, and what it leaves running is stopped when it ends; for a server or a long build set `background`. Read-only commands run at once; others are asked about. Prefer the file tools for reading, searching and editing files.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: true,
    idempotent: false,
    searchHint: "shell command execute terminal",
  },
  touches: ["exec"],
  input: z.object({
    command: z.string().min(1).describe("The command line, for bash."),
    cwd: z
      .string()
      .min(1)
      .optional()
      .describe(
        "Folder to run in, relative to the workspace folder or absolute. Default: where your last cd led, at first the workspace folder.",
      ),
    ...runParameters,
  }),
  async plan({ cwd, ...wish }, context) {
    const folder = cwd === undefined ? await usualFolder(context) : await context.host.resolve(cwd);
    return planCommand({ ...wish, folder, movesFolder: true }, context);
  },
});
