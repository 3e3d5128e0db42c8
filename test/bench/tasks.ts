/** What is measured: one of our calls beside the raw tool that does the same, and what it should cost (performance notes). */
import { join } from "node:path";
import { commandTasks, layerTasks, sandboxStart } from "./commandTasks";
import type { CorpusFacts } from "./corpus";
import type { Goal } from "./measure";

/** What is measured over MCP, inside VS Code and with other servers as well. */
export type Compared =
  | "find"
  | "word"
  | "regex"
  | "head"
  | "deep"
  | "again"
  | "edit"
  | "list"
  | "read"
  | "sandboxed"
  | "command"
  | "output";

/** One comparison, made in a process of its own so that its memory can be told. */
export interface Task {
  readonly name: string;
  /** Set where it is compared further. */
  readonly compared?: Compared;
  /** The folder it works in. */
  readonly root: string;
  readonly tool: string;
  readonly input: object;
  /** Program and arguments, run in the root; several are run one after the other. */
  readonly raw: readonly (readonly string[])[];
  /** Milliseconds of reading that go before the call, because an edit wants it; not measured. */
  readonly first?: { readonly tool: string; readonly input: object };
  /** Set where the search index of the root has to be there before anything is measured. */
  readonly indexed?: true;
  /** Each round swaps these two texts in the input, so that every round has something to do. */
  readonly swap?: readonly [string, string];
  readonly rounds: number;
  /** How often the raw way does in one round what the call does once; by default once. */
  readonly rawRuns?: number;
  /** A call that takes the place of the raw way. */
  readonly beside?: { readonly tool: string; readonly input: object };
  /** Calls, and raw runs, that are made at the same time; by default one. */
  readonly atOnce?: number;
  /** Milliseconds before each call and each raw run, as a model takes seconds between calls; by default none. */
  readonly pauseMs?: number;
  /** Set where commands have to run on a layer; without one there is nothing to measure. */
  readonly needsLayer?: true;
  readonly goal: Goal;
}

/** The input of a round: texts to swap are swapped in every second one. */
export const swapped = ({ input, swap }: Pick<Task, "input" | "swap">, round: number): object =>
  swap && round % 2 === 1 ? { ...input, old_string: swap[1], new_string: swap[0] } : input;

/** Where the corpora are. */
export interface Places {
  /** A small tree, and a large one. */
  readonly trees: readonly { readonly root: string; readonly label: string; readonly facts: CorpusFacts }[];
  /** Holds `big.log`, `big.ts`, and the folder `names`. */
  readonly single: string;
  /** A git repository with two branches that differ in 2,000 files, and `nothing.sh`, which does nothing. */
  readonly versions: string;
  readonly rg: string;
  readonly names: number;
  /** Lines of the log. */
  readonly lines: number;
}

function treeTasks({ trees, rg }: Places): Task[] {
  return trees.flatMap(({ root, label, facts }): Task[] => [
    {
      name: `find **/*.ts, ${label} files`,
      compared: "find",
      root,
      tool: "find_files",
      input: { pattern: "**/*.ts", limit: 10_000 },
      raw: [[rg, "-j8", "--files"]],
      rounds: 7,
      goal: { ratio: 1.1, megabytes: 80 },
    },
    {
      name: `search a word, 7 hits, ${label} files`,
      compared: "word",
      root,
      tool: "search_text",
      input: { pattern: facts.rareWord },
      raw: [[rg, "-j8", "-n", facts.rareWord, "."]],
      rounds: 7,
      goal: { ratio: 1.05, megabytes: 80 },
    },
    {
      name: `regex, stop at 250, ${label} files`,
      compared: "regex",
      root,
      tool: "search_text",
      input: { pattern: `${facts.commonWord} \\w+;`, limit: 250 },
      raw: [["bash", "-c", `"$0" -j8 -n "$1" . | head -n 250`, rg, `${facts.commonWord} \\w+;`]],
      rounds: 15,
      goal: { ratio: 1.3, megabytes: 80 },
    },
  ]);
}

