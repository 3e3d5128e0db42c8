/** With its index a search finds what ripgrep finds, whatever was done to the files a moment before (D-11). */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { randomNumbers } from "../../../bench/corpus";
import { tempFolder } from "../../../support/tempFolder";
import { type IndexedTree, indexedTree, isSame, type Search } from "../../support/indexedTree";

const isThorough = process.env.TOOLCRIB_TEST_THOROUGH !== undefined;
const [scripts, searches] = isThorough ? [50, 2000] : [2, 30];

const folders = ["a", "b/c", "sp ace", "ünï", ".hid", "build", "(c) {d}", "deep/er/still"];
const names = [
  "x.ts",
  "y.js",
  ".env",
  "key.pem",
  "[id].ts",
  "{b}.ts",
  "tr ",
  "new\nline",
  "UP.TS",
  "kelvin.md",
  "-x.ts",
];
const words = [
  "quokka",
  "handler",
  "Masse",
  "kiosk",
  "\u212aio\u017f\u212a",
  "straße",
  "tab\there",
  "a.b(c)",
  "handle",
];
const ignores = ["*.js\n", "build/\n", "!x.ts\n*.ts\n", "/a\n", "*\n!*/\n!*.ts\n", "", "b/\n!b/c\n"];
const patterns = [
  ...[
    "quokka",
    "hand(ler|le)",
    "han\\w+er",
    "masse",
    "KIOSK",
    "kiosk",
    "straße",
    "tab\\there",
    "a\\.b\\(c\\)",
    "qu?okka",
  ],
  ...[
    "quok+a",
    "(quokka){2}",
    "^handler",
    "Masse|kiosk",
    "[Qq]uokka",
    "nowhere",
    "(?i)QUOKKA",
    "o.*k",
    "quokka$",
    "\\bhandle\\b",
  ],
  ...[
    "handler{0}quokka",
    "han(?:dler)?",
    "(?P<n>Masse)",
    "kiosk+?",
    "sse handler",
    "\u212aiosk",
    "ok{2,}a",
    "x*quokka|handle",
  ],
];
const globs = [
  "*.ts",
  "**/kelvin.md",
  "kelv*",
  "a/**",
  "*.pem",
  "*",
  "[[]id].ts",
  "b/c/x.ts",
  "{x,y}.*",
  "UP.*",
  "**/.env",
];

/** Changes of one tree that follow from a seed. */
class Editor {
  constructor(
    private readonly root: string,
    private readonly random: () => number,
  ) {}

  pick = <T>(list: readonly T[]): T => list[Math.floor(this.random() * list.length)] as T;

  #place = () => join(this.root, this.pick(folders));
  #path = () => join(this.#place(), this.pick(names));

  #text(): Buffer {
    const lines = Array.from(
      { length: 1 + Math.floor(this.random() * 30) },
      () => `${this.pick(words)} ${this.pick(words)}`,
    );
    const text = lines.join(this.pick(["\n", "\r\n", " "]));
    const kind = this.random();
    if (kind < 0.1) return Buffer.from(`\ufeff${text}`, "utf16le");
    if (kind < 0.15) return Buffer.from(`\ufeff${text}`, "utf16le").swap16();
    if (kind < 0.2) return Buffer.from(`${text}\0${text}`);
    return Buffer.from(kind < 0.25 ? `\ufeff${text}` : text);
  }

  write(): void {
    const path = this.#path();
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, this.#text());
  }

  readonly #steps: readonly (() => void)[] = [
    () => this.write(),
    () => this.write(),
    () => writeFileSync(this.#path(), this.#text()),
    () => appendFileSync(this.#path(), this.#text()),
    () => truncateSync(this.#path(), 3),
    () => renameSync(this.#path(), this.#path()),
    () => renameSync(this.#place(), this.#place()),
    () => renameSync(this.#place(), join(this.root, "b", this.pick(["moved", "c"]))),
    () => rmSync(this.#path(), { force: true }),
    () => rmSync(this.#place(), { recursive: true, force: true }),
    () => symlinkSync("x.ts", this.#path()),
    () => symlinkSync("../a", this.#place()),
    () => linkSync(this.#path(), this.#path()),
    () => chmodSync(this.#path(), this.pick([0, 0o644])),
    () =>
      writeFileSync(
        join(this.root, this.pick([".", "a", "b"]), this.pick([".gitignore", ".ignore"])),
        this.pick(ignores),
      ),
    // As an edit is written: whole, beside its place, and then there.
    () => {
      const path = this.#path();
      writeFileSync(`${path}.tmp`, this.#text());
      renameSync(`${path}.tmp`, path);
    },
    () => {
      const place = this.#place();
      rmSync(place, { recursive: true, force: true });
      mkdirSync(join(place, "in", "it"), { recursive: true });
      writeFileSync(join(place, "in", "it", "x.ts"), this.#text());
    },
  ];

  /** A change, or none where the tree does not allow it. */
  step(): void {
    try {
      this.pick(this.#steps)();
    } catch (error) {
      assert.ok((error as NodeJS.ErrnoException).code, String(error));
    }
  }

  search(): Search {
    const below = this.random() < 0.2 ? this.pick(["a", "b", "sp ace"]) : ".";
    const isThere = statSync(join(this.root, below), { throwIfNoEntry: false })?.isDirectory();
    return {
      pattern: this.pick(patterns),
      glob: this.pick(globs),
      changes: {
        caseSensitive: this.random() < 0.6,
        includeIgnored: this.random() < 0.3,
        in: isThere ? below : ".",
        ...(this.random() < 0.2 && { include: this.pick(globs) }),
      },
    };
  }
}

/** Writes into a folder of its own until it is ended. */
const racing = (folder: string) =>
  spawn(
    "bash",
    [
      "-c",
      'while :; do mkdir -p one two; echo "quokka handler" > one/x.ts; mv one two/; echo kiosk >> two/one/x.ts; rm -r two; sleep 0.01; done',
    ],
    { cwd: folder, stdio: "ignore" },
  );

describe("a search with an index", function () {
  if (process.platform !== "linux") return;
  this.timeout(isThorough ? 3_600_000 : 120_000);

  for (const isRaced of [false, true])
    it(`finds what ripgrep finds right after any change${isRaced ? ", while another program writes" : ""}`, async () => {
      let narrowed = 0;
      for (let script = 0; script < scripts; script++) {
        const root = tempFolder({ ".git/HEAD": "", "race/x": "" });
        const editor = new Editor(root, randomNumbers(script + (isRaced ? 1000 : 0)));
        for (let at = 0; at < 60; at++) editor.write();
        const tree = await indexedTree(root);
        const writer = isRaced ? racing(join(root, "race")) : undefined;
        try {
          assert.equal((await tree.begun()).is, "ready");
          await compareAfterEach(tree, editor, searches / scripts);
          narrowed += tree.narrowed();
        } finally {
          writer?.kill("SIGKILL");
          await tree.index.close();
        }
      }
      assert.ok(narrowed > searches / 2, `only ${narrowed} searches were narrowed`);
    });
});

async function compareAfterEach(tree: IndexedTree, editor: Editor, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    for (let change = 0; change < 3; change++) editor.step();
    await isSame(tree, editor.search(), (path) => !path.startsWith("race/"));
  }
}
