/** A crib under a managed policy, with a person who says yes to everything. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ManagedPolicy } from "../../../src/core/settings/managedPolicy";
import { type CribOptions, type RealCrib, realCrib } from "../../support/realCrib";

/** @param managed the policy, or the text of its file. */
export const openManaged = (managed: Partial<ManagedPolicy> | string, options: CribOptions = {}): Promise<RealCrib> =>
  realCrib(
    { "a.txt": "one\n", "secret/b.txt": "two\n" },
    { managed: typeof managed === "string" ? managed : JSON.stringify(managed), ...options },
  );

/** The input of a command that leaves a file; see {@link isMade}. */
export const touch = { command: "touch made" };

export const isMade = ({ root }: RealCrib): boolean => existsSync(join(root, "made"));

/** A policy without commands. */
export const commandsOff = { exec: { disabled: true } } as const;
