/** What `.toolcribignore` closes: to every effect, by every name, and on the safe side. */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { judgeEffect } from "../../../src/core/rules/rule";
import type { Effect } from "../../../src/core/vocabulary/effect";
import { NodeFiles } from "../../../src/node/files/nodeFiles";
import { readRoots } from "../../../src/node/files/resolvePath";
import { rules } from "../../../src/policy";
import { ClosedFilesReader } from "../../../src/policy/files/closedFilesReader";
import { asOrdinaryUser } from "../../support/unprivileged";
import { type Fixture, makeFixture } from "../support/fixture";
import { judgeCommand, kindOf } from "../support/judge";

describe("closed files (.toolcribignore)", () => {
  let fixture: Fixture;
  const place = (path: string, content = "x\n") => {
    mkdirSync(dirname(join(fixture.root, path)), { recursive: true });
    writeFileSync(join(fixture.root, path), content);
  };
  const close = (text: string | Uint8Array) => writeFileSync(join(fixture.root, ".toolcribignore"), text);
  beforeEach(() => {
    fixture = makeFixture();
    for (const path of ["secrets/key", "secrets/deep/er", "docs/plan.md", "docs/plan.draft", "open/a.ts"]) place(path);
  });
  afterEach(() => fixture.remove());

  const verdict = async (kind: "read" | "list" | "write" | "exec", path: string) => {
    const context = fixture.context();
    const target = await context.resolve(path);
    const effects: Record<typeof kind, Effect> = {
      read: { kind: "read", target },
      list: { kind: "list", target },
      write: { kind: "write", target, before: undefined, after: new Uint8Array() },
      exec: { kind: "exec", command: "ls", cwd: target, timeoutMs: 1000 },
    };
    const decision = await judgeEffect(rules, effects[kind], context);
    return `${kindOf(decision)}: ${decision.reason}`;
  };
  const command = async (line: string, settings = {}) => {
    const decision = await judgeCommand(fixture, line, settings);
    return `${kindOf(decision)}: ${decision.reason}`;
  };
  const named = (line: number) => `deny: .toolcribignore lists it (line ${line})`;

  it("denies every effect on what it names, and says which line does", async () => {
    close("# ours\n/secrets/\n*.draft\n");
    assert.deepEqual(
      [
        await verdict("read", "secrets/key"),
        await verdict("read", "secrets/deep/er"),
        await verdict("list", "secrets"),
        await verdict("list", "secrets/deep"),
        await verdict("write", "secrets/new/file"),
        await verdict("exec", "secrets"),
        await verdict("read", "docs/plan.draft"),
        await verdict("write", "docs/other.draft"),
      ],
      [...Array(6).fill(named(2)), named(3), named(3)],
    );
  });

  it("goes on closing what the sandbox has renamed, and what is named by the new name", async () => {
    close("/secrets/\n*.draft\ndocs/own.planted-0a1b2c\n");
    assert.deepEqual(
      [
        await verdict("read", "secrets.planted-0a1b2c/key"),
        await verdict("read", "docs/plan.draft.planted-0a1b2c"),
        await verdict("read", "docs/own.planted-0a1b2c"),
        await verdict("read", "docs/plan.planted-0a1b2c"),
      ],
      [named(1), named(2), named(3), "allow: reading inside the workspace"],
    );
  });

  it("leaves alone what it does not name, folders that hold what it names included", async () => {
    close("/secrets/\n*.draft\n");
    assert.deepEqual(
      [await verdict("read", "docs/plan.md"), await verdict("list", "."), await verdict("list", "docs")],
      Array(3).fill("allow: reading inside the workspace"),
    );
    assert.equal(await verdict("write", "open/secrets.ts"), "ask: it changes a file");
  });

  it("can close everything but some folders, as .gitignore can", async () => {
    close("/*\n!/open/\n");
    assert.equal(await verdict("list", "open"), "allow: reading inside the workspace");
    assert.equal(await verdict("read", "open/a.ts"), "allow: reading inside the workspace");
    assert.equal(await verdict("write", "open/new.ts"), "ask: it changes a file");
    assert.equal(await verdict("list", "."), "allow: reading inside the workspace");
    assert.equal(await verdict("read", "docs/plan.md"), named(1));
  });

  it("looks at where a path leads and at how it is named", async () => {
    symlinkSync("secrets/key", join(fixture.root, "innocent"));
    symlinkSync("../open/a.ts", join(fixture.root, "secrets", "out"));
    symlinkSync("secrets", join(fixture.root, "folder"));
    close("secrets/\n");
    assert.equal(await verdict("read", "innocent"), named(1));
    assert.equal(await verdict("read", "folder/key"), named(1));
    assert.equal(await verdict("list", "folder"), named(1));
    assert.equal(await verdict("read", "secrets/out"), named(1));
    assert.equal(await command("cat innocent"), named(1));
    assert.equal(await command("cat folder/../folder/key"), named(1));
  });

  it("compares without case, and as the laxest file system takes names (D-6)", async () => {
    close("Secrets/\n*.DRAFT\nGeheimÄ\n[K]ey\n");
    assert.equal(await verdict("read", "secrets/key"), named(1));
    assert.equal(await verdict("read", "SECRETS/key"), named(1));
    assert.equal(await verdict("read", "secrets./key"), named(1));
    assert.equal(await verdict("read", "docs/plan.draft"), named(2));
    assert.equal(await verdict("read", "docs/plan.draft. "), named(2));
    assert.equal(await verdict("read", "docs/plan.draft::$DATA"), named(2));
    assert.equal(await verdict("read", "docs/geheima\u0308"), named(3));
    assert.equal(await verdict("read", "docs/key"), named(4));
    assert.equal(await verdict("read", "docs/Key"), named(4));
  });

  it("an exception that only fits without case opens nothing", async () => {
    close("/secrets/*\n!/secrets/Public\n");
    assert.equal(await verdict("read", "secrets/public"), named(1));
    assert.equal(await verdict("read", "secrets/Public"), "allow: reading inside the workspace");
  });

  it("may be read itself, whatever it says, and is written only after a yes to that change", async () => {
    close("*\n");
    assert.equal(await verdict("read", ".toolcribignore"), "allow: reading inside the workspace");
    assert.equal(await verdict("read", "file.txt"), named(1));
    assert.equal(await verdict("write", ".toolcribignore"), "ask always: .toolcribignore is protected");
    assert.equal(await verdict("write", ".TOOLCRIBIGNORE"), "ask always: .toolcribignore is protected");
  });

  it("is read anew when it says something else of the same length, and its time was set back", async () => {
    const then = new Date("2026-01-02T03:04:05Z");
    const say = (text: string) => {
      close(text);
      utimesSync(join(fixture.root, ".toolcribignore"), then, then);
    };
    say("/open/\n");
    assert.equal(await verdict("read", "open/a.ts"), named(1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    say("/docs/\n");
    assert.equal(await verdict("read", "open/a.ts"), "allow: reading inside the workspace");
    assert.equal(await verdict("read", "docs/plan.md"), named(1));
  });

  const broken = (why: string) => `deny: .toolcribignore is unreadable (${why}), so its whole folder is off limits`;
  const unusable: readonly (readonly [string, string, () => void])[] = [
    ["bytes that are no text", "it is not UTF-8 text", () => close(Buffer.from([0x61, 0xff, 0x0a]))],
    ["UTF-16", "it is not UTF-8 text", () => close(Buffer.from("\ufeffsecrets/\n", "utf16le"))],
    ["a NUL", "it is not UTF-8 text", () => close("a\0b\n")],
    ["a folder", "it must be a file of at most 1 MiB", () => mkdirSync(join(fixture.root, ".toolcribignore"))],
    ["too much", "it must be a file of at most 1 MiB", () => close("#".repeat(1024 * 1024 + 1))],
    [
      "a link to nothing",
      "it must be a file of at most 1 MiB",
      () => symlinkSync("nothing", join(fixture.root, ".toolcribignore")),
    ],
  ];
  for (const [what, why, make] of unusable)
    it(`${what}: everything is closed, itself and commands included`, async () => {
      make();
      for (const path of ["file.txt", "docs/plan.md", ".toolcribignore"])
        assert.equal(await verdict("read", path), broken(why));
      assert.equal(await verdict("list", "."), broken(why));
      assert.equal(await verdict("write", "new"), broken(why));
      assert.equal(await command("ls"), broken(why));
    });

  it("one that may not be read closes everything too", async () => {
    close("nothing\n");
    chmodSync(join(fixture.root, ".toolcribignore"), 0);
    chmodSync(join(fixture.root, "..", ".."), 0o755);
    assert.match(
      await asOrdinaryUser(() => verdict("read", "file.txt")),
      /^deny: .toolcribignore is unreadable \(.*\), so its whole folder is off limits$/,
    );
  });

  it("is read again when it has changed, and forgotten when it is gone", async () => {
    const context = fixture.context();
    const reason = async () =>
      (await context.closedFiles()).reason({ path: join(fixture.root, "a"), real: join(fixture.root, "a") }, false);
    assert.equal(await reason(), undefined);
    close("a\n");
    assert.equal(await reason(), ".toolcribignore lists it (line 1)");
    close("#\na");
    assert.equal(await reason(), ".toolcribignore lists it (line 2)");
    close("b\n");
    assert.equal(await reason(), undefined);
    close(Buffer.from([0xff]));
    assert.ok(await reason());
    rmSync(join(fixture.root, ".toolcribignore"));
    assert.equal(await reason(), undefined);
  });

  it("the file of every root that a path lies in counts, and of no other", async () => {
    const inner = join(fixture.root, "docs");
    close("*.draft\n");
    writeFileSync(join(inner, ".toolcribignore"), "plan.md\n");
    const roots = await readRoots([fixture.root, inner, join(fixture.root, "open")]);
    const reader = new ClosedFilesReader(new NodeFiles(() => roots, fixture.home));
    const closed = await reader.read(roots.map(({ real }) => real));
    const reason = (path: string) =>
      closed.reason({ path: join(fixture.root, path), real: join(fixture.root, path) }, false);
    assert.deepEqual(
      [reason("docs/plan.draft"), reason("docs/plan.md"), reason("plan.md"), reason("open/a.ts")],
      [".toolcribignore lists it (line 1)", ".toolcribignore lists it (line 1)", undefined, undefined],
    );
    assert.equal(closed.isEmpty, false);
    assert.equal((await reader.read([join(fixture.root, "open")])).isEmpty, true);
  });

  describe("commands", () => {
    beforeEach(() => {
      close("/secrets/\nprivate.txt\n");
      place("private.txt");
    });

    for (const line of [
      "cat secrets/key",
      "head -n 1 ./secrets/../secrets/key",
      "ls secrets",
      "ls secrets/*",
      "find secrets",
      "grep x private.txt",
      "wc -l < private.txt",
      "echo x > secrets/new",
      "cd secrets && ls",
      "cp private.txt copy",
      "tar cf out.tar secrets/deep",
      "tar cf out.tar private.txt",
      "node -e 1 --file=secrets/key",
      "python3 ./secrets/key",
      "./secrets/key",
      "git show HEAD:private.txt",
      "git diff -- private.txt",
      "diff private.txt file.txt",
    ])
      it(`${line} is denied`, async () => assert.match(await command(line), /^deny: .toolcribignore lists it/));

    const holding = (folder: string) => `ask: ${folder} may contain files that .toolcribignore names`;
    for (const [line, folder] of [
      ["grep -r x .", "this folder"],
      ["grep -r x", "this folder"],
      ["grep -r x docs", "docs"],
      ["rg x", "this folder"],
      ["rg x docs", "docs"],
      ["ag x", "this folder"],
      ["git grep x", "this folder"],
      ["git diff", "this folder"],
      ["git show HEAD", "this folder"],
      ["git log -p -3", "this folder"],
      ["diff -r docs open", "docs"],
      ["tar cf out.tar .", "this folder"],
      ["tar cf out.tar ./docs", "docs"],
      ["zip -r out.zip docs", "docs"],
    ] as const)
      it(`${line} asks, and says why`, async () => assert.equal(await command(line), holding(folder)));

    it("a pattern asks where a closed file is among what it stands for", async () => {
      assert.match(await command("cat docs/*"), /^allow/);
      place("docs/private.txt");
      assert.equal(await command("cat docs/*"), holding("docs"));
      assert.match(await command("cat docs/*.md"), /^allow/);
    });

    for (const line of [
      "cat docs/plan.md",
      "ls",
      "ls docs",
      "grep x file.txt",
      "find . -name a",
      "git log --oneline",
      "git status",
      "git show HEAD:docs/plan.md",
      "cat .toolcribignore",
      "echo private.txt",
    ])
      it(`${line} is allowed as ever`, async () => assert.match(await command(line), /^allow/));

    it("a word that is no file is no path: npm run build, where build is closed and not there", async () => {
      close("build\n");
      assert.equal(await command("npm run build"), await command("npm run other"));
      place("build/x");
      assert.equal(await command("npm run build"), named(1));
    });

    it("a folder that no pattern reaches is searched unasked", async () => {
      close("/secrets/\n/docs/*.draft\n");
      assert.match(await command("grep -r x open"), /^allow/);
      assert.equal(await command("grep -r x docs"), holding("docs"));
      assert.equal(await command("grep -r x ."), holding("this folder"));
    });

    it("a user rule that allows a program does not open closed files or what may hold them", async () => {
      const settings = { "commands.allow": [["cp"], ["tar"]] };
      assert.equal(await command("cp private.txt copy", settings), named(2));
      assert.equal(await command("cp docs elsewhere", settings), holding("docs"));
      assert.equal(await command("cp docs/plan.md copy", settings), "allow: a user rule allows it");
    });
  });
});
