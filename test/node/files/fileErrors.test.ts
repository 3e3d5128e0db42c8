import assert from "node:assert/strict";
import { ToolError } from "../../../src/core/vocabulary/toolError";
import { fileError } from "../../../src/node/files/fileErrors";

describe("fileError", () => {
  const sentences: [code: string, tool: string, words: string][] = [
    ["ENOENT", "not_found", "f does not exist: check the path, or find it with find_files."],
    ["ENOTDIR", "not_found", "f does not exist, because a part of its path is a file: check the path."],
    ["EISDIR", "is_directory", "f is a folder, not a file: list it with list_directory."],
    ["EACCES", "unreadable", "f may not be accessed (EACCES): the permissions of the file or its folder forbid it."],
    ["EPERM", "unreadable", "f may not be accessed (EPERM): the system forbids it."],
    ["ENOSPC", "unwritable", "f was not written because the disk is full (ENOSPC): it is as it was before."],
    ["EROFS", "unwritable", "f was not written because its file system is read-only (EROFS)."],
    ["ENAMETOOLONG", "invalid_input", "f has a name that is too long for this system: use a shorter one."],
    ["ELOOP", "unreadable", "f is a symbolic link loop (ELOOP)."],
    ["EIO", "internal", "f could not be used (EIO: broken)."],
  ];
  for (const [code, tool, words] of sentences)
    it(`${code} is ${tool}`, () => {
      const failure = fileError(Object.assign(new Error(`${code}: broken`), { code }), "f");
      assert.deepEqual([failure.code, failure.message, failure.details], [tool, words, { path: "f", code }]);
    });

  it("leaves a sentence as it is, and tells what is no error too", () => {
    const known = new ToolError("stale", "Old.");
    assert.equal(fileError(known, "f"), known);
    assert.equal(fileError("odd", "f").message, "f could not be used (odd).");
    assert.equal(fileError(undefined, "f").message, "f could not be used (undefined).");
  });
});
