/** The paths that a tool answers with are taken by every other tool of its dialect. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DialectName } from "../../src/composition/makeCribs";
import { speaking } from "./support/speaking";

interface Ways {
  readonly searches: readonly (readonly [tool: string, input: object])[];
  readonly read: (path: string) => readonly [string, object];
  readonly edit: (path: string) => readonly [string, object];
}

const oldText = { old_text: "needle", new_text: "needle!" };
const oldString = { old_string: "needle", new_string: "needle!" };
const ways: Readonly<Partial<Record<DialectName, Ways>>> = {
  standard: {
    searches: [
      ["find_files", { pattern: "*.ts" }],
      ["find_files", { pattern: "*.ts", path: "src" }],
      ["search_text", { pattern: "needle" }],
      ["search_text", { pattern: "needle", path: "src", output_mode: "files_with_matches" }],
    ],
    read: (path) => ["read_file", { path }],
    edit: (path) => ["edit_file", { path, ...oldString }],
  },
  triggerfish: {
    searches: [
      ["search_files", { path: ".", pattern: "*.ts" }],
      ["search_files", { path: "src", pattern: "needle", content_search: true }],
    ],
    read: (path) => ["read_file", { path }],
    edit: (path) => ["edit_file", { path, ...oldText }],
  },
  flyto: {
    searches: [
      ["Glob", { pattern: "*.ts" }],
      ["Glob", { pattern: "*.ts", path: "src" }],
      ["Grep", { pattern: "needle" }],
      ["Grep", { pattern: "needle", path: "src", output_mode: "files_with_matches" }],
      ["Grep", { pattern: "needle", path: "src/a.ts" }],
    ],
    read: (file_path) => ["Read", { file_path }],
    edit: (file_path) => ["Edit", { file_path, ...oldString }],
  },
  qwen: {
    searches: [
      ["glob", { pattern: "*.ts", path: "src" }],
      ["search_file_content", { pattern: "needle" }],
      ["search_file_content", { pattern: "needle", path: "src" }],
      ["search_file_content", { pattern: "needle", path: "src/a.ts" }],
    ],
    read: (path) => ["read_file", { path }],
    edit: (file_path) => ["edit", { file_path, ...oldString }],
  },
};

/** The first path that a result names. */
const pathIn = (text: string) => /(?:^|\s)((?:[^\s"]*\/)?a\.ts)(?=[\s:]|$)/m.exec(text)?.[1] ?? assert.fail(text);

describe("paths that tools answer with", () => {
  for (const [dialect, { searches, read, edit }] of Object.entries(ways) as [DialectName, Ways][])
    for (const [tool, input] of searches)
      it(`are taken by read and edit: ${dialect} ${tool} ${JSON.stringify(input)}`, async () => {
        const { says } = await speaking(dialect, { "src/a.ts": "needle\n" });
        const path = pathIn(await says(tool, input));
        assert.match(await says(...read(path)), /needle/);
        const changed = await says(...edit(path));
        if (changed.includes("a.ts"))
          assert.match(await says(...read(pathIn(changed.replace(/a\.ts[.:]/, "a.ts ")))), /needle!/);
      });

  it("are taken in every one of several folders", async () => {
    const { says, root } = await speaking("standard", { "src/a.ts": "needle\n" }, { moreRoots: ["other"] });
    writeFileSync(join(dirname(root), "other/b.ts"), "needle too\n");
    for (const found of [
      await says("find_files", { pattern: "**/*.ts" }),
      await says("search_text", { pattern: "needle" }),
    ])
      for (const name of ["a.ts", "b.ts"]) {
        const path = new RegExp(`[^\\s:]*${name}`).exec(found)?.[0] ?? assert.fail(found);
        assert.match(await says("read_file", { path }), /needle/, path);
      }
  });

  it("are taken between the tools of an agent's own workspace", async () => {
    const { says } = await speaking("standard");
    const written = await says("exec_write", { path: "scratch/deep/a.ts", content: "needle\n" });
    assert.match(await says("exec_ls", { path: "scratch/deep" }), /a\.ts/);
    const path = pathIn(written.replace(/a\.ts[.:]/, "a.ts "));
    assert.match(await says("exec_read", { path }), /needle/);
  });
});
