/** A crib in one dialect, for asserting its words. */
import { join } from "node:path";
import type { DialectName } from "../../../src/composition/makeCribs";
import { type CribOptions, type RealCrib, realCrib } from "../../support/realCrib";
import type { Tree } from "../../support/tempFolder";

/** A crib, and shorter ways to what matters. */
export interface Speaking extends RealCrib {
  /** Absolute path in the root. */
  at(name: string): string;
  /** What a call that succeeds says. @throws Error when it fails. */
  says(tool: string, input: object): Promise<string>;
  /** What a call that fails says. @throws Error when it succeeds. */
  fails(tool: string, input: object): Promise<string>;
}

/** @param tree what the root holds. */
export async function speaking(
  dialect: DialectName,
  tree: Tree = {},
  options: Omit<CribOptions, "dialect"> = {},
): Promise<Speaking> {
  const crib = await realCrib(tree, { ...options, dialect });
  const ending = (isError: boolean) => async (tool: string, input: object) => {
    const result = await crib.call(tool, input);
    if (result.isError !== isError) throw new Error(`${isError ? "success" : "failure"}: ${result.text}`);
    return result.text;
  };
  return { ...crib, at: (name) => join(crib.root, name), says: ending(false), fails: ending(true) };
}
