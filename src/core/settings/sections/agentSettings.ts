/** The settings of sub-agents (AG-1 to AG-7). */
import * as z from "zod";
import { define } from "./defineSetting";

export const agentSettings = {
  "agents.maxDepth": define(
    z
      .number()
      .int()
      .min(0)
      .max(10)
      .default(2)
      .describe(
        "Maximum nesting depth of sub-agents. `1`: the agent in the chat can start sub-agents, which cannot start any; `0`: no sub-agents.",
      ),
    "machine",
  ),
  "agents.maxRunning": define(
    z.number().int().min(1).max(100).default(8).describe("Maximum number of sub-agents that run at the same time."),
    "machine",
  ),
  "agents.maxRounds": define(
    z
      .number()
      .int()
      .min(1)
      .max(500)
      .default(50)
      .describe("Maximum number of model calls per sub-agent. After that it must stop and report its progress."),
    "machine",
  ),
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
