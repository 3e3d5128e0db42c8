/** Paths as models write them who mean another: in quotation marks, with a place in the file, or from the root of the system. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { meantPlaces, mistyped } from "../../../../src/core/calls/hosts/meantPlaces";
import { realCrib } from "../../../support/realCrib";

const tree = { "src/app.ts": "one\n", "my folder/x.ts": "two\n", "a\\b.txt": "there\n" };

describe("a path that was hardly meant as it is written", () => {
  it("is read by how models write paths", () => {
    for (const [place, meant] of [
      ['"a/b.txt"', "a/b.txt"],
      ["`'a/b.txt'`", "a/b.txt"],
      [" a/b.txt\n", "a/b.txt"],
      ["a\\b.txt", "a/b.txt"],
      [".\\a\\b.txt", "a/b.txt"],
      ["my\\ folder/x", "my folder/x"],
    ] as const)
      assert.equal(mistyped(place), meant);
    for (const place of ["a/b.txt", "it's.md", "a b.txt", "'a", "a:5", "100%.md", "[id].ts", " "])
      assert.equal(mistyped(place), undefined, place);
    assert.deepEqual(meantPlaces("my%20folder/x.ts:5"), ["my%20folder/x.ts", "my folder/x.ts:5", "my folder/x.ts"]);
    assert.deepEqual(meantPlaces("@a.ts"), ["a.ts"]);
    assert.deepEqual(meantPlaces("src/a.ts"), []);
  });

  for (const path of [
    '"src/app.ts"',
    "`src/app.ts`",
    " src/app.ts\n",
    "src/app.ts:5",
    "src/app.ts:5-9",
    "src/app.ts#L5-L9",
    "src\\app.ts",
    "@src/app.ts",
  ])
    it(`is answered with the file that is meant, and nobody is asked: ${JSON.stringify(path)}`, async () => {
      const { call, asked } = await realCrib(tree);
      const { text } = await call("read_file", { path });
      assert.ok(
        text.endsWith(" does not exist: check the path, or find it with find_files. Did you mean src/app.ts?"),
        text,
      );
      const edit = await call("edit_file", { path: "src/app.ts:5", old_string: "one", new_string: "two" });
      assert.equal(
        edit.text,
        "src/app.ts:5 does not exist: check the path, or create it with write_file. Did you mean src/app.ts?",
      );
      assert.equal(asked.length, 0);
    });

  it("is answered so where its blanks are written otherwise", async () => {
    const { call } = await realCrib(tree);
    for (const path of ["my\\ folder/x.ts", "my%20folder/x.ts"])
      assert.match((await call("read_file", { path })).text, / Did you mean my folder\/x\.ts\?$/);
  });

  it("becomes no new file, and names the path that is meant", async () => {
    const { call, asked, root } = await realCrib(tree);
    for (const [path, shown, meant] of [
      ['"a/b.txt"', '"\\"a/b.txt\\""', "a/b.txt"],
      [`"${root}/a/b.txt"`, undefined, "a/b.txt"],
      ["`a.txt`", '"`a.txt`"', "a.txt"],
      ["src/ a.txt ", '"src/ a.txt "', "src/a.txt"],
      ["src\\a.txt", '"src\\\\a.txt"', "src/a.txt"],
    ] as const) {
      const { text } = await call("write_file", { path, content: "x" });
      const rest = ` looks mistyped, so nothing was written: give ${meant}, or create a file of exactly that name with a command.`;
      if (shown === undefined) assert.ok(text.endsWith(rest), text);
      else assert.equal(text, `The path ${shown}${rest}`);
      assert.equal((await call("edit_file", { path, old_string: "", new_string: "x" })).text, text);
      assert.equal(existsSync(join(root, path)), false);
    }
    assert.equal(asked.length, 0);
  });

  it("is a file that is there, where one has this name", async () => {
    const { call, root } = await realCrib(tree);
    assert.match((await call("read_file", { path: "a\\b.txt" })).text, /^there\n/);
    await call("write_file", { path: "a\\b.txt", content: "x\n" });
    assert.equal(readFileSync(join(root, "a\\b.txt"), "utf8"), "x\n");
  });

  it("is no other than what it says outside the workspace, and in it where it is from the root of the system", async () => {
    const { call, asked } = await realCrib(tree);
    const denied = (title: string, advice: string) =>
      `Denied by policy: /src/app.ts is outside the workspace. "${title}" was not done; ${advice}.`;
    const inside = "give src/app.ts, which is in the workspace";
    assert.equal((await call("read_file", { path: "/src/app.ts" })).text, denied("Read /src/app.ts", inside));
    assert.match((await call("list_directory", { path: "/src" })).text, /; give src, which is in the workspace\.$/);
    assert.match((await call("search_text", { path: "/src", pattern: "one" })).text, /; give src, which is in the/);
    assert.match((await call("write_file", { path: "/src/b.ts", content: "" })).text, /; give src\/b\.ts, which is in/);
    for (const path of ["/new.ts", "/none/app.ts"])
      assert.match((await call("write_file", { path, content: "" })).text, /; do not try another way: /);
    assert.equal(asked.length, 0);
  });
});
