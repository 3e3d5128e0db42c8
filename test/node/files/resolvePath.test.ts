import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ToolErrorCode } from "../../../src/core/vocabulary/toolError";
import { plainPath, windowsTrap } from "../../../src/node/files/pathSyntax";
import { readRoots, resolvePath } from "../../../src/node/files/resolvePath";
import { plant, tempFolder } from "../../support/tempFolder";
import { failsWith } from "../../support/toolFailure";

describe("resolvePath (D-5, D-6, PTH-1)", () => {
  let world: string;
  let app: string;
  let home: string;

  before(() => {
    world = tempFolder({ "app/src/a.ts": "", "app-evil/x": "", "out/file.txt": "", "home/.ssh/id": "" });
    app = join(world, "app");
    home = join(world, "home");
    plant(app, {
      link_in: { link: "src" },
      link_out: { link: "../out" },
      link_file: { link: "../out/file.txt" },
      dangling: { link: "../out/none" },
      "sub/~": "",
      "sub/...": "",
    });
  });

  const resolved = async (path: string, base?: string, folders = [app]) =>
    resolvePath(path, base, await readRoots(folders), home);

  const inside: [path: string, real: string, shown?: string][] = [
    [".", "", "."],
    ["./", "", "."],
    ["src/a.ts", "src/a.ts"],
    ["./src//a.ts", "src/a.ts"],
    ["src/../src/a.ts", "src/a.ts"],
    ["src/a.ts/", "src/a.ts"],
    ["../app/src/a.ts", "src/a.ts"],
    ["new/deep/file", "new/deep/file"],
    ["link_in/a.ts", "src/a.ts"],
    ["link_in/../src", "src"],
    ["sub/~", "sub/~"],
    ["sub/...", "sub/..."],
    ["~x~", "~x~"],
    ["a\\b", "a\\b"],
    ["%2e%2e/x", "%2e%2e/x"],
    ["src/a.ts:stream", "src/a.ts:stream"],
    [" ", " "],
    ["\n", "\n", "\\u{a}"],
    ["é", "é"],
    ["C:", "C:"],
  ];
  for (const [path, real, shown = real] of inside)
    it(`${JSON.stringify(path)} is inside`, async () =>
      assert.deepEqual(await resolved(path), {
        path: join(app, path.startsWith("..") ? "src/a.ts" : path).replace(/(?<=.)\/$/, ""),
        real: join(app, real).replace(/\/$/, ""),
        root: app,
        shown,
      }));

  const outside: [path: string, real: string][] = [
    ["..", "."],
    ["../app-evil/x", "app-evil/x"],
    ["../appx", "appx"],
    ["src/../../out/file.txt", "out/file.txt"],
    ["link_out", "out"],
    ["link_out/file.txt", "out/file.txt"],
    ["link_out/new", "out/new"],
    ["link_file", "out/file.txt"],
    ["dangling", "out/none"],
    ["dangling/deeper", "out/none/deeper"],
    ["~", "home"],
    ["~/.ssh/id", "home/.ssh/id"],
  ];
  for (const [path, real] of outside)
    it(`${path} is outside, and shown whole`, async () => {
      const target = await resolved(path);
      const expected = join(world, real).replace(/\/$/, "");
      assert.deepEqual(
        { real: target.real, shown: target.shown, root: target.root },
        { real: expected, shown: expected, root: undefined },
      );
    });

  it("absolute paths and file addresses are taken as they are", async () => {
    assert.deepEqual(await resolved("/etc/passwd"), { path: "/etc/passwd", real: "/etc/passwd", shown: "/etc/passwd" });
    assert.equal((await resolved("//etc//passwd")).real, "/etc/passwd");
    assert.equal((await resolved(pathToFileURL(join(app, "src/a.ts")).href)).shown, "src/a.ts");
    assert.equal((await resolved("file:///etc/pass%77d")).real, "/etc/passwd");
    assert.equal((await resolved("/", undefined, ["/"])).shown, ".");
  });

  const refused: [path: string, code: ToolErrorCode, message: string | RegExp][] = [
    ["", "invalid_input", 'The path is empty: name a file or folder, "." is the workspace folder.'],
    ["a\0b", "invalid_input", 'The path "a\\u0000b" contains a NUL character: no file has such a name.'],
    ["\0", "invalid_input", 'The path "\\u0000" contains a NUL character: no file has such a name.'],
    [
      "~root/.ssh",
      "outside_roots",
      "The path ~root/.ssh names another user's home folder, which is outside the workspace.",
    ],
    ["~root", "outside_roots", "The path ~root names another user's home folder, which is outside the workspace."],
    [
      "~www-data/x",
      "outside_roots",
      "The path ~www-data/x names another user's home folder, which is outside the workspace.",
    ],
    [
      "http://x.test/a",
      "invalid_input",
      "http://x.test/a is an address, not a file path: give a path relative to the workspace folder.",
    ],
    [
      "file://host/x",
      "invalid_input",
      "file://host/x is an address, not a file path: give a path relative to the workspace folder.",
    ],
    ["file:///a%2fb", "invalid_input", /^file:\/\/\/a%2fb is an address/],
    ["vscode-remote://x/y", "invalid_input", /is an address, not a file path/],
    ["x".repeat(4097), "invalid_input", "The path is 4097 characters long; at most 4,096 are possible."],
    [`${"x".repeat(300)}/y`, "unreadable", /ENAMETOOLONG/],
  ];
  for (const [path, code, message] of refused)
    it(`${JSON.stringify(path).slice(0, 40)} is refused`, () => failsWith(() => resolved(path), code, message));

  it("file:///a%00b is refused like any NUL", () =>
    failsWith(
      () => resolved("file:///a%00b"),
      "invalid_input",
      'The path "file:///a%00b" contains a NUL character: no file has such a name.',
    ));

  it("a base other than the root", async () => {
    assert.equal((await resolved("a.ts", join(app, "src"))).shown, "src/a.ts");
    assert.equal((await resolved("../../out", join(app, "src"))).root, undefined);
  });

  it("PTH-7 a folder beside the root whose name starts alike is outside", async () =>
    assert.equal((await resolved(join(world, "app-evil/x"))).root, undefined));

  it("a root that is a link, or is not there yet, is where it really is", async () => {
    symlinkSync("app", join(world, "by-link"));
    const target = await resolved("src/a.ts", undefined, [join(world, "by-link")]);
    assert.deepEqual(target, {
      path: join(world, "by-link/src/a.ts"),
      real: join(app, "src/a.ts"),
      root: app,
      shown: "src/a.ts",
    });
    assert.equal((await resolved("x", undefined, [join(world, "later")])).root, join(world, "later"));
  });

  it("without a root, relative paths start at the home and are outside", async () =>
    assert.deepEqual(await resolved("x", undefined, []), {
      path: join(home, "x"),
      real: join(home, "x"),
      shown: join(home, "x"),
    }));

  it("of nested roots the inner one holds", async () =>
    assert.equal((await resolved("src/a.ts", undefined, [app, join(app, "src")])).root, join(app, "src")));

  describe("several roots (D-5)", () => {
    let lib: string;
    before(() => {
      lib = join(world, "lib");
      plant(lib, { "b.ts": "", "app/x": "" });
      mkdirSync(join(app, "lib"));
      writeFileSync(join(app, "lib/own.ts"), "");
    });
    const several = (path: string) => resolved(path, undefined, [app, lib]);

    it("are shown with their names", async () => {
      assert.equal((await several("src/a.ts")).shown, "app/src/a.ts");
      assert.equal((await several(join(lib, "b.ts"))).shown, "lib/b.ts");
      assert.equal((await several(".")).shown, "app");
      assert.equal((await several(lib)).shown, "lib");
    });

    it("NAME/rest names a file in that root only when no such path is there under the first", async () => {
      assert.equal((await several("lib/b.ts")).real, join(lib, "b.ts"));
      assert.equal((await several("lib/own.ts")).real, join(app, "lib/own.ts"));
      assert.equal((await several("app/src/a.ts")).real, join(app, "src/a.ts"));
      assert.equal((await several("nothing/b.ts")).real, join(app, "nothing/b.ts"));
    });

    it("a name is no way out", async () => {
      assert.equal((await several("lib/../../etc")).root, undefined);
      assert.equal((await several("lib/../../etc")).real, join(dirname(world), "etc"));
    });
  });
});

