/** A crib in whose first root an agent has made a tool. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { type CribOptions, type RealCrib, realCrib } from "../../../support/realCrib";
import type { Tree } from "../../../support/tempFolder";

/** A tool to be made. */
export interface Wish {
  readonly script: string;
  readonly runtime?: "node" | "python" | "bash";
  readonly permissions?: object;
  readonly timeout_ms?: number;
  readonly parameters?: object;
}

const scriptNames = { node: "main.mjs", python: "main.py", bash: "main.sh" };

/** The files of a tool `made`. */
function treeOf({ script, runtime = "bash", permissions = {}, timeout_ms, parameters }: Wish): Tree {
  const manifest = {
    name: "made",
    description: "Does what it does.",
    parameters: parameters ?? { type: "object", properties: { text: { type: "string" } } },
    runtime,
    script: scriptNames[runtime],
    ...(timeout_ms !== undefined && { timeout_ms }),
    permissions,
  };
  return {
    ".toolcrib/tools/made/tool.json": JSON.stringify(manifest),
    [`.toolcrib/tools/made/${scriptNames[runtime]}`]: script,
  };
}

/** The crib, and what a person does. */
export interface Made extends RealCrib {
  /** A person's yes to what is there now. */
  approve(): Promise<void>;
  /** The file of the script. */
  readonly script: string;
}

/** Makes the tool `made`, which waits for approval. */
export async function withTool(wish: Wish, options: CribOptions = {}, more: Tree = {}): Promise<Made> {
  const made = await realCrib({ ...treeOf(wish), ...more }, options);
  const { madeTools } = made.crib;
  await madeTools.refresh();
  const approve = async () => {
    await madeTools.refresh();
    const tool = madeTools.all().find(({ name }) => name === "made");
    assert.ok(tool);
    await madeTools.decide(tool, "approved");
  };
  return { ...made, approve, script: join(made.root, ".toolcrib/tools/made", scriptNames[wish.runtime ?? "bash"]) };
}
