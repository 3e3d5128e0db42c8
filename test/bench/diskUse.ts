/** What it costs to measure a workspace (HB-6), beside `du`. */
import { execFileSync } from "node:child_process";
import { diskUse } from "../../src/node/files/diskUse";
import { compare, type Row } from "./measure";
import type { Places } from "./tasks";

/** Each tree as if it were a workspace. */
export async function diskUseRows({ trees }: Pick<Places, "trees">): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { root, label } of trees) {
    const raw = () => execFileSync("du", ["-s", root], { stdio: "ignore" });
    const row = await compare(`size of a workspace, ${label} files`, raw, () => diskUse(root), {
      rounds: 7,
      warm: true,
    });
    rows.push({ ...row, goal: { ratio: 3 } });
  }
  return rows;
}