describe("paths on Windows (D-6)", () => {
  const traps: [path: string, why: string][] = [
    ["\\\\server\\share\\x", "network and device paths are not supported"],
    ["\\\\?\\C:\\x", "network and device paths are not supported"],
    ["//server/share", "network and device paths are not supported"],
    ["C:\\a\\file.txt::$DATA", '"file.txt::$DATA" names an alternate data stream'],
    ["a\\.git:x", '".git:x" names an alternate data stream'],
    ["CON", '"CON" is a device on Windows'],
    ["a/nul.txt", '"nul.txt" is a device on Windows'],
    ["com1", '"com1" is a device on Windows'],
    ["LPT¹.log", '"LPT¹.log" is a device on Windows'],
    ["a\\.git.", '".git." ends in a dot or space, which Windows drops'],
    ["a\\.git \\x", '".git " ends in a dot or space, which Windows drops'],
    ["GIT~1\\config", '"GIT~1" may be the short form of another name'],
  ];
  for (const [path, why] of traps)
    it(`${path} is refused`, async () => {
      assert.equal(windowsTrap(path), why);
      await failsWith(
        () => plainPath(path, "C:\\Users\\me", "win32"),
        "invalid_input",
        `The path ${path} is refused: ${why}.`,
      );
    });
  for (const path of ["C:\\a\\b.txt", "C:/a", "a\\..\\b", "console.log", "com10", "a.b.c", ".", "..", "nul1", "a~b"])
    it(`${path} is fine`, () => assert.equal(windowsTrap(path), undefined));
  it("and none of this holds elsewhere", () => assert.equal(plainPath("a/nul:x.", "/h", "linux"), "a/nul:x."));
});
