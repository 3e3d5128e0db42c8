/** Clones where the system makes none: plain copies, in which commands run without a sandbox. */
import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandHold } from "../../../../../src/core/ports/confinement";
import type { CommandOutcome, CommandRequest } from "../../../../../src/core/ports/shell";
import { NodeShell } from "../../../../../src/node/commands/nodeShell";
import { holdBySeatbelt } from "../../../../../src/node/sandbox/holdBySeatbelt";
import { type Cloning, copyBy } from "../../../../../src/node/sandbox/layer/clones/cloning";

/** As on a Mac, each name of a file with several is cloned by itself. */
export const copying: Cloning = {
  clone: (from, to) => copyBy("cp", ["-a", "--no-preserve=links", "--reflink=auto", from, to]),
  fileSystemOf: async () => "apfs",
  runHeld: async () => 0,
};

/** Holds a command as on a Mac, and runs it. @param state the state folder. */
export async function runOnClone(request: CommandRequest, hold: CommandHold, state: string) {
  // In the place of sandbox-exec.
  const program = join(state, "held");
  writeFileSync(program, '#!/bin/sh\nshift 2\nexec "$@"\n');
  chmodSync(program, 0o755);
  const env = { PATH: `${hold.confinement.roots[0]}/bin:/usr/bin:/bin`, OTHER: "http://x:1" };
  const wish = {
    request,
    hold,
    shell: "/bin/bash",
    env,
    limits: "umask 022",
    state,
    owner: "tester",
    written: request.command,
  };
  const held = await holdBySeatbelt({ name: "seatbelt", program }, wish, copying);
  const ran = spawnSync(held.program, held.args, { cwd: held.cwd, env: held.env, encoding: "utf8" });
  const exitCode = ran.status ?? undefined;
  const { notes } = await held.release({ exitCode, signal: undefined, tail: ran.stdout + ran.stderr });
  return { held, stdout: ran.stdout, exitCode, notes };
}

/** A shell whose commands on a layer work on such clones; all others run as everywhere. */
export class CloningShell extends NodeShell {
  constructor(private readonly state: string) {
    super(state);
  }

  override async isHeld(): Promise<boolean> {
    return true;
  }

  override async whyNoLayer(): Promise<string | undefined> {
    return undefined;
  }

  override async run(request: CommandRequest): Promise<CommandOutcome> {
    if (!request.hold?.onLayer) return super.run(request);
    const { held, stdout, exitCode, notes } = await runOnClone(request, request.hold, this.state);
    request.onOutput("stdout", Buffer.from(stdout));
    const how = { exitCode, signal: undefined, durationMs: 1, endedBy: "itself", sandbox: "seatbelt" } as const;
    return { ...how, stoppedLeftovers: false, notes, ...(held.layer && { layer: held.layer }) };
  }
}
