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
        "How deep agents may hand work to further agents: 1 lets the agent in the chat start sub-agents that start none, 0 lets nobody start any.",
      ),
    "machine",
  ),
  "agents.maxRunning": define(
    z.number().int().min(1).max(100).default(8).describe("How many sub-agents may work at the same time."),
    "machine",
  ),
  "agents.maxRounds": define(
    z
      .number()
      .int()
      .min(1)
      .max(500)
      .default(50)
      .describe("How many times a sub-agent may call the model before it has to end and report how far it came."),
    "machine",
  ),
  "agents.commandsInWorktree": define(
    z
      .enum(["sandboxed", "ask"])
      .default("sandboxed")
      .describe(
        "Commands of an agent in a git worktree of its own. `sandboxed`: one that is only not known to be harmless runs unasked while the sandbox holds it to the worktree; what is asked about for any other reason still is. `ask`: they are asked about as everywhere.",
      ),
    "machine",
  ),
  "agents.worktreeFolder": define(
    z
      .string()
      .regex(/^(?:~(?:\/|$)|\/|[A-Za-z]:[\\/])/, "must be an absolute path, or begin with ~/")
      .default("~/.toolcrib/worktrees")
      .describe(
        "Folder (absolute, or below ~) in which the git worktrees of sub-agents are made, in a folder for each repository.",
      ),
    "machine",
  ),
};
