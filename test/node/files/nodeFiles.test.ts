import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { NodeFiles } from "../../../src/node/files/nodeFiles";
import { readRoots } from "../../../src/node/files/resolvePath";
import { snapshot, type Tree, tempFolder } from "../../support/tempFolder";
import { failsWith } from "../../support/toolFailure";
import { asOrdinaryUser } from "../../support/unprivileged";

async function make(tree: Tree = {}) {
  const root = tempFolder(tree);
  const roots = await readRoots([root]);
  const files = new NodeFiles(() => roots, root);
  return { root, files, at: (path: string) => files.resolve(path) };
}
const drained = async (stream: AsyncIterable<Uint8Array>) => {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
};
const signal = new AbortController().signal;

describe("NodeFiles: looking", () => {
  it("tells what is there, and nothing of what is not", async () => {
    const { root, files, at } = await make({
      "a.txt": "abc",
      "d/x": "",
      link: { link: "a.txt" },
      broken: { link: "none" },
    });
    linkSync(join(root, "a.txt"), join(root, "b.txt"));
    const stat = await files.stat(await at("a.txt"));
    const { size, ino, mtimeNs, ctimeNs } = statSync(join(root, "a.txt"), { bigint: true });
    assert.deepEqual(stat, {
      kind: "file",
      size: 3,
      mode: 0o644,
      mtimeMs: Number(mtimeNs) / 1e6,
      changedMs: Number(ctimeNs) / 1e6,
      version: `${ino}:${mtimeNs}:${size}`,
      links: 2,
    });
    assert.deepEqual(await files.stat(await at("link")), stat);
    assert.deepEqual(
      [(await files.stat(await at("d")))?.kind, (await files.stat(await at("d")))?.links],
      ["directory", 1],
    );
    for (const name of ["none", "broken", "a.txt/below", "d/none/x"])
      assert.equal(await files.stat(await at(name)), undefined);
  });

  it("D-10 the version changes with the content, the time and the file itself", async () => {
    const { root, files, at } = await make({ f: "abc" });
    const version = async () => (await files.stat(await at("f")))?.version;
    const seen = [await version()];
    appendFileSync(join(root, "f"), "d");
    seen.push(await version());
    writeFileSync(join(root, "f"), "efgh");
    seen.push(await version());
    utimesSync(join(root, "f"), 1, 1);
    seen.push(await version());
    await files.write(await at("f"), Buffer.from("efgh"), Buffer.from("ijkl"));
    seen.push(await version());
    assert.equal(new Set(seen).size, 5);
    assert.equal(await version(), seen[4]);
  });

  it("lists names with what they lead to; one odd entry does not fail the rest", async () => {
    const { root, files, at } = await make({
      "f.txt": "abc",
      "d/x": "",
      toFile: { link: "f.txt" },
      toFolder: { link: "d" },
      broken: { link: "none" },
      loop: { link: "loop" },
      ".hidden": "",
      "new\nline": "",
    });
    spawnSync("mkfifo", [join(root, "pipe")]);
    const listed = (await files.list(await at("."))).sort((a, b) => (a.name < b.name ? -1 : 1));
    const names = listed.map(({ name }) => name);
    const facts = await files.examine(await at("."), names);
    const plain = (name: string, kind: string, size: number, link = false) => ({ name, link, kind, size });
    const folderSize = statSync(join(root, "d")).size;
    // Of a link nothing is told that lies behind it, which may be outside.
    const link = (name: string, kind: string) => plain(name, kind, lstatSync(join(root, name)).size, true);
    assert.deepEqual(
      listed.map((entry, index) => ({ ...entry, size: facts[index]?.size })),
      [
        plain(".hidden", "file", 0),
        link("broken", "other"),
        plain("d", "directory", folderSize),
        plain("f.txt", "file", 3),
        link("loop", "other"),
        plain("new\nline", "file", 0),
        plain("pipe", "other", 0),
        link("toFile", "file"),
        link("toFolder", "directory"),
      ],
    );
  });

  it("lists thousands of entries", async () => {
    const { files, at } = await make(Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`f${index}`, ""])));
    assert.equal((await files.list(await at("."))).length, 3000);
  });

  it("a file is no folder, and what is not there has no names", async () => {
    const { files, at } = await make({ f: "" });
    const target = await at("f");
    await failsWith(() => files.list(target), "not_directory", "f is a file, not a folder: read it with read_file.");
    const none = await at("none");
    await failsWith(
      () => files.list(none),
      "not_found",
      "none does not exist: check the path, or find it with find_files.",
    );
  });
});

