/** `npm run bench`: what the crib costs beside the raw tools, measured in one run. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { executeCall } from "../../src/core/pipeline";
import { judgeEffect } from "../../src/core/rule";
import { startMachine } from "../../src/headless/machine";
import { readOptions } from "../../src/headless/options";
import { findRipgrep } from "../../src/node/ripgrep";
import { activationRows } from "./activation";
import { compare, print, type Row } from "./measure";

const folder = mkdtempSync(join(tmpdir(), "crib-bench-"));
const root = join(folder, "root");

/** Five thousand small files in a hundred folders, a list of two thousand names, and a source of one megabyte. */
function makeCorpus(): void {
  for (let at = 0; at < 100; at++) {
    mkdirSync(join(root, `package${at}`, "src"), { recursive: true });
    for (let file = 0; file < 50; file++)
      writeFileSync(
        join(root, `package${at}`, "src", `file${file}.ts`),
        `export const value${at}x${file} = ${file};\n// nothing else\n`,
      );
  }
  mkdirSync(join(root, "names"));
  for (let at = 0; at < 2000; at++) writeFileSync(join(root, "names", `name${at}.txt`), "");
  writeFileSync(join(root, "small.ts"), "export const answer = 42;\n");
  writeFileSync(join(root, "large.ts"), `${"const line = 'something to read';\n".repeat(30_000)}// turn 0;\n`);
  writeFileSync(join(root, ".gitignore"), "dist/\n");
}

const nothing = () => {};

/** A row for which there is no raw way. */
const alone = (task: string, { ours }: Row): Row => ({ task, ours });

async function rows(): Promise<Row[]> {
  const machine = await startMachine(readOptions(["--root", root, "--state", join(folder, "state")]));
  const { signal } = new AbortController();
  const call = async (tool: string, input: object) => {
    const confirm = async () => ({ approved: true, by: "option" }) as const;
    const result = await executeCall(machine.crib, machine.session, { tool, input, signal }, confirm);
    if (result.isError) throw new Error(result.text);
  };
  const judge = async (command: string) => {
    const context = machine.crib.context();
    const cwd = await context.resolve(".");
    return judgeEffect(machine.crib.rules, { kind: "exec", command, cwd, timeoutMs: 1000 }, context);
  };
  const rg = findRipgrep([]);
  const ripgrep = async (...args: string[]) => {
    await once(
      spawn(rg as string, args, { cwd: root, stdio: ["ignore", "pipe", "ignore"] })
        .on("spawn", () => {})
        .stdout.resume(),
      "close",
    );
  };
  const large = join(root, "large.ts");
  let turn = 0;
  const next = () => [`// turn ${turn};`, `// turn ${++turn};`] as const;
  const replaceRaw = () => {
    const [from, to] = next();
    const bytes = readFileSync(large);
    const at = bytes.indexOf(from);
    writeFileSync(
      `${large}.tmp`,
      Buffer.concat([bytes.subarray(0, at), Buffer.from(to), bytes.subarray(at + from.length)]),
    );
    renameSync(`${large}.tmp`, large);
  };
  const replaceOurs = async () => {
    const [old_string, new_string] = next();
    await call("read_file", { path: "large.ts", limit: 1 });
    await call("edit_file", { path: "large.ts", old_string, new_string });
  };
  return [
    await compare(
      "a trivial call: read_file of 26 bytes",
      () => readFile(join(root, "small.ts")),
      () => call("read_file", { path: "small.ts" }),
      200,
    ),
    await compare(
      "list_directory of 2,000 entries",
      () => readdir(join(root, "names")),
      () => call("list_directory", { path: "names" }),
    ),
    ...(rg
      ? [
          await compare(
            "find_files **/*.ts, 5,000 files",
            () => ripgrep("--files", "--threads=8"),
            () => call("find_files", { pattern: "**/*.ts" }),
          ),
          await compare(
            "search_text, 1 hit",
            () => ripgrep("--threads=8", "value42x42 ", "."),
            () => call("search_text", { pattern: "value42x42 " }),
          ),
        ]
      : []),
    await compare(
      "run_command true",
      () => execFileSync("bash", ["-c", "true"]),
      () => call("run_command", { command: "true" }),
    ),
    alone(
      "judge `git log --oneline | head -5`",
      await compare("", nothing, () => judge("git log --oneline | head -5"), 500),
    ),
    {
      ...(await compare("edit_file in 1 MB, with journal and fsync", replaceRaw, replaceOurs, 9)),
      note: "raw: read, splice, write, rename without fsync",
    },
  ];
}

async function main(): Promise<void> {
  makeCorpus();
  try {
    console.log(
      `${readdirSync(root).length} entries in the corpus, ${statSync(join(root, "large.ts")).size} bytes in its largest file\n`,
    );
    print([...activationRows(), ...(await rows())]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