/** The same searches once there is an index: it may cost little where it does not help. */
function indexTasks({ trees, rg }: Places): Task[] {
  return trees.flatMap(({ root, label, facts }): Task[] => {
    const search = (what: string, pattern: string, ratio: number): Task => ({
      name: `${what}, index, ${label} files`,
      ...{ root, tool: "search_text", input: { pattern }, indexed: true, rounds: 11 },
      raw: [[rg, "-j8", "-n", pattern, "."]],
      goal: { ratio },
    });
    return [
      search("search a word, 7 hits", facts.rareWord, 0.25),
      search("search a word that is nowhere", "zzyzxNowhere", 0.25),
      {
        ...search("regex, stop at 250", `${facts.commonWord} \\w+;`, 1.1),
        raw: [["bash", "-c", `"$0" -j8 -n "$1" . | head -n 250`, rg, `${facts.commonWord} \\w+;`]],
      },
      {
        ...search("find a name, a few files", "", 0.25),
        tool: "find_files",
        input: { pattern: "**/session17.py" },
        raw: [[rg, "-j8", "--files", "--glob", "**/session17.py"]],
      },
    ];
  });
}

/** @param single see `Places`. */
export function fileTasks({ single, lines, names }: Pick<Places, "single" | "lines" | "names">): Task[] {
  const deep = Math.floor(lines * 0.9);
  const range = (from: number, to: number) => ["sed", "-n", `${from},${to}p;${to}q`, "big.log"];
  return [
    {
      name: "lines 1 to 2,000 of the log",
      compared: "head",
      root: single,
      tool: "read_file",
      input: { path: "big.log" },
      raw: [range(1, 2000)],
      rounds: 15,
      goal: { ratio: 1.5 },
    },
    {
      name: `lines ${deep} to ${deep + 2000} of the log, first time`,
      compared: "deep",
      root: single,
      tool: "read_file",
      input: { path: "big.log", offset: deep - 1, limit: 2001 },
      raw: [range(deep, deep + 2000)],
      rounds: 1,
      goal: { ratio: 0.5, megabytes: 80 },
    },
    {
      name: "the same again",
      compared: "again",
      root: single,
      first: { tool: "read_file", input: { path: "big.log", offset: deep - 1, limit: 2001 } },
      tool: "read_file",
      input: { path: "big.log", offset: deep - 2000, limit: 2001 },
      raw: [range(deep - 1999, deep + 1)],
      rounds: 9,
      goal: { milliseconds: 8 },
    },
    {
      name: "one replacement in 20 MB, journal and fsync included, beside cp, fsync and mv",
      compared: "edit",
      root: single,
      first: { tool: "read_file", input: { path: "big.ts", limit: 1 } },
      tool: "edit_file",
      input: { path: "big.ts", old_string: "// turn one;", new_string: "// turn two;" },
      swap: ["// turn one;", "// turn two;"],
      raw: [
        ["cp", "big.ts", "copy.ts"],
        ["sync", "copy.ts"],
        ["mv", "copy.ts", join("away", "copy.ts")],
      ],
      rounds: 9,
      goal: { ratio: 1.5, megabytes: 80 },
    },
    {
      name: `list ${names} entries`,
      compared: "list",
      root: single,
      tool: "list_directory",
      input: { path: "names" },
      raw: [["ls", "-f", "names"]],
      rounds: 15,
      goal: { ratio: 2.5 },
    },
    {
      name: "read a file of 26 bytes",
      compared: "read",
      root: single,
      tool: "read_file",
      input: { path: "small.ts" },
      raw: [["cat", "small.ts"]],
      rounds: 50,
      goal: { milliseconds: 2 },
    },
  ];
}

/** Every task. */
export const tasksFor = (places: Places): Task[] => [
  ...treeTasks(places),
  ...indexTasks(places),
  ...fileTasks(places),
  ...places.trees.slice(0, 1).flatMap(({ root }) => commandTasks(root)),
  ...layerTasks(places),
  ...places.trees.slice(1).map(({ root, label }) => sandboxStart(root, `, ${label} files`)),
];
