/** How long starting a program keeps a large process from everything else, by the helper and without it. */
import { execFileSync } from "node:child_process";
import type { Row } from "./measure";
import type { SpawnTimes } from "./spawnProcess";

/** @param program the bundle of spawnProcess.ts. @param helper the bundle of the spawn helper. */
export function spawnBlockRow(program: string, helper: string): Row {
  const output = execFileSync(process.execPath, [program, helper], { encoding: "utf8" });
  const { direct, helped, megabytes } = JSON.parse(output) as SpawnTimes;
  return {
    task: "event loop kept busy by one spawn, by the helper and without",
    raw: direct,
    ours: helped,
    megabytes,
    goal: { milliseconds: 1.5 },
  };
}
