/** The evaluation as Markdown, for the console and for docs/evaluation.md. */
import { readFileSync, writeFileSync } from "node:fs";
import type { CommandReport } from "./commands";
import type { DefinitionTokens } from "./definitions";
import type { EditReport } from "./edits";
import type { CallTokens, TaskRow } from "./tasks";

/** All that was measured of one system. */
export interface SystemReport {
  readonly name: string;
  readonly edits: EditReport;
  readonly definitions: readonly DefinitionTokens[];
  readonly tasks: readonly TaskRow[];
  readonly calls: readonly CallTokens[];
}

const page = "docs/evaluation.md";
const [begin, end] = ["<!-- npm run evaluate -- --write -->", "<!-- end -->"];

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => [
  `| ${head.join(" | ")} |`,
  `|---|${"---:|".repeat(head.length - 1)}`,
  ...rows.map((cells) => `| ${cells.join(" | ")} |`),
];

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

function commandTables({ rows, hostile, falseAllows }: CommandReport): string[] {
  const share = (part: number, whole: number) => `${part} (${Math.round((100 * part) / whole)} %)`;
  return [
    ...table(
      ["ordinary commands", "count", "asked on the folders themselves", "asked with a layer", "denied"],
      rows.map(({ kind, count, asked, askedWithLayer, denied }) => [
        kind,
        count,
        share(asked, count),
        askedWithLayer === undefined ? "no layer here" : share(askedWithLayer, count),
        denied,
      ]),
    ),
    "",
    `Of ${hostile} hostile commands from published advisories and write-ups, ${falseAllows.length} would run unasked without layer and sandbox.`,
  ];
}

const mistakesOf = (reports: readonly SystemReport[]) => reports[0]?.edits.rows.map(({ mistake }) => mistake) ?? [];

function editTable(reports: readonly SystemReport[]): string[] {
  const cell = ({ edits }: SystemReport, at: number) => {
    const { right = 0, refused = 0, wrong = 0 } = edits.rows[at] ?? {};
    return `${right} / ${refused} / ${wrong === 0 ? 0 : `**${wrong}**`}`;
  };
  const all = ({ edits: { rows } }: SystemReport) =>
    [
      sum(rows.map(({ right }) => right)),
      sum(rows.map(({ refused }) => refused)),
      sum(rows.map(({ wrong }) => wrong)),
    ].join(" / ");
  return table(
    ["mistake", ...reports.map(({ name }) => name)],
    [
      ...mistakesOf(reports).map((mistake, at) => [mistake, ...reports.map((report) => cell(report, at))]),
      ["all", ...reports.map(all)],
    ],
  );
}

function tokenTables(reports: readonly SystemReport[]): string[] {
  const totals = table(
    ["system", "tools", "tokens of all definitions", "the most expensive"],
    reports.map(({ name, definitions }) => [
      name,
      definitions.length,
      sum(definitions.map(({ tokens }) => tokens)),
      definitions
        .slice(0, 3)
        .map(({ tool, tokens }) => `${tool} ${tokens}`)
        .join(", "),
    ]),
  );
  const results = reports.flatMap(({ name, calls, definitions }) =>
    [...new Set(calls.map(({ tool }) => tool))].sort().map((tool) => {
      const sizes = calls.filter((call) => call.tool === tool).map(({ result }) => result);
      const definition = definitions.find((one) => one.tool === tool)?.tokens ?? "in another's";
      return [name, tool, definition, sizes.length, Math.round(sum(sizes) / sizes.length), Math.max(...sizes)];
    }),
  );
  const head = ["system", "tool", "definition", "results", "tokens each, mean", "largest"];
  return [...totals, "", "Results of the tools that the ten tasks use:", "", ...table(head, results)];
}

function taskTable(reports: readonly SystemReport[]): string[] {
  const cell = (row: TaskRow | undefined) =>
    row?.outcome === "done" ? `${row.calls} · ${row.tokens}` : row?.outcome === "missing" ? "no tool" : "**not done**";
  const done = (tasks: readonly TaskRow[]) => tasks.filter(({ outcome }) => outcome === "done");
  return table(
    ["task", ...reports.map(({ name }) => name)],
    [
      ...(reports[0]?.tasks ?? []).map(({ task }, at) => [task, ...reports.map(({ tasks }) => cell(tasks[at]))]),
      [
        "done, with calls · tokens",
        ...reports.map(({ tasks }) => {
          const all = done(tasks);
          return `${all.length}: ${sum(all.map(({ calls }) => calls))} · ${sum(all.map(({ tokens }) => tokens))}`;
        }),
      ],
    ],
  );
}

/** All tables, each below its heading. */
export const reportOf = (commands: CommandReport, reports: readonly SystemReport[], hunks: number): string =>
  [
    "### Commands",
    "",
    ...commandTables(commands),
    "",
    "### Edits",
    "",
    `${hunks} hunks, each with every mistake that it lends itself to: applied right / refused / wrong bytes.`,
    "",
    ...editTable(reports),
    "",
    "### Tokens",
    "",
    ...tokenTables(reports),
    "",
    "### Tasks",
    "",
    "Calls · tokens of arguments and results, until the files are as they have to be.",
    "",
    ...taskTable(reports),
    "",
  ].join("\n");

/** Puts the tables into docs/evaluation.md. */
export function writeReport(report: string): void {
  const text = readFileSync(page, "utf8");
  const [head, tail] = [text.slice(0, text.indexOf(begin)), text.slice(text.indexOf(end))];
  writeFileSync(page, `${head}${begin}\n${report}${tail}`);
}
