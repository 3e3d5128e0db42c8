import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CodeAction, CodeEdit, CodeLocation } from "../../../src/core/ports/editor/codeIntelligence";
import { answer, at, codeCrib, silence } from "../../support/fakeCode";
import { git } from "../../support/repository";
import { snapshot } from "../../support/tempFolder";

const bom = "\ufeff";
const tree = {
  "a.ts": `${bom}const größe = 1;\r\nuse(größe); // größe\r\n`,
  "b.ts": "import { größe } from './a';\nuse(größe);\n",
  "c.ts": "none\n",
};

const edits = (text: string, ...places: readonly CodeLocation[]): CodeEdit => {
  const paths = [...new Set(places.map(({ path }) => path))];
  return {
    files: paths.map((path) => ({
      location: { ...(path !== undefined && { path }), address: `file://${path}` },
      edits: places.filter((place) => place.path === path).map(({ range }) => ({ range, text })),
    })),
  };
};

const renaming = async (files: Record<string, string> = tree, edit?: (path: (name: string) => string) => CodeEdit) =>
  codeCrib(files, (path) => ({
    rename: async (_, newName) =>
      edit?.(path) ??
      edits(
        newName,
        at(path("b.ts"), 1, 4, 5),
        at(path("a.ts"), 1, 4, 5),
        at(path("b.ts"), 0, 9, 5),
        at(path("a.ts"), 0, 6, 5),
      ),
  }));

const wish = { path: "a.ts", line: 1, name: "größe", new_name: "size" };

describe("rename_symbol", () => {
  it("changes the places alone, in files that nobody has read, and is one step to undo", async () => {
    const { call, crib, root, asked } = await renaming();
    const before = snapshot(root);
    const { text, undo } = await call("rename_symbol", wish);
    assert.equal(text, "Renamed größe to size in 2 files:\na.ts (lines 1, 2)\nb.ts (lines 1, 2)");
    assert.equal(readFileSync(join(root, "a.ts"), "utf8"), `${bom}const size = 1;\r\nuse(size); // größe\r\n`);
    assert.equal(readFileSync(join(root, "b.ts"), "utf8"), "import { size } from './a';\nuse(size);\n");
    assert.deepEqual(
      asked.map(({ plan }) => [plan.title, plan.effects.map(({ kind }) => kind)]),
      [["Rename größe to size in 2 files", ["write", "write"]]],
    );
    assert.ok(undo);
    await crib.journal.undo(undo.id);
    assert.deepEqual(snapshot(root), before);
  });

  it("leaves the files as unread as they were", async () => {
    const { call, said } = await renaming();
    await call("rename_symbol", wish);
    assert.match(
      await said("edit_file", { path: "b.ts", old_string: "use", new_string: "call" }),
      /^b\.ts exists and has not been read yet/,
    );
  });

  it("writes nothing when one of the files may not be written", async () => {
    const closed = await renaming({ ...tree, ".toolcribignore": "b.ts\n" });
    const before = snapshot(closed.root);
    assert.match(await closed.said("rename_symbol", wish), /^Denied by policy: \.toolcribignore lists it \(line 1\)/);
    const outside = await renaming(tree, (path) =>
      edits("size", at(path("a.ts"), 0, 6, 5), at(path("../outside/x.ts"), 0, 0, 5)),
    );
    assert.match(await outside.said("rename_symbol", wish), /^Denied by policy: .*outside the workspace/);
    assert.deepEqual([snapshot(closed.root), closed.asked], [before, []]);
  });

  it("is refused when the language looks at an older text, or changes a place twice", async () => {
    const stale =
      "The editor's language support does not see a.ts as it is now, so nothing was written: wait a moment and repeat the call.";
    const shifted = await renaming(tree, (path) => edits("size", at(path("a.ts"), 0, 8, 5)));
    assert.equal(await shifted.said("rename_symbol", wish), stale);
    const beyond = await renaming(tree, (path) => edits("size", at(path("a.ts"), 9, 0, 5)));
    assert.equal(await beyond.said("rename_symbol", wish), stale);
    const twice = await renaming(tree, (path) => edits("size", at(path("a.ts"), 0, 6, 5), at(path("a.ts"), 0, 6, 5)));
    assert.equal(
      await twice.said("rename_symbol", wish),
      "The language support changes one place of a.ts twice: use edit_file instead.",
    );
  });

  it("is refused when parts of the change are not shown, or it concerns no file", async () => {
    const hidden = await renaming(tree, (path) => ({
      ...edits("size", at(path("a.ts"), 0, 6, 5)),
      hidden: "1 part of it is hidden",
    }));
    assert.equal(
      await hidden.said("rename_symbol", wish),
      "The change was not made, because 1 part of it is hidden: make it with the edit tools.",
    );
    const address = await renaming(tree, () => ({ files: [{ location: { address: "git:/a.ts" }, edits: [] }] }));
    assert.equal(
      await address.said("rename_symbol", wish),
      "The change was not made, because it concerns git:/a.ts, which is not a file.",
    );
  });

  it("says when there is nothing to rename, and takes no name over several lines", async () => {
    const { said } = await renaming(tree, () => ({ files: [] }));
    assert.equal(
      await said("rename_symbol", wish),
      'The editor\'s language support cannot rename "größe" in a.ts: check the place, or use edit_file.',
    );
    assert.match(await said("rename_symbol", { ...wish, new_name: "a\nb" }), /^new_name contains a control character/);
    assert.equal(
      await said("rename_symbol", { ...wish, new_name: "a b" }),
      'new_name "a b" contains " ", which the old name does not: give the new name alone.',
    );
  });
});

