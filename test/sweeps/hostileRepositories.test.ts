/** Every hostile repository, with every option of every subcommand of git that is known to only look, without a sandbox. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { OutputBuffer } from "../../src/core/jobs/outputBuffer";
import { subcommands } from "../../src/lib/shell/programs/git/gitSubcommands";
import { NodeShell } from "../../src/node/commands/nodeShell";
import { clearMarks, families, hostileRepository, secret, wasRun } from "../support/hostileRepositories";
import { realCrib } from "../support/realCrib";
import { verdictOn } from "../support/verdictOn";

/** Values that options take which do not take a number. */
const values: Readonly<Record<string, string>> = {
  "-L": "1,2:a.txt",
  "-S": "main",
  "-G": "main",
  "-e": "main",
  "--grep": "main",
  "--format": "%H",
  "--sort": "refname",
  "--word-diff-regex": ".",
  "--diff-algorithm": "patience",
  "--type": "path",
  "--get": "core.worktree",
  "--get-all": "user.name",
  "--disambiguate": "abcd",
  "--diff-filter": "M",
};

/** What may stand behind them; those that are not understood end at once. */
const operands = ["", "HEAD", "HEAD~1 HEAD", "a.txt", "HEAD:a.txt", "show -p"];

/** Beside another option they make git print what it would only count. */
const beside = ["", "-p", "-m -p", "-S main", "", "--stat -p"];

function optionsOf(description: string): string[] {
  return description.split(" ").flatMap((option) => {
    const [, name = "", kind] = /^(.*?)([:?]?)$/.exec(option) ?? [];
    if (name === "-#") return ["-3"];
    if (kind !== ":") return [name];
    return [`${name}${name.startsWith("--") ? "=" : " "}${values[name] ?? "1"}`];
  });
}

/**
 * @param turn decides what stands beside each option, so that all families together see most of it.
 * @param share the one of so many options that are taken.
 */
const commandsIn = (turn: number, share: number): string[] =>
  subcommands.flatMap(({ names, options }) =>
    names.flatMap((name) =>
      ["", ...optionsOf(options)].flatMap((option, at) => {
        if ((at + turn) % share !== 0) return [];
        const other = beside[(at + turn) % beside.length] ?? "";
        const operand = operands[(at + Math.floor(turn / beside.length)) % operands.length] ?? "";
        return [["git", name, option, other, operand].filter((word) => word !== "").join(" ")];
      }),
    ),
  );

/** Commands that one shell runs. */
const atOnce = 400;

async function run(folder: string, lines: readonly string[]): Promise<string> {
  const output = new OutputBuffer(4_000_000);
  await new NodeShell().run({
    command: lines.map((line) => `${line} </dev/null`).join("\n"),
    cwd: { path: folder, real: folder, root: folder, shown: "." },
    timeoutMs: 110_000,
    signal: new AbortController().signal,
    hiddenVariables: [],
    unasked: true,
    agent: "t",
    onOutput(_, chunk) {
      output.append(chunk);
      return undefined;
    },
  });
  return output.shown().text;
}

/** The first commands that leave a mark, for the message. */
async function culprits(folder: string, lines: readonly string[]): Promise<string> {
  const found: string[] = [];
  for (const line of lines) {
    clearMarks(folder);
    await run(folder, [line]);
    if (wasRun(folder)) found.push(line);
    if (found.length === 10) break;
  }
  return `These started a program: ${found.join("; ")}.`;
}

describe("hostile repositories and all that runs unasked in them", () => {
  for (const [index, family] of families.entries())
    it(family.name, async () => {
      const at = await realCrib({}, { settings: { sandbox: "off" } });
      hostileRepository(family, at.root, at.outside);
      const unasked: string[] = [];
      const folder = join(at.root, family.folder ?? "");
      const into = family.folder === undefined ? "" : `cd ${family.folder} && `;
      // Where something is asked about, it hangs on options; what is switched off is so everywhere.
      for (const command of commandsIn(index, family.asked ? 1 : 3))
        if ((await verdictOn(at, into + command)).kind === "allow") unasked.push(command);
      for (let from = 0; from < unasked.length; from += atOnce) {
        const lines = unasked.slice(from, from + atOnce);
        const printed = await run(folder, lines);
        assert.ok(!printed.includes(secret), lines.join("\n"));
        if (wasRun(at.root, at.outside)) assert.fail(await culprits(folder, lines));
      }
    });
});
