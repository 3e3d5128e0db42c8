/** What the parts that both hosts share ask of a disk beside files. */

import type { DiskGuard } from "../core/ports/diskQuota";
import type { Host } from "../core/ports/host";
import type { RuleContext } from "../core/rules/rule";
import { PersonalSkills } from "../features/skills/node/personalSkills";
import type { PersonalSkillStore } from "../features/skills/skillUse";
import { isInPlace } from "../features/workspaces/node/agentWorkspaces";
import { DiskQuotas } from "../features/workspaces/node/quota";
import { asIfMade } from "../features/workspaces/node/unmadeWorkspace";
import { plainFile } from "../node/repositories/plainFile";
import { freesRoom } from "../policy/commands/freesSpace";

/** A disk with agents' workspaces on it. */
export interface Disk {
  /** True for a folder that is there itself, and not by a link. */
  isInPlace(folder: string): boolean;
  /** The host with an agent's workspace in it that need not be there yet. */
  asIfMade(host: Host, folder: string): Host;
  /** Holds calls to the quota of the agent's own workspace; undefined where they reach none. */
  guard(context: RuleContext): DiskGuard | undefined;
  /** What a plain file holds; undefined where there is none. @param most bytes. @throws Error for what is no such file. */
  plainFile(real: string, most: number): Uint8Array | undefined;
  /** Skills of the person's own. @param home their home folder, asked for anew at each use. */
  personalSkills(home: () => string): PersonalSkillStore;
}

/** The disk of this machine, for one window or process. */
export function machineDisk(): Disk {
  const quotas = new DiskQuotas(freesRoom);
  return {
    ...{ isInPlace, asIfMade, plainFile },
    guard: (context) => quotas.guard(context),
    personalSkills: (home) => new PersonalSkills(home),
  };
}
