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
      .describe("Seconds of processor time, of all its threads together, after which a process of a command is ended."),
    "machine",
  ),
  "limits.runCpuSeconds": define(
    z
      .number()
      .int()
      .min(1)
      .max(6_048_000)
      .default(28_800)
      .describe("Seconds of processor time, of all its processes together, after which a command is stopped (Linux)."),
    "machine",
  ),
  "limits.fileMegabytes": define(
    z
      .number()
      .int()
      .min(1)
      .max(1_048_576)
      .default(10_240)
      .describe("Mebibytes that a command may write into one file."),
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
        "Processes and threads that a command may run at once; with more it is stopped (Linux). The system also keeps it from starting more than that beyond those that run already, unless it is root's.",
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
      .describe("Mebibytes of private memory of each process of a command; 0 sets no limit, which sanitizers need."),
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
        "Mebibytes of memory that all processes of a command may hold together; with more it is stopped (Linux). 0 sets no limit.",
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
      .describe(
        "Milliseconds after which a command is stopped when the call names no timeout; also the longest it may name.",
      ),
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
        "Milliseconds after which a tool of another extension is given up; the time in which its own calls of tools wait for you does not count.",
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
        "Maximum bytes of a command's stdout and stderr together that a result returns to the model. The middle of longer output is left out; `job_output` reads it, as many bytes at once.",
      ),
    "window",
  ),
};
