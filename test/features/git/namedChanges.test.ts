/** What differs at named places, where commands run in a folder below the top of the repository. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunContext } from "../../../src/core/tools/tool";
import type { ResolvedPath } from "../../../src/core/vocabulary/effect";
import { namedChanges } from "../../../src/features/git/namedChanges";
import { git, repositoryWith } from "../../support/repository";

/** Runs its commands, and no more. */
const contextIn = (folder: string) =>
  ({
    call: async (_: string, { command }: { command: string }) => ({
      ...{ text: "", isError: false },
      data: { exitCode: 0, stdout: execFileSync("bash", ["-c", command], { cwd: folder, encoding: "utf8" }) },
    }),
  }) as unknown as RunContext;

it("named changes are those at the places, wherever in the repository commands run", async () => {
  const top = repositoryWith({ "a.txt": "a\n", "in/ü/a.txt": "a\n", "in/ü/b.txt": "b\n", "in/ü/c.txt": "c\n" });
  const folder = join(top, "in/ü");
  git(folder, "rm", "-q", "a.txt");
  git(folder, "rm", "-q", "--cached", "b.txt");
  rmSync(join(folder, "c.txt"));
  writeFileSync(join(folder, "new.txt"), "n\n");
  const at = (shown: string): ResolvedPath => ({ path: join(folder, shown), real: join(folder, shown), shown });
  const asked = (...names: string[]) => {
    const places = names.map(at);
    return namedChanges({ places, here: new Set(), cwd: at("."), language: "bash" }, contextIn(folder));
  };
  const { lines, added } = await asked("a.txt", "c.txt", "new.txt");
  assert.deepEqual(
    lines.map((line) => line.slice(0, 2)),
    ["D ", " D", "??"],
  );
  assert.deepEqual(
    added.map(({ shown }) => shown),
    ["new.txt"],
  );
  const refusal = "b.txt is staged for removal and still there: call without paths to commit what is staged.";
  for (const name of ["b.txt", "."]) await assert.rejects(asked("a.txt", name), { message: refusal });
  await assert.rejects(asked("new.txt", "b"), /^ToolError: b is not here, and git has no removal of it to commit/);
});
