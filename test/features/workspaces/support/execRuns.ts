/** A crib whose agent works in its own workspace, with a real sandbox. */
import type { ExecRunData } from "../../../../src/features/workspaces/execRun";
import { type CribOptions, type RealCrib, realCrib } from "../../../support/realCrib";
import { plant, type Tree } from "../../../support/tempFolder";

/** A run as its caller sees it. */
export interface Run {
  readonly text: string;
  readonly isError: boolean;
  /** Empty where nothing ran. */
  readonly data: Partial<ExecRunData>;
}

/** The crib, and a short way to run something. */
export interface ExecPlace extends RealCrib {
  /** Absolute path of the agent's workspace. */
  readonly workspace: string;
  run(input: object): Promise<Run>;
}

/** @param files what the workspace holds. */
export async function execPlace(files: Tree = {}, options: CribOptions = {}): Promise<ExecPlace> {
  const world = await realCrib({}, options);
  const workspace = world.own;
  plant(workspace, files);
  const run = async (input: object): Promise<Run> => {
    const { text, isError, data } = await world.call("exec_run", input);
    return { text, isError, data: (data ?? {}) as Partial<ExecRunData> };
  };
  return { ...world, workspace, run };
}
