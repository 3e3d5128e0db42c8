/** The tools for git write the bytes that git itself would write. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contentsCommand, printedContents } from "../../../src/features/git/changedFiles";
import { withWrittenEndings } from "../../../src/features/git/writtenEndings";
import { git } from "../../support/repository";
import { type Tree, tempFolder } from "../../support/tempFolder";

const contents = [
  ...["", "\n", "a\nb\n", "a\nb", "no line ending", "\xe4\xff\n"],
  ...["a\r\nb\r\n", "a\r\nb\n", "a\nb\r\n", "a\rb\n", "a\n\r"],
  ...["a\0b\n", "\x01\x02\x03\n\xc8\xc9\n", "\x7f\n", "\b\t\x1b\f\n", "\v\n", "\x1a\n", "a\n\x1a", "\x01\n\x1a"],
  ...[127, 128].flatMap((length) => [`${"a".repeat(length)}\n\x01`, `\x01${"\n\xe4".repeat(length)}\n`]),
  ...[255, 256].flatMap((length) => [`\x02${"a".repeat(length)}\n\x01`, `\x02${"a".repeat(length)}\n\x01\x1a`]),
];

const attributes = [
  ...["", "text", "-text", "!text", "text=auto", "text=input", "text=other", "binary"],
  ...["crlf", "-crlf", "crlf=input", "crlf=auto", "text=other crlf", "-text crlf", "text=auto -crlf"],
  ...["eol=lf", "eol=crlf", "eol=other", "eol -eol", "text eol=lf", "text eol=crlf", "-text eol=crlf"],
  ...["text=auto eol=lf", "text=auto eol=crlf", "text=auto eol=other", "text=input eol=crlf"],
  ...["crlf=input eol=crlf", "-crlf eol=crlf", "crlf eol=lf", "binary eol=crlf"],
];

/** Lines of the section `core`. */
const settings = [
  ...["", "autocrlf = false", "autocrlf = true", "autocrlf = input", "autocrlf", "autocrlf =", "autocrlf = YES"],
  ...[
    "autocrlf = 1",
    "autocrlf = 0",
    "autocrlf = Input",
    "autocrlf = true\nautocrlf = false",
    "eol = crlf",
    "eol = lf",
  ],
  ...["eol = native", "eol = CRLF", "eol = other", "eol = lf\neol = crlf", "autocrlf = true\neol = lf"],
  ...["autocrlf = input\neol = crlf", "autocrlf = false\neol = crlf"],
];

/** A content of each kind for all settings and attributes, and all contents where git looks at them. */
const telling = ["a\nb\n", "a\r\nb\n", "\x01\x02\x03\n\xc8\xc9\n"];
const looking = ["", "text", "text=auto"];

interface Case {
  readonly given: string;
  readonly content: string;
}

const casesOf = (given: readonly string[], contents: readonly string[]): Case[] =>
  given.flatMap((given) => contents.map((content) => ({ given, content })));

/** A repository with a file for each case. */
function repositoryOf(cases: readonly Case[]) {
  const name = (at: number) => `${at}.txt`;
  const tree: Tree = Object.fromEntries(cases.map(({ content }, at) => [name(at), Buffer.from(content, "latin1")]));
  const top = tempFolder(tree);
  git(top, "init", "-q");
  git(top, "-c", "core.autocrlf=false", "add", "-A");
  // From now on git would write other bytes than it has.
  writeFileSync(join(top, ".gitattributes"), cases.map(({ given }, at) => `${name(at)} ${given}\n`).join(""));
  const listed = new Map(
    git(top, "ls-files", "-s")
      .split("\n")
      .map((line) => [line.split("\t")[1], line.split(" ")[1]]),
  );
  const files = cases.map((_, at) => {
    const [path, blob] = [name(at), listed.get(name(at)) as string];
    return { path, blob, isExecutable: false, changesMode: false };
  });
  const config = join(top, ".git/config");
  return { top, files, config, plain: readFileSync(config, "utf8") };
}

function compareWithGit(cases: readonly Case[], settings: readonly string[]): void {
  const { top, files, config, plain } = repositoryOf(cases);
  for (const setting of settings) {
    writeFileSync(config, `${plain}[core]\n${setting}\n`);
    const out = tempFolder();
    git(top, "checkout-index", "-a", `--prefix=${out}/`);
    const command = contentsCommand(files, "toolcrib-boundary");
    const { stdout, stderr } = spawnSync("bash", { cwd: top, input: command });
    const found = printedContents(stdout, files, "toolcrib-boundary", false);
    assert.deepEqual([found.leftOut, found.contents.length], [[], files.length], `${stderr}`);
    for (const [at, { path, bytes }] of found.contents.entries())
      assert.deepEqual(
        bytes && Buffer.from(bytes),
        readFileSync(join(out, path)),
        JSON.stringify({ setting, ...cases[at] }),
      );
  }
}

describe("line endings that git would write", () => {
  it("are git's own for all settings and attributes", function () {
    if (process.platform === "win32") this.skip();
    compareWithGit(casesOf(attributes, telling), settings);
  });

  it("are git's own for all contents", function () {
    if (process.platform === "win32") this.skip();
    compareWithGit(casesOf(looking, contents), ["autocrlf = true", "eol = crlf"]);
  });

  it("are CRLF on Windows, where the settings leave it open", () => {
    const written = (text: string, settings: { autocrlf?: string; eol?: string }) => {
      const given = new Map(text === "" ? [] : [["text", text]]);
      return `${withWrittenEndings(Buffer.from("a\n"), given, { ...settings, isWindows: true })}`;
    };
    for (const text of ["set", "auto"]) {
      for (const eol of ["", "native", "crlf", "other"]) assert.equal(written(text, { eol }), "a\r\n");
      assert.equal(written(text, { autocrlf: "false" }), "a\r\n");
      for (const settings of [{ eol: "lf" }, { autocrlf: "input" }]) assert.equal(written(text, settings), "a\n");
    }
    for (const text of ["", "unset", "input"]) assert.equal(written(text, {}), "a\n");
  });
});