describe("code_action", () => {
  const action = (title: string, rest: Partial<CodeAction> = {}): CodeAction => ({
    ...{ title, kind: "quickfix", isPreferred: false },
    ...rest,
  });
  const make = () =>
    codeCrib(tree, (path, points) => ({
      actions: async (file, { start, end }, { kind = "", title }) => {
        points.push(`${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`);
        const edit = edits("size\nof", at(path(file.shown), 0, 6, 5));
        const all = [
          action("Fix", { isPreferred: true, ...(title !== undefined && { edit }) }),
          action("Fix with more", { edit, command: "x.follow" }),
          action("Run", { kind: "", command: "x.run" }),
          action("Later", { disabled: "select an expression." }),
          action("Twice", { edit }),
          action("Twice", { kind: "refactor.rewrite", edit }),
        ];
        return answer(...all.filter((one) => one.kind.startsWith(kind)));
      },
    }));

  it("lists what there is for a line, and what cannot be used", async () => {
    const { said, points, asked } = await make();
    assert.equal(
      await said("code_action", { path: "a.ts", line: 2 }),
      [
        "Code actions for a.ts, line 2:",
        "Fix (quickfix; preferred)",
        "Fix with more (quickfix)",
        "Run (the command x.run, which is not run)",
        "Twice (quickfix)",
        "Twice (refactor.rewrite)",
        "[1 more action cannot be used here: give kind to see why.]",
      ].join("\n"),
    );
    assert.match(
      await said("code_action", { path: "a.ts", line: 2, kind: "quickfix" }),
      /\nLater \(quickfix; not available: select an expression\.\)\nTwice \(quickfix\)$/,
    );
    assert.deepEqual([points, asked], [["2:1-2:21", "2:1-2:21"], []]);
  });

  it("applies one by its title with the line endings of the file", async () => {
    const { said, root } = await make();
    assert.equal(
      await said("code_action", { path: "a.ts", line: 1, title: "Fix" }),
      'Applied "Fix" in 1 file:\na.ts (line 1)',
    );
    assert.equal(readFileSync(join(root, "a.ts"), "utf8"), `${bom}const size\r\nof = 1;\r\nuse(größe); // größe\r\n`);
    assert.match(
      await said("code_action", { path: "b.ts", line: 1, title: "Fix with more" }),
      /\n\[Its command x\.follow is not run, because its effects are not known\.\]$/,
    );
  });

  it("runs no command, and tells apart what is called the same", async () => {
    const { said, root } = await make();
    const before = snapshot(root);
    const apply = (title: string, rest: object = {}) => said("code_action", { path: "a.ts", line: 1, title, ...rest });
    assert.equal(
      await apply("Run"),
      '"Run" is the command x.run, which is not run because its effects are not known: make the change with edit_file.',
    );
    assert.equal(await apply("Later"), '"Later" is not available here: select an expression.');
    assert.equal(
      await apply("Twice"),
      'Several code actions are called "Twice": give the kind of one, quickfix or refactor.rewrite.',
    );
    assert.match(
      await apply("Fixed"),
      /^No code action "Fixed" is offered for a\.ts, line 1: use one of Fix \(quickfix; preferred\), /,
    );
    assert.deepEqual(snapshot(root), before);
    assert.match(await apply("Twice", { kind: "refactor" }), /^Applied "Twice"/);
  });

  it("acts on a text that stands in the lines once", async () => {
    const { said, points } = await make();
    await said("code_action", { path: "a.ts", line: 1, end_line: 2, text: "1;\nuse" });
    assert.deepEqual(points, ["1:15-2:4"]);
    assert.match(
      await said("code_action", { path: "a.ts", text: "größe" }),
      /^The text occurs more than once in lines 1 to 3 of a\.ts/,
    );
    assert.match(
      await said("code_action", { path: "a.ts", line: 3, end_line: 2 }),
      /^end_line 2 comes before line 3: give the last line, or leave end_line out\.$/,
    );
    assert.match(await said("code_action", { path: "a.ts", line: 1, text: "?" }), /occur in line 1 of a\.ts: copy it/);
    assert.match(await said("code_action", { path: "a.ts", line: 7 }), /^a\.ts has 3 lines, so line 7 does not exist/);
  });
});

