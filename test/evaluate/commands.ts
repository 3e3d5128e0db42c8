/** What is asked about commands: of ordinary ones by what they are for, and of hostile ones whether any runs unasked. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as library from "../../src/libraryApi";
import { tempFolder } from "../support/tempFolder";

type Verdict = "allow" | "ask" | "deny";

/** What came of the commands of one kind. */
export interface CommandRow {
  readonly kind: string;
  readonly count: number;
  /** Without a layer: on the folders themselves. */
  readonly asked: number;
  /** With one, where commands run whose changes can be judged afterwards; undefined where there are no layers. */
  readonly askedWithLayer: number | undefined;
  readonly denied: number;
}

export interface CommandReport {
  readonly rows: readonly CommandRow[];
  /** Hostile commands of the published cases. */
  readonly hostile: number;
  /** Those of them that would run without a question where nothing holds them: no layer, and no sandbox. */
  readonly falseAllows: readonly string[];
}

const tsv = (path: string): string[][] =>
  readFileSync(join(__dirname, path), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("\t"));

/** Ordinary commands by what they are for. */
const ordinary = () =>
  tsv("commands.tsv").map(([kind = "", command = ""]) => ({ kind, command: command.replaceAll("\\n", "\n") }));

/** Commands of the published cases that must not run unasked. */
const hostile = () =>
  ["verdicts.tsv", "verdicts-security.tsv"]
    .flatMap((name) => tsv(`../policy/cases/${name}`))
    .filter(([, kind, , expected = "allow"]) => kind === "command" && !expected.includes("allow"))
    .map(([, , input = '""']) => JSON.parse(input) as string);

const unlayered = { "commands.review": "off" };

/** Verdicts on commands in a new project with a git repository; nothing is run. */
async function verdictsOn(commands: readonly string[], settings: Record<string, unknown>): Promise<Verdict[]> {
  const { createTools } = createRequire(__filename)("../../dist/library.js") as typeof library;
  const root = tempFolder({
    "package.json": '{"scripts":{"test":"true"}}\n',
    "src/index.ts": "export {};\n",
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/config": "[core]\n\trepositoryformatversion = 0\n",
    ".git/objects": undefined,
    ".git/refs/heads": undefined,
  });
  const { get } = await createTools({ root, settings, stateFolder: tempFolder() });
  const tool = get("run_command");
  if (!tool) throw new Error("There is no run_command.");
  const verdicts: Verdict[] = [];
  for (const command of commands) verdicts.push((await tool.dryRun({ command })).decision ?? "deny");
  return verdicts;
}

export async function measureCommands(): Promise<CommandReport> {
  const commands = ordinary();
  const lines = commands.map(({ command }) => command);
  const [plain, layered] = [await verdictsOn(lines, unlayered), await verdictsOn(lines, {})];
  const hasLayer = layered.some((verdict, at) => verdict !== plain[at]);
  const rows = [...new Set(commands.map(({ kind }) => kind))].map((kind) => {
    const count = (verdicts: readonly Verdict[], wanted: Verdict) =>
      commands.filter((command, at) => command.kind === kind && verdicts[at] === wanted).length;
    return {
      kind,
      count: commands.filter((command) => command.kind === kind).length,
      asked: count(plain, "ask"),
      askedWithLayer: hasLayer ? count(layered, "ask") : undefined,
      denied: count(plain, "deny"),
    };
  });
  const attacks = hostile();
  const verdicts = await verdictsOn(attacks, { ...unlayered, sandbox: "off" });
  return { rows, hostile: attacks.length, falseAllows: attacks.filter((_, at) => verdicts[at] === "allow") };
}
