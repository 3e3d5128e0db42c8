import type { CommandLimits } from "../../../../src/core/ports/confinement";

/** Limits that tell themselves apart: no two are the same. */
export const limits: CommandLimits = {
  cpuSeconds: 10,
  runCpuSeconds: 20,
  fileMegabytes: 2,
  processes: 50,
  memoryMegabytes: 3,
  runMemoryMegabytes: 4,
};
