/** What a soak has come to. */
import { cpus } from "node:os";
import type { Soak } from "./soak";

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** @param asJson as one object, else as Markdown. */
export function report(soak: Soak, seed: number, smallDisk: boolean, asJson: boolean): string {
  const { calls, errors, held } = soak;
  const steps = Object.fromEntries([...soak.steps].sort(([a], [b]) => a.localeCompare(b)));
  if (asJson) return JSON.stringify({ seed, calls, errors, smallDisk, steps, held });
  const quarter = held[Math.floor((held.length - 1) / 4)];
  const last = held.at(-1);
  return [
    `Seed ${seed}: ${calls} calls, ${errors} of them refused or failed; ${held.length} looks; everything held.`,
    `Node ${process.versions.node}, ${process.platform}, ${cpus().length} processors; full disk: ${smallDisk ? "yes" : "left out"}.`,
    "",
    "| the lasting host | after a quarter | at the end |",
    "|---|---|---|",
    `| heap after a collection | ${megabytes(quarter?.heap ?? 0)} | ${megabytes(last?.heap ?? 0)} |`,
    `| file descriptors | ${quarter?.descriptors} | ${last?.descriptors} |`,
    "",
    "| step | times |",
    "|---|---|",
    ...Object.entries(steps).map(([step, times]) => `| ${step} | ${times} |`),
  ].join("\n");
}
