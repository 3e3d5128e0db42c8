/** Every bad input gives one clear sentence, soon, and changes nothing. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { realCrib } from "../support/realCrib";
import { snapshot } from "./support/snapshot";

const nul = "a\u0000b";

const cases: [tool: string, input: unknown, message: RegExp][] = [
  ["read_file", {}, /^read_file needs the parameter "path", which is missing\.$/],
  ["read_file", { path: "" }, /^read_file parameter "path" is wrong: /],
  ["read_file", { path: 5 }, /^read_file parameter "path" is wrong: expected string, but got 5\.$/],
  ["read_file", { path: "a.txt", offset: -1 }, /^read_file parameter "offset" is wrong: .*, but got -1\.$/],
  ["read_file", { path: "a.txt", limit: 1.5 }, /^read_file parameter "limit" is wrong: .*, but got 1\.5\.$/],
  [
    "read_file",
    { colour: "red" },
    /"path", which is missing\.\n\n\[read_file has no parameter "colour", which was ignored: use "path", "offset", "limit", "pages", "raw"\.\]$/,
  ],
  ["read_file", "a.txt", /^read_file needs a JSON object with /],
  ["read_file", null, /^read_file needs a JSON object with /],
  ["read_file", [], /^read_file needs a JSON object with /],
  ["read_file", { path: nul }, /contains a NUL character: no file has such a name\.$/],
  ["read_file", { path: "../outside/secret" }, /^Denied by policy: .* is outside the workspace\./],
  ["read_file", { path: "/etc/passwd" }, /^Denied by policy: \/etc\/passwd is outside the workspace\./],
  ["read_file", { path: "out/secret" }, /^Denied by policy: .* is outside the workspace\./],
  [
    "read_file",
    { path: "~root/x" },
    /^The path ~root\/x names another user's home folder, which is outside the workspace\.$/,
  ],
  ["read_file", { path: "folder" }, /^folder is a folder, not a file: list it with list_directory\.$/],
  ["read_file", { path: "none.txt" }, /^none\.txt does not exist: check the path, or find it with find_files\.$/],
  ["read_file", { path: "a.txt/b" }, /^a\.txt\/b does not exist/],
  ["read_file", { path: "pipe" }, /^pipe is a device, pipe or socket, not a file: it cannot be read\.$/],
  [
    "read_file",
    { path: "a.txt", offset: 99 },
    /^offset 99 is past the end of a\.txt, which has 2 lines: use a smaller offset\.$/,
  ],
  ["read_file", { path: "https://example.com/x" }, /is an address, not a file path/],
  ["write_file", { path: "b.txt" }, /^write_file needs the parameter "content", which is missing\.$/],
  [
    "write_file",
    { path: "../b.txt", content: "" },
    /^Denied by policy: writing outside the workspace is never allowed/,
  ],
  [
    "write_file",
    { path: "out/b.txt", content: "" },
    /^Denied by policy: writing outside the workspace is never allowed/,
  ],
  [
    "write_file",
    { path: "dangling", content: "" },
    /^Denied by policy: writing outside the workspace is never allowed/,
  ],
  ["write_file", { path: "folder", content: "" }, /^folder is a folder, not a file: give the path of a file in it\.$/],
  [
    "write_file",
    { path: "a.txt", content: "x" },
    /^a\.txt exists and has not been read yet: read it with read_file first, then repeat this call\.$/,
  ],
  ["write_file", { path: "a.txt/b", content: "x" }, /a\.txt\/b/],
  ["list_directory", { path: "none" }, /^none does not exist/],
  ["list_directory", { path: "a.txt" }, /^a\.txt is a file, not a folder/],
  ["list_directory", { path: ".", ignore: ["[a"] }, /^The glob .*\[a is not valid/],
  ["find_files", { pattern: "" }, /^find_files parameter "pattern" is wrong/],
  ["find_files", { pattern: "{a" }, /^The glob .* is not valid .*: balance its brackets\.$/],
  ["find_files", { pattern: "../**" }, /contains "\.\.": name the folder in "path" and match below it\.$/],
  ["find_files", { pattern: "*", path: "a.txt" }, /^a\.txt is a file, not a folder/],
  ["search_text", { pattern: "(" }, /^The search could not run: /],
  ["search_text", { pattern: "x", path: "none" }, /^none does not exist: give a file or folder to search\.$/],
  ["search_text", { pattern: "x", include: "[a" }, /^The glob .* is not valid/],
  ["search_text", { pattern: "x", limit: 0 }, /^search_text parameter "limit" is wrong/],
  ["search_text", { pattern: "x", path: "/etc" }, /^Denied by policy: /],
  ["run_command", { command: "" }, /^run_command parameter "command" is wrong/],
  ["run_command", { command: "  \n" }, /^The command is empty: give the command line to run\.$/],
  ["run_command", { command: nul }, /^The command contains a NUL character/],
  [
    "run_command",
    { command: "ls", cwd: "none" },
    /^The working folder none does not exist: give an existing folder\.$/,
  ],
  ["run_command", { command: "ls", cwd: "a.txt" }, /^The working folder a\.txt is a file: give an existing folder\.$/],
  ["run_command", { command: "ls", cwd: ".." }, /^Denied by policy: /],
  [
    "run_command",
    { command: "ls", timeout_ms: 1e9 },
    /^timeout_ms 1000000000 exceeds the maximum of 600000, which toolcrib\.limits\.commandTimeoutMs sets: use a smaller value\.$/,
  ],
  ["frobnicate", {}, /^There is no tool "frobnicate": use one of read_file, /],
  ["remove_file", {}, /^There is no tool "remove_file": did you mean delete_file, [a-z_]+ or [a-z_]+\?$/],
];

describe("bad input", () => {
  for (const [tool, input, message] of cases)
    it(`${tool} ${JSON.stringify(input)}`, async () => {
      const { call, root, outside } = await realCrib({
        "a.txt": "one\ntwo\n",
        "folder/b": "",
        out: { link: "../outside" },
        dangling: { link: "../outside/none" },
      });
      execFileSync("mkfifo", [join(root, "pipe")]);
      execFileSync("sh", ["-c", 'echo secret > "$0/secret"', outside]);
      const before = [snapshot(root), snapshot(outside)];
      const { text, isError } = await call(tool, input);
      assert.equal(isError, true, text);
      assert.match(text, message);
      assert.deepEqual([snapshot(root), snapshot(outside)], before);
    }).timeout(5000);

  it("a secret file is asked about before anything of it is told, and once", async () => {
    const { call, asked } = await realCrib(
      { ".env": "TOKEN=1\n" },
      { confirm: async () => ({ approved: false, by: "person" }) },
    );
    const { text } = await call("edit_file", { path: ".env", old_string: "TOKEN=2", new_string: "x" });
    assert.match(text, /^The person declined this: Read \.env\./);
    assert.equal(text.includes("TOKEN"), false);
    assert.deepEqual(
      asked.map(({ plan }) => plan.title),
      ["Read .env"],
    );
  });

  it("a line of 5 MB is read, searched and edited within bounds", async () => {
    const { call } = await realCrib({ "long.txt": `${"x".repeat(5_000_000)}NEEDLE` });
    const read = await call("read_file", { path: "long.txt" });
    assert.equal(read.text.length < 130_000, true);
    assert.match(
      read.text,
      /\n\[Line 1 is too long: only its first 100000 characters are shown\. A command such as .*\]$/,
    );
    const found = await call("search_text", { pattern: "NEEDLE" });
    assert.match(found.text, /^1 matching line in 1 file:\nlong\.txt:1: …x+NEEDLE$/);
    assert.equal(JSON.stringify(found).length < 5000, true);
    assert.equal((await call("edit_file", { path: "long.txt", old_string: "NEEDLE", new_string: "x" })).isError, false);
  });
});
