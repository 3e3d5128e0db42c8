/**
 * `npm run soak`: thousands of mixed calls at two headless hosts over one workspace, with faults, and what must hold.
 *
 *   --calls N   how many calls, about (default: 10000)
 *   --seed N    which ones (default: a new seed, which is printed)
 *   --json      prints the outcome as one JSON object
 *   --host      the same number of calls in the extension host of a VS Code server instead
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { tempFolder } from "../support/tempFolder";
import { injectFault } from "./faults";
import { Random } from "./random";
import { report } from "./report";
import { Soak } from "./soak";
import { allSteps, takeStep } from "./steps";
import { World } from "./world";

/** Calls between two looks at everything, at most. */
const betweenLooks = 500;
/** Calls between two faults, about. */
const betweenFaults = 28;
const diskSize = "size=96m";

/** Set for the run within a namespace: the folder that is a disk of its own. */
const diskVariable = "TOOLCRIB_SOAK_DISK";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "10000" },
    seed: { type: "string", default: `${Math.floor(Math.random() * 2 ** 31)}` },
    json: { type: "boolean", default: false },
    host: { type: "boolean", default: false },
  },
});

/**
 * Runs this again where a small disk is mounted that nobody else sees, by a user without rights beyond their own. The locks of
 * the person's hosts are on it, too: a host elsewhere that found one left behind would remove it, and not see what it names.
 * @returns the exit code; undefined where this system allows no such thing.
 */
function runOnSmallDisk(): number | undefined {
  const disk = tempFolder();
  const alone = ["--map-current-user", "--mount", "--keep-caps"];
  const mount = [
    'mount -t tmpfs -o "$0" tmpfs "$1" && mkdir -m 700 "$1/locks"',
    'mkdir -p -m 700 "/tmp/toolcrib-$(id -u)" && mount --bind "$1/locks" "/tmp/toolcrib-$(id -u)"',
    'shift && exec setpriv --ambient-caps=-all --inh-caps=-all "$@"',
  ].join(" && ");
  const within = [...alone, "bash", "-c", mount, diskSize, disk];
  if (process.platform !== "linux" || spawnSync("unshare", [...within, "true"]).status !== 0) return undefined;
  const own = [process.execPath, ...process.execArgv, __filename, "--calls", values.calls, "--seed", values.seed];
  const { status } = spawnSync("unshare", [...within, ...own, ...(values.json ? ["--json"] : [])], {
    stdio: "inherit",
    env: { ...process.env, [diskVariable]: disk },
  });
  return status ?? 1;
}

async function run(disk: string | undefined): Promise<void> {
  const folder = tempFolder();
  const top = disk ?? join(folder, "world");
  mkdirSync(top, { recursive: true });
  const calls = Number(values.calls);
  const soak = await Soak.start(new World(top), new Random(Number(values.seed)), join(folder, "probe"));
  try {
    await drive(soak, calls, disk !== undefined);
    await soak.end();
    assertFlat(soak);
  } catch (error) {
    console.error(`Seed ${values.seed}, after ${soak.calls} calls. The last ones:\n${soak.lastCalls()}`);
    await soak.abandon();
    throw error;
  } finally {
    if (!disk) rmSync(top, { recursive: true, force: true });
  }
  console.log(report(soak, Number(values.seed), disk !== undefined, values.json));
}

async function drive(soak: Soak, calls: number, smallDisk: boolean): Promise<void> {
  const looks = Math.max(4, Math.ceil(calls / betweenLooks));
  let faults = 0;
  for (let at = 1; at <= looks; at++) {
    while (soak.calls < (calls * at) / looks) {
      await takeStep(soak, allSteps);
      if (soak.calls > faults * betweenFaults) await injectFault(soak, faults++, { smallDisk });
    }
    await soak.look();
  }
}

/** Holds that a host held no more at the end than after a quarter of the calls, but for what caches settle at. */
function assertFlat({ held }: Soak): void {
  const early = held[Math.floor((held.length - 1) / 4)];
  const late = held.at(-1);
  assert.ok(early && late);
  assert.ok(late.heap < early.heap * 1.2 + 4_000_000, `the heap grew from ${early.heap} to ${late.heap} bytes`);
  assert.ok(late.descriptors <= early.descriptors + 4, `descriptors: ${early.descriptors}, then ${late.descriptors}`);
}

async function runInExtensionHost(): Promise<number> {
  process.env.TOOLCRIB_SOAK_CALLS = values.calls;
  process.env.TOOLCRIB_SOAK_SEED = values.seed;
  const { runInHost } = await import("../extensionHost/support/runInHost.mjs");
  const { passed, failed } = await runInHost((line: string) => console.log(line), { only: "soak" });
  return passed > 0 && failed === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  if (values.host) return runInExtensionHost();
  const disk = process.env[diskVariable];
  const nested = disk === undefined ? runOnSmallDisk() : undefined;
  if (nested !== undefined) return nested;
  if (!disk) console.error("No small disk can be mounted here, so the fault of a full disk is left out.");
  await run(disk);
  return 0;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(error);
    process.exitCode = 1;
  },
);