describe("NodeFiles: reading", () => {
  it("reads and streams the same bytes, through a link too", async () => {
    const bytes = Buffer.alloc(600_001, "0123456789");
    const { files, at } = await make({ f: bytes, link: { link: "f" } });
    for (const name of ["f", "link"]) {
      const target = await at(name);
      assert.ok(bytes.equals(await files.read(target)));
      assert.ok(bytes.equals(await drained(files.stream(target, signal))));
    }
  });

  it("folders, missing files, pipes and devices are refused without waiting", async () => {
    const { root, files, at } = await make({ "d/x": "" });
    spawnSync("mkfifo", [join(root, "pipe")]);
    symlinkSync("/dev/zero", join(root, "zero"));
    const special = (name: string) => `${name} is a device, pipe or socket, not a file: it cannot be read.`;
    for (const [name, code, message] of [
      ["d", "is_directory", "d is a folder, not a file: list it with list_directory."],
      ["none", "not_found", "none does not exist: check the path, or find it with find_files."],
      ["pipe", "unreadable", special("pipe")],
      ["zero", "unreadable", special("/dev/zero")],
    ] as const) {
      const target = await at(name);
      await failsWith(() => files.read(target), code, message);
      await failsWith(() => drained(files.stream(target, signal)), code, message);
    }
  });

  it("a file this user may not read", async () => {
    const { root, files, at } = await make({ f: "secret", "closed/x": "secret" });
    chmodSync(root, 0o755);
    chmodSync(join(root, "f"), 0);
    chmodSync(join(root, "closed"), 0);
    const forbidden = (name: string) =>
      `${name} may not be accessed (EACCES): the permissions of the file or its folder forbid it.`;
    await asOrdinaryUser(async () => {
      const target = await at("f");
      await failsWith(() => files.read(target), "unreadable", forbidden("f"));
      await failsWith(() => drained(files.stream(target, signal)), "unreadable", forbidden("f"));
      const closed = await at("closed");
      await failsWith(() => files.list(closed), "unreadable", forbidden("closed"));
      await failsWith(
        () => at("closed/x"),
        "unreadable",
        /cannot be examined \(EACCES: .*\): name a path you may look at\.$/,
      );
    });
  });

  it("reading stops when the call is cancelled", async () => {
    const { files, at } = await make({ f: Buffer.alloc(2_000_000) });
    const stop = new AbortController();
    const target = await at("f");
    await failsWith(
      async () => {
        for await (const _ of files.stream(target, stop.signal)) stop.abort();
      },
      "cancelled",
      "Reading f was cancelled.",
    );
  });

  it("a file larger than memory should hold is only streamed", async () => {
    const { root, files, at } = await make({ f: "" });
    spawnSync("truncate", ["-s", "300M", join(root, "f")]);
    const target = await at("f");
    await failsWith(
      () => files.read(target),
      "too_large",
      "f has 314572800 bytes, more than the 268435456 that can be handled at once.",
    );
  });
});

describe("NodeFiles: writing", () => {
  it("D-9 writes through a link to what it points to; the link stays", async () => {
    const { root, files, at } = await make({
      "real/f": "old",
      link: { link: "real/f" },
      dangling: { link: "real/new" },
    });
    await files.write(await at("link"), Buffer.from("old"), Buffer.from("new"));
    await files.write(await at("dangling"), undefined, Buffer.from("made"));
    assert.deepEqual(snapshot(root), {
      dangling: "-> real/new",
      link: "-> real/f",
      "real/": "",
      "real/f": "new",
      "real/new": "made",
    });
  });

  it("tells the version and the folders it made", async () => {
    const { root, files, at } = await make();
    const target = await at("a/b/f");
    const receipt = await files.write(target, undefined, Buffer.from("x"));
    assert.deepEqual(receipt, {
      version: (await files.stat(target))?.version,
      createdDirectories: [join(root, "a"), join(root, "a/b")],
    });
    assert.deepEqual(await files.write(target, Buffer.from("x"), undefined), { version: "", createdDirectories: [] });
  });

  it("removes a folder only when it is empty", async () => {
    const { root, files } = await make({ "full/x": "" });
    mkdirSync(join(root, "empty"));
    await files.removeEmptyDirectory(join(root, "full"));
    await files.removeEmptyDirectory(join(root, "empty"));
    await files.removeEmptyDirectory(join(root, "none"));
    await files.removeEmptyDirectory(join(root, "full/x"));
    assert.deepEqual(snapshot(root), { "full/": "", "full/x": "" });
  });

  it("failures are sentences, and leave the file", async () => {
    const { root, files, at } = await make({ f: "mine" });
    const target = await at("f");
    await failsWith(
      () => files.write(target, Buffer.from("old"), Buffer.from("new")),
      "stale",
      "f was changed since it was planned, so nothing was written: read it again and repeat the change.",
    );
    assert.equal(readFileSync(join(root, "f"), "utf8"), "mine");
  });
});