describe("format_code", () => {
  it("formats all of a file or some lines, and says when there is nothing to do or nobody to do it", async () => {
    const ranges: unknown[] = [];
    const { said, root } = await codeCrib(tree, () => ({
      format: async (file, range) => {
        ranges.push(range);
        return file.shown === "b.ts" ? answer({ range: at("", 1, 3, 1).range, text: " (" }) : answer();
      },
    }));
    assert.equal(await said("format_code", { path: "b.ts", line: 2 }), "Formatted in 1 file:\nb.ts (line 2)");
    assert.equal(readFileSync(join(root, "b.ts"), "utf8"), "import { größe } from './a';\nuse (größe);\n");
    assert.equal(await said("format_code", { path: "c.ts" }), "c.ts is already formatted: nothing was changed.");
    assert.deepEqual(ranges, [{ start: { line: 1, character: 0 }, end: { line: 1, character: 11 } }, undefined]);
    const silent = await codeCrib(tree, () => ({ format: async () => silence }));
    assert.match(
      await silent.said("format_code", { path: "c.ts" }),
      /^c\.ts was not formatted\. The editor's language support gave no answer/,
    );
  });

  it("formats the lines that differ from the last commit, each place once", async () => {
    const old = "a;\nb;\nc;\nd;\ne;\n";
    const ranges: string[] = [];
    const { said, root } = await codeCrib({ "a.ts": old, "same.ts": old }, () => ({
      format: async (_, range) => {
        const { start, end } = range ?? { start: { line: -1 }, end: { line: -1 } };
        ranges.push(`${start.line + 1}-${end.line + 1}`);
        return answer(
          { range: at("", start.line, 0, 1).range, text: "X" },
          { range: at("", 3, 0, 1).range, text: "Y" },
        );
      },
    }));
    git(root, "init", "-q");
    git(root, "add", "-A");
    git(root, "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "-m", "first");
    writeFileSync(join(root, "a.ts"), "A;\nb;\nc2;\nc3;\ne;\n");
    writeFileSync(join(root, "new.ts"), "x;\n\n\ny;\n");
    const changed = (path: string) => said("format_code", { path, changed: true });
    assert.equal(await changed("a.ts"), "Formatted in 1 file:\na.ts (lines 1, 3, 4)");
    assert.deepEqual(ranges, ["1-1", "3-4"]);
    assert.equal(readFileSync(join(root, "a.ts"), "utf8"), "X;\nb;\nX2;\nY3;\ne;\n");
    assert.equal(await changed("same.ts"), "No line of same.ts differs from the last commit.");
    await changed("new.ts");
    assert.equal(ranges.at(-1), "0-0");
    assert.match(await said("format_code", { path: "a.ts", changed: true, line: 1 }), /^changed and line exclude/);
  });
});
