/** How often edits are applied right, refused, or leave wrong bytes. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Random } from "../sweeps/support/random";
import type { Hunk } from "./hunks";
import { type Attempt, mistakes } from "./mistakes";
import type { System, ToolServer } from "./servers";

/** What came of the edits with one mistake. */
export interface EditRow {
  readonly mistake: string;
  right: number;
  refused: number;
  wrong: number;
}

/** An edit after which the file held what it should not. */
export interface WrongBytes extends Attempt {
  readonly system: string;
  readonly mistake: string;
  readonly path: string;
  readonly got: string;
  readonly text: string;
}

export interface EditReport {
  readonly rows: readonly EditRow[];
  readonly wrong: readonly WrongBytes[];
}

/** Sends every hunk with every mistake to a system of tools. */
export async function measureEdits(system: System, hunks: readonly Hunk[]): Promise<EditReport> {
  const root = mkdtempSync(join(tmpdir(), "crib-evaluate-"));
  const server = await system.start(root);
  const wrong: WrongBytes[] = [];
  const rows: EditRow[] = [];
  try {
    for (const [mistake, make] of Object.entries(mistakes)) {
      const row: EditRow = { mistake, right: 0, refused: 0, wrong: 0 };
      for (const [at, hunk] of hunks.entries()) {
        const attempt = make(hunk, new Random(at));
        if (!attempt) continue;
        const path = `${rows.length}-${at}/${basename(hunk.path)}`;
        const { verdict, got, text } = await tryEdit(server, root, path, attempt);
        row[verdict]++;
        if (verdict === "wrong") wrong.push({ ...attempt, system: system.name, mistake, path: hunk.path, got, text });
      }
      rows.push(row);
    }
  } finally {
    await server.close();
  }
  return { rows, wrong };
}

/** One edit, as an agent makes it: it reads the file first. */
async function tryEdit(server: ToolServer, root: string, path: string, attempt: Attempt) {
  const { read, changed = read, old, replacement, right } = attempt;
  const file = join(root, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, read);
  const seen = server.spell({ kind: "read", path });
  const edit = server.spell({ kind: "edit", path, old, replacement });
  if (!seen || !edit) throw new Error("A system of tools that is measured needs a tool that reads and one that edits.");
  await server.call(seen);
  if (changed !== read) writeFileSync(file, changed);
  const { text } = await server.call(edit);
  const got = readFileSync(file, "utf8");
  const verdict = right.includes(got) ? "right" : got === changed ? "refused" : "wrong";
  return { verdict, got, text } as const;
}
