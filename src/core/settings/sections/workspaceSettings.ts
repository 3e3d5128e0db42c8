/** Settings of agents' own workspaces (EX-3, C-42). */
import * as z from "zod";
import { define } from "./defineSetting";

export const workspaceSettings = {
  workspaceMode: define(
    z
      .enum(["folder", "agent"])
      .default("folder")
      .describe(
        "Controls where the plain tools of the dialect `triggerfish` work: in the workspace folder (`folder`) or in the agent's own workspace (`agent`). The exec tools always work in the agent's own workspace.",
      ),
    "machine",
  ),
  "workspaces.folder": define(
    z
      .string()
      .min(1)
      .default("~/.toolcrib/workspace")
      .describe("Path of the folder that holds each agent's own workspace (absolute, or beginning with `~`)."),
    "machine",
  ),
  "workspaces.commands": define(
    z
      .enum(["sandboxed", "ask"])
      .default("sandboxed")
      .describe(
        "Controls commands of an agent in its own workspace. `sandboxed`: they run without asking while the sandbox confines them to it; `ask`: questions are asked as everywhere else. Denied commands stay denied.",
      ),
    "machine",
  ),
};
