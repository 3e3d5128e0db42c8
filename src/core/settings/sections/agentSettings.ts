/** The settings of sub-agents (AG-1 to AG-7). */
import * as z from "zod";
import { define } from "./defineSetting";

export const agentSettings = {
  "agents.commandsInWorktree": define(
    z
      .enum(["sandboxed", "ask"])
      .default("sandboxed")
      .describe(
        "Controls commands of an agent in its own git worktree. `sandboxed`: unrecognised commands run without asking inside the sandboxed worktree; other questions are still asked. `ask`: questions are asked as everywhere else.",
      ),
    "machine",
  ),
  "agents.worktreeFolder": define(
    z
      .string()
      .regex(/^(?:~(?:\/|$)|\/|[A-Za-z]:[\\/])/, "must be an absolute path, or begin with ~/")
      .default("~/.toolcrib/worktrees")
      .describe(
        "Path of the folder for the git worktrees of sub-agents (absolute, or beginning with `~/`). Each repository gets a subfolder.",
      ),
    "machine",
  ),
};
