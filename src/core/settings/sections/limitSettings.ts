/** The bounds on what commands, tools and sub-agents may use up (HB-6, SH-11, AG-5). */
import * as z from "zod";
import { define } from "./defineSetting";

/** A whole number from one bound to the other. */
const whole = (min: number, max: number, standard: number, description: string) =>
  z.number().int().min(min).max(max).default(standard).describe(description);

/** Each by its name in `toolcrib.limits`. */
export const limitFields = {
  cpuSeconds: whole(
    1,
    604_800,
    7200,
    "Maximum processor time in seconds of each process of a command, all its threads together. Exceeding it ends the process.",
  ),
  runCpuSeconds: whole(
    1,
    6_048_000,
    28_800,
    "Maximum processor time in seconds of a command, all its processes together. Exceeding it stops the command (Linux).",
  ),
  fileMegabytes: whole(1, 1_048_576, 10_240, "Maximum size in mebibytes of a file that a command writes."),
  processes: whole(
    16,
    100_000,
    2048,
    "Maximum number of processes and threads per command. Exceeding it stops the command (Linux; not enforced for root).",
  ),
  memoryMegabytes: whole(
    0,
    1_048_576,
    16_384,
    "Maximum private memory in mebibytes of each process of a command. 0 means no limit, which sanitizers need.",
  ),
  runMemoryMegabytes: whole(
    0,
    1_048_576,
    16_384,
    "Maximum memory in mebibytes of a command, all its processes together. Exceeding it stops the command (Linux). 0 means no limit.",
  ),
  commandTimeoutMs: whole(
    1000,
    3_600_000,
    600_000,
    "Maximum run time in milliseconds of a command. It also applies when the call gives no timeout.",
  ),
  toolTimeoutMs: whole(
    1000,
    3_600_000,
    300_000,
    "Maximum run time in milliseconds of a tool of another extension. Time that its own tool calls wait for your answer does not count.",
  ),
  commandOutputBytes: whole(
    10_000,
    10_000_000,
    30_000,
    "Maximum number of bytes of a command's output (stdout and stderr together) that a result returns to the model. The middle of longer output is left out; `job_output` reads it in pieces of at most this size.",
  ),
  workspaceMegabytes: whole(
    1,
    1_048_576,
    2048,
    "Maximum total size in mebibytes of the files in an agent's own workspace.",
  ),
  downloadMegabytes: whole(1, 1024, 100, "Maximum size in mebibytes of a file that `download_file` saves."),
  agentDepth: whole(
    0,
    10,
    2,
    "Maximum nesting depth of sub-agents. 1: the agent in the chat can start sub-agents, which cannot start any; 0: no sub-agents.",
  ),
  agentsAtOnce: whole(1, 100, 8, "Maximum number of sub-agents that run at the same time."),
  agentRounds: whole(
    1,
    500,
    50,
    "Maximum number of model calls per sub-agent. After that it must stop and report its progress.",
  ),
};

export const limitSettings = {
  limits: define(
    z
      .strictObject(limitFields)
      .prefault({})
      .describe(
        "Maximum of what commands, tools and sub-agents may use up, by name. What is left out keeps its default.",
      ),
    "machine",
  ),
};
