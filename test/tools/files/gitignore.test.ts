/** GI-1, GI-2: adding patterns to an ignore file, and asking what is ignored. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { realCrib } from "../../support/realCrib";
import { plant, snapshot, type Tree } from "../../support/tempFolder";

const start = async (tree: Tree = {}) => {
  // Whether there is a sandbox decides what is advised for a path in the system's folder for temporary files.
  const at = await realCrib(tree, { settings: { sandbox: "off" } });
  const git = (...args: string[]) => spawnSync("git", args, { cwd: at.root, encoding: "utf8" });
  git("init", "--quiet", "--template=");
  return {
    ...at,
    git,
    call: (input: object) => at.call("gitignore", input),
    text: async (input: object) => (await at.call("gitignore", input)).text,
    file: (path = ".gitignore") => readFileSync(join(at.root, path), "latin1"),
  };
};

describe("gitignore add (GI-1)", () => {
  it("creates the file, with one line for each pattern", async () => {
    const { text, file, call } = await start({ sub: undefined });
    assert.equal(
      await text({ action: "add", patterns: ["*.log", "dist/"] }),
      "Created .gitignore with 2 patterns: *.log, dist/.",
    );
    assert.equal(file(), "*.log\ndist/\n");
    assert.equal(
      await text({ action: "add", dir: "sub", patterns: ["x"] }),
      "Created sub/.gitignore with 1 pattern: x.",
    );
    assert.equal(file("sub/.gitignore"), "x\n");
    const { data } = await call({ action: "add", dir: "sub", patterns: ["x", "y"] });
    assert.deepEqual(
      { ...(data as object), path: undefined },
      {
        action: "add",
        path: undefined,
        shown: "sub/.gitignore",
        created: false,
        added: ["y"],
        present: ["x"],
      },
    );
  });

  it("adds what is not there yet, once, and writes nothing the second time", async () => {
    const { text, file, asked } = await start({ ".gitignore": "*.log\n!keep.log\n" });
    assert.equal(
      await text({ action: "add", patterns: ["*.log", "a", "a", "# ours"] }),
      "Added 2 patterns to .gitignore: a, # ours. Already present: *.log.",
    );
    assert.equal(file(), "*.log\n!keep.log\na\n# ours\n");
    assert.equal(asked.length, 1);
    assert.equal(
      await text({ action: "add", patterns: ["a", "!keep.log"] }),
      ".gitignore already contains a, !keep.log; nothing was written.",
    );
    assert.equal(file(), "*.log\n!keep.log\na\n# ours\n");
    assert.equal(asked.length, 1);
  });

  const bytes: readonly (readonly [string, string | Uint8Array, string])[] = [
    ["a missing final newline", "a", "a\nx\n"],
    ["CRLF", "a\r\nb\r\n", "a\r\nb\r\nx\r\n"],
    ["CRLF without the last", "a\r\nb", "a\r\nb\r\nx\r\n"],
    ["mostly LF", "a\nb\nc\r\n", "a\nb\nc\r\nx\n"],
    ["a byte order mark", "\ufeffa\n", "\u00ef\u00bb\u00bfa\nx\n"],
    ["an empty file", "", "x\n"],
    ["UTF-16", Buffer.from("\ufeffa\n", "utf16le"), Buffer.from("\ufeffa\nx\n", "utf16le").toString("latin1")],
  ];
  for (const [what, before, after] of bytes)
    it(`keeps ${what}`, async () => {
      const { call, file } = await start({ ".gitignore": before });
      await call({ action: "add", patterns: ["x"] });
      assert.equal(file(), after);
    });

  it("is shown before it happens, can be declined, and can be undone", async () => {
    const { call, crib, root, asked } = await start({ ".gitignore": "a" });
    await call({ action: "add", patterns: ["b"] });
    assert.equal(asked[0]?.plan.title, "Add 1 pattern to .gitignore");
    assert.equal(readFileSync(join(root, ".gitignore"), "utf8"), "a\nb\n");
    await crib.journal.undo();
    assert.equal(readFileSync(join(root, ".gitignore"), "utf8"), "a");
    const declining = await realCrib({}, { confirm: async () => ({ approved: false, by: "person" }) });
    assert.match(
      (await declining.call("gitignore", { action: "add", patterns: ["b"] })).text,
      /^The person declined this: Add 1 pattern to \.gitignore\./,
    );
    assert.equal(existsSync(join(declining.root, ".gitignore")), false);
  });

  const outside = (path: string) =>
    `Denied by policy: writing outside the workspace is never allowed, and ${path} is outside. "Write ${path}" was not done; do not try another way: choose a file inside the workspace, or tell the person what you need.`;
  it("refuses what it cannot do, and changes nothing", async () => {
    const {
      text,
      root,
      outside: beside,
    } = await start({ "f.txt": "", "bin/.gitignore": "a\0b", "d/.gitignore/x": "" });
    symlinkSync("../f.txt", join(root, "bin", "l"));
    const before = snapshot(root);
    assert.equal(await text({ action: "add" }), 'The action "add" needs "patterns": give at least one pattern.');
    for (const [pattern, shown] of [
      ["", '""'],
      ["  ", '"  "'],
      ["a\nb", '"a\\nb"'],
      ["a\r", '"a\\r"'],
      ["a\0", '"a\\u0000"'],
    ])
      assert.equal(
        await text({ action: "add", patterns: ["ok", pattern] }),
        `${shown} is not a valid pattern: give each pattern as one non-empty line.`,
      );
    assert.equal(
      await text({ action: "add", dir: "none", patterns: ["x"] }),
      "none does not exist: give the folder of the .gitignore.",
    );
    assert.equal(
      await text({ action: "add", dir: "f.txt", patterns: ["x"] }),
      "f.txt is a file: give the folder of the .gitignore.",
    );
    assert.equal(
      await text({ action: "add", dir: "d", patterns: ["x"] }),
      "d/.gitignore is not a file, so nothing can be added to it: remove it first.",
    );
    assert.equal(
      await text({ action: "add", dir: "bin", patterns: ["x"] }),
      "bin/.gitignore is a binary file: it cannot be changed as text.",
    );
    assert.equal(await text({ action: "add", dir: beside, patterns: ["x"] }), outside(join(beside, ".gitignore")));
    assert.deepEqual(snapshot(root), before);
  });

  it("does not write through a link, as git reads no ignore file through one", async () => {
    const { text, root, file } = await start({ real: "a\n" });
    symlinkSync("real", join(root, ".gitignore"));
    assert.equal(
      await text({ action: "add", patterns: ["x"] }),
      ".gitignore is a symbolic link to real, and git does not follow a symbolic link to an ignore file: replace it with a file first.",
    );
    assert.equal(file("real"), "a\n");
  });

  it("what was added is what git then ignores", () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom("a", "a\r\nb", "a\nb\n", "", "\ufeffc\n"), async (before) => {
        const { call, git } = await start({ ".gitignore": before });
        await call({ action: "add", patterns: ["*.x", "!keep.x"] });
        assert.deepEqual(
          ["one.x", "keep.x"].map((path) => git("check-ignore", "--quiet", path).status),
          [0, 1],
        );
      }),
      { numRuns: 10 },
    ));
});

describe("gitignore check (GI-2)", () => {
  it("says whether a path is ignored, and by which line of which file", async () => {
    const { text, call, root } = await start({
      ".gitignore": "# logs\n*.log\nout/\n",
      "sub/.gitignore": "!keep.log\n",
      "sub/keep.log": "",
      "out/deep/x": "",
      ".env": "",
    });
    assert.equal(await text({ action: "check", path: "a.log" }), "a.log is ignored by .gitignore line 2: *.log");
    assert.equal(
      await text({ action: "check", dir: "sub", path: "keep.log" }),
      "sub/keep.log is not ignored, because of sub/.gitignore line 1: !keep.log",
    );
    assert.equal(
      await text({ action: "check", path: "out/deep/x" }),
      "out/deep/x is ignored by .gitignore line 3: out/",
    );
    assert.equal(await text({ action: "check", path: "out" }), "out is ignored by .gitignore line 3: out/");
    assert.equal(await text({ action: "check", path: "sub/out" }), "sub/out is not ignored: no pattern matches it.");
    assert.equal(await text({ action: "check", path: "sub/out/" }), "sub/out is ignored by .gitignore line 3: out/");
    assert.equal(await text({ action: "check", path: ".env" }), ".env is not ignored: no pattern matches it.");
    assert.deepEqual((await call({ action: "check", path: "a.log" })).data, {
      action: "check",
      path: join(root, "a.log"),
      shown: "a.log",
      ignored: true,
      reason: { ignored: true, file: join(root, ".gitignore"), line: 2, pattern: "*.log" },
    });
  });

  it("asks nobody and reads no file but ignore files", async () => {
    const { call, asked } = await start({ ".gitignore": ".env\n", ".env": "secret" });
    assert.equal((await call({ action: "check", path: ".env" })).text, ".env is ignored by .gitignore line 1: .env");
    assert.deepEqual(asked, []);
  });

  it("says the same of a file that is tracked, as git does with --no-index", async () => {
    const { text, git } = await start({ "a.log": "" });
    git("add", "a.log");
    await text({ action: "add", patterns: ["*.log"] });
    assert.equal(await text({ action: "check", path: "a.log" }), "a.log is ignored by .gitignore line 1: *.log");
    assert.equal(git("check-ignore", "a.log").status, 1);
    assert.equal(git("check-ignore", "--no-index", "a.log").status, 0);
  });

  it("needs a path inside the workspace", async () => {
    const { text, root, outside } = await start();
    assert.equal(await text({ action: "check" }), 'The action "check" needs "path": give the path to check.');
    assert.equal(
      await text({ action: "check", path: "." }),
      `${root} is a workspace folder itself: give a path inside it.`,
    );
    assert.match(
      await text({ action: "check", path: join(outside, "x") }),
      /^Denied by policy: .* is outside the workspace\./,
    );
  });

  it("shows the folder's name where there are several, and a whole path for the person's own file", async () => {
    const at = await realCrib({ ".gitignore": "a\n" }, { moreRoots: ["second"] });
    assert.equal(
      (await at.call("gitignore", { action: "check", path: "a" })).text,
      "ws/a is ignored by ws/.gitignore line 1: a",
    );
    const one = await start();
    const before = process.env.GIT_CONFIG_GLOBAL;
    process.env.GIT_CONFIG_GLOBAL = join(one.outside, "config");
    plant(one.outside, { config: `[core]\n\texcludesFile = ${join(one.outside, "mine")}\n`, mine: "\n*.x\n" });
    try {
      assert.equal(
        await one.text({ action: "check", path: "a.x" }),
        `a.x is ignored by ${join(one.outside, "mine")} line 2: *.x`,
      );
    } finally {
      if (before === undefined) delete process.env.GIT_CONFIG_GLOBAL;
      else process.env.GIT_CONFIG_GLOBAL = before;
    }
  });

  it("does not look at what .toolcribignore closes", async () => {
    const { text } = await start({ ".toolcribignore": "secret\n", secret: "", ".gitignore": "secret\n" });
    assert.equal(
      await text({ action: "check", path: "secret" }),
      'Denied by policy: .toolcribignore lists it (line 1). "Reading secret" was not done; do not retry it another way: go on without it, or tell the person what you need.',
    );
  });

  const path = fc.constantFrom("a.log", "b/c.log", "b", "b/c", "keep.log", "b/keep.log", "d.txt", "é/x", "l");
  const pattern = fc.constantFrom("*.log", "!keep.log", "b/", "/b", "b/*", "!b/c", "é", "*.txt", "l", "l/", "# x");
  it("agrees with git check-ignore -v (GI-2)", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(pattern, { maxLength: 4 }),
        fc.array(pattern, { maxLength: 2 }),
        path,
        async (top, inner, one) => {
          const at = await start({
            ".gitignore": `${top.join("\n")}\n`,
            "b/.gitignore": `${inner.join("\n")}\n`,
            "b/c": "",
            "é/x": "",
            l: { link: "b" },
          });
          const { stdout } = at.git("-c", "core.quotePath=false", "check-ignore", "--no-index", "-v", one);
          const [, file, line, source] = /^(.*?):(\d+):(.*)\t/.exec(stdout) ?? [];
          const wanted =
            file === undefined
              ? `${one} is not ignored: no pattern matches it.`
              : source?.startsWith("!")
                ? `${one} is not ignored, because of ${file} line ${line}: ${source}`
                : `${one} is ignored by ${file} line ${line}: ${source}`;
          assert.equal((await at.call({ action: "check", path: one })).text, wanted);
        },
      ),
      { numRuns: 80 },
    )).timeout(60_000);
});
