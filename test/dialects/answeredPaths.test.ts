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

/** A file of each depth; their names stand in no other text. */
const files = ["needle-0.ts", "src/needle-1.ts", "src/deep/needle-2.ts", "src/deep/er/needle-3.ts"];
const tree = Object.fromEntries(files.map((file) => [file, "needle here\n"]));

/** Everything that a result names which may be one of those files. */
const pathsIn = (text: string): string[] => text.match(/[^\s"'`():;,[\]]*needle-\d\.ts/g) ?? [];

/** Calls of every tool that answers with paths; `{root}` stands for the root's absolute path. */
const answering: Readonly<Record<DialectName, readonly (readonly [tool: string, input: object])[]>> = {
  standard: [
    ["list_directory", { recursive: true }],
    ["list_directory", { path: "src", recursive: true }],
    ["list_directory", { path: "./src/../src/deep/", recursive: true }],
    ["list_directory", { path: "{root}/src/deep", recursive: true, ignore: ["*.md"] }],
    ["find_files", { pattern: "**/needle*" }],
    ["find_files", { pattern: "**/needle*", path: "src/deep" }],
    ["find_files", { pattern: "needle*", path: "{root}/src" }],
    ["search_text", { pattern: "needle here" }],
    ["search_text", { pattern: "needle here", path: "src/deep" }],
    ["search_text", { pattern: "needle here", path: "src/deep/needle-2.ts" }],
    ["search_text", { pattern: "needle here", path: "{root}/src", output_mode: "files_with_matches" }],
    ["search_text", { pattern: "needle here", path: "src", output_mode: "count" }],
    ["edit_file", { path: "src/deep/needle-2.ts", old_string: "here", new_string: "there" }],
    ["write_file", { path: "{root}/src/needle-4.ts", content: "needle\n" }],
    ["move_file", { path: "src/needle-1.ts", new_path: "src/deep/needle-5.ts" }],
    ["apply_patch", { patch: "*** Begin Patch\n*** Add File: src/needle-6.ts\n+needle\n*** End Patch" }],
    ["gitignore", { action: "check", path: "src/deep/needle-2.ts" }],
  ],
  triggerfish: [
    ["list_directory", { path: "{root}", recursive: true }],
    ["list_directory", { path: "{root}/src", recursive: true }],
    ["list_directory", { path: "src/deep", recursive: true }],
    ["search_files", { path: ".", pattern: "needle*" }],
    ["search_files", { path: "{root}/src", pattern: "needle*" }],
    ["search_files", { path: "src/deep", pattern: "needle here", content_search: true }],
    ["search_files", { path: "src/needle-1.ts", pattern: "needle here", content_search: true }],
    ["edit_file", { path: "{root}/src/needle-1.ts", old_text: "here", new_text: "there" }],
    ["write_file", { path: "src/needle-4.ts", content: "needle\n" }],
  ],
  nanobot: [
    ["list_dir", { path: ".", recursive: true }],
    ["list_dir", { path: "src", recursive: true }],
    ["list_dir", { path: "{root}/src/deep/", recursive: true, max_entries: 5 }],
    ["edit_file", { path: "src/needle-1.ts", old_text: "here", new_text: "there" }],
    ["write_file", { path: "{root}/src/needle-4.ts", content: "needle\n" }],
  ],
  flyto: [
    ["Glob", { pattern: "**/needle*" }],
    ["Glob", { pattern: "needle*", path: "src/deep" }],
    ["Grep", { pattern: "needle here" }],
    ["Grep", { pattern: "needle here", path: "src/deep", output_mode: "files_with_matches" }],
    ["Grep", { pattern: "needle here", path: "src/needle-1.ts", output_mode: "count" }],
    ["Edit", { file_path: "{root}/src/needle-1.ts", old_string: "here", new_string: "there" }],
    ["Write", { file_path: "{root}/src/needle-4.ts", content: "needle\n" }],
  ],
  qwen: [
    ["glob", { pattern: "**/needle*" }],
    ["glob", { pattern: "needle*", path: "src/deep" }],
    ["search_file_content", { pattern: "needle here" }],
    ["search_file_content", { pattern: "needle here", path: "src/deep" }],
    ["search_file_content", { pattern: "needle here", path: "src/needle-1.ts" }],
    ["edit", { file_path: "src/needle-1.ts", old_string: "here", new_string: "there" }],
    ["write_file", { file_path: "src/needle-4.ts", content: "needle\n" }],
  ],
};

/** What the dialect calls reading a file. */
const reading = (dialect: DialectName, path: string): readonly [string, object] =>
  dialect === "flyto" ? ["Read", { file_path: path }] : ["read_file", { path }];

describe("paths that tools answer with", () => {
  for (const [dialect, calls] of Object.entries(answering) as [DialectName, (typeof answering)[DialectName]][])
    for (const [tool, input] of calls)
      it(`are each taken by read: ${dialect} ${tool} ${JSON.stringify(input)}`, async () => {
        const { call, says, root } = await speaking(dialect, tree);
        const given = JSON.parse(JSON.stringify(input).replaceAll("{root}", root)) as {
          path?: string;
          file_path?: string;
        };
        const change = given.file_path ?? given.path ?? "";
        if (/edit/i.test(tool)) await says(...reading(dialect, change));
        const { text } = await call(tool, given);
        // A file that was moved is named by where it came from too.
        const paths = pathsIn(text).filter((path) => tool !== "move_file" || !path.endsWith("needle-1.ts"));
        assert.ok(paths.length > 0, text);
        for (const path of paths) assert.match(await says(...reading(dialect, path)), /needle/, path);
      });

  it("are below the folder that the first line of a list names: qwen", async () => {
    const { says } = await speaking("qwen", tree);
    const text = await says("list_directory", { path: "src", recursive: true });
    const folder = /^Directory listing for (.*):$/m.exec(text)?.[1] ?? assert.fail(text);
    const names = pathsIn(text.slice(text.indexOf("\n")));
    assert.equal(names.length, 3);
    for (const name of names) assert.match(await says("read_file", { path: join(folder, name) }), /needle/);
  });

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
    const both = ["a.ts", "b.ts"];
    for (const [found, names] of [
      [await says("find_files", { pattern: "**/*.ts" }), both],
      [await says("search_text", { pattern: "needle" }), both],
      [await says("list_directory", { path: "other", recursive: true }), ["b.ts"]],
      [await says("list_directory", { path: ".", recursive: true }), ["a.ts"]],
    ] as const)
      for (const name of names) {
        const path = new RegExp(`[^\\s:]*${name}`).exec(found)?.[0] ?? assert.fail(found);
        assert.match(await says("read_file", { path }), /needle/, path);
      }
  });

  it("are taken between the tools of an agent's own workspace", async () => {
    const { says } = await speaking("standard");
    const written = await says("exec_write", { path: "scratch/deep/a.ts", content: "needle\n" });
    assert.match(await says("exec_ls", { path: "scratch/deep" }), /a\.ts/);
    const listed = pathIn(await says("exec_ls", { path: "scratch", recursive: true }));
    assert.match(await says("exec_read", { path: listed }), /needle/);
    const path = pathIn(written.replace(/a\.ts[.:]/, "a.ts "));
    assert.match(await says("exec_read", { path }), /needle/);
  });
});
