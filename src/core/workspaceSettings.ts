/** Settings of agents' own workspaces (EX-3, C-42). */
import * as z from "zod";
import { define } from "./defineSetting";

export const workspaceSettings = {
  workspaceMode: define(
    z
      .enum(["folder", "agent"])
      .default("folder")
      .describe(
        "Where the plain tools of the dialect `triggerfish` work: in the workspace folder, or in the agent's own workspace. The exec tools always work there.",
      ),
    "machine",
  ),
  "workspaces.folder": define(
    z
      .string()
      .min(1)
      .default("~/.toolcrib/workspace")
      .describe("The folder that holds a workspace of its own for each agent; an absolute path, or one below `~`."),
    "machine",
  ),
  "workspaces.commands": define(
    z
      .enum(["sandboxed", "ask"])
      .default("sandboxed")
      .describe(
        "Commands of an agent in its own workspace: run without a question when the sandbox holds them there, or asked about like any other. What is denied stays denied.",
      ),
    "machine",
  ),
  "limits.workspaceMegabytes": define(
    z
      .number()
      .int()
      .min(1)
      .max(1_048_576)
      .default(2048)
      .describe("Mebibytes that the files of an agent's own workspace may take together."),
    "machine",
  ),
};
