/** The bounds on what commands and tools may use up (HB-6, SH-11). */
import * as z from "zod";
import { define } from "./defineSetting";

export const limitSettings = {
  "limits.cpuSeconds": define(
    z
      .number()
      .int()
      .min(1)
      .max(604_800)
      .default(7200)
      .describe(
        "Maximum processor time in seconds of each process of a command, all its threads together. Exceeding it ends the process.",
      ),
    "machine",
  ),
  "limits.runCpuSeconds": define(
    z
      .number()
      .int()
      .min(1)
      .max(6_048_000)
      .default(28_800)
      .describe(
        "Maximum processor time in seconds of a command, all its processes together. Exceeding it stops the command (Linux).",
      ),
    "machine",
  ),
  "limits.fileMegabytes": define(
    z
      .number()
      .int()
      .min(1)
      .max(1_048_576)
      .default(10_240)
      .describe("Maximum size in mebibytes of a file that a command writes."),
    "machine",
  ),
  "limits.processes": define(
    z
      .number()
      .int()
      .min(16)
      .max(100_000)
      .default(2048)
      .describe(
        "Maximum number of processes and threads per command. Exceeding it stops the command (Linux; not enforced for root).",
      ),
    "machine",
  ),
  "limits.memoryMegabytes": define(
    z
      .number()
      .int()
      .min(0)
      .max(1_048_576)
      .default(16_384)
      .describe(
        "Maximum private memory in mebibytes of each process of a command. `0` means no limit, which sanitizers need.",
      ),
    "machine",
  ),
  "limits.runMemoryMegabytes": define(
    z
      .number()
      .int()
      .min(0)
      .max(1_048_576)
      .default(16_384)
      .describe(
        "Maximum memory in mebibytes of a command, all its processes together. Exceeding it stops the command (Linux). `0` means no limit.",
      ),
    "machine",
  ),
  "limits.commandTimeoutMs": define(
    z
      .number()
      .int()
      .min(1000)
      .max(3_600_000)
      .default(600_000)
      .describe("Maximum run time in milliseconds of a command. It also applies when the call gives no timeout."),
    "machine",
  ),
  "limits.toolTimeoutMs": define(
    z
      .number()
      .int()
      .min(1000)
      .max(3_600_000)
      .default(300_000)
      .describe(
        "Maximum run time in milliseconds of a tool of another extension. Time that its own tool calls wait for your answer does not count.",
      ),
    "machine",
  ),
  "limits.commandOutputBytes": define(
    z
      .number()
      .int()
      .min(10_000)
      .max(10_000_000)
      .default(30_000)
      .describe(
        "Maximum number of bytes of a command's output (stdout and stderr together) that a result returns to the model. The middle of longer output is left out; `job_output` reads it in pieces of at most this size.",
      ),
    "window",
  ),
};
