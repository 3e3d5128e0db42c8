/** docs/dialects.md, from the code: what each dialect offers, and what differs. */
import { readFileSync } from "node:fs";
import { synonyms } from "../src/core/tools/arguments/argumentNames";
import { type Dialect, metadataOf, parametersOf } from "../src/core/tools/dialect";
import { capability, safetyLevel } from "../src/core/tools/safetyLevel";
import type { DialectTool } from "../src/core/tools/tool";
import type { Traits } from "../src/core/tools/traits";
import { agentName, type DialectName, dialectNames, dialectTitles } from "../src/core/vocabulary/dialectNames";
import { makeDialects } from "../src/dialects";
import { familyTable } from "../src/dialects/chatDialect";
import { tools } from "./describedTools";

const dialects = makeDialects(tools);
const all: readonly Dialect[] = Object.values(dialects);
const names = all.map(({ name }) => `\`${name}\``);

const code = (text: string) => `\`${text.replaceAll("|", "\\|")}\``;
const count = (number: number) => number.toLocaleString("en-US");
const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), `|${"---|".repeat(head.length)}`, ...rows.map(row)].join("\n");

/** Required ones in bold, defaults behind `=`. */
function parameters(tool: DialectTool): string {
  const { properties = {}, required = [] } = parametersOf(tool) as {
    properties?: Record<string, { default?: unknown }>;
    required?: readonly string[];
  };
  const shown = Object.entries(properties).map(([name, { default: value }]) => {
    if (required.includes(name)) return `**${name}**`;
    return value === undefined ? name : `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`;
  });
  return shown.join(", ");
}

function offered(tool: DialectTool): string {
  const called = [tool.name, ...tool.aliases].map(code).join(" or ");
  const taken = parameters(tool);
  return taken === "" ? called : `${called}: ${taken}`;
}

/** The crib's tools in their order, then those that only a dialect has. */
const ownNames = [...new Set(all.flatMap(({ tools }) => tools.map(({ tool }) => tool.name)))];

const matrix = () =>
  table(
    names,
    ownNames.map((own) =>
      all.map(({ tools }) => {
        const tool = tools.find((one) => one.tool.name === own);
        return tool ? offered(tool) : "";
      }),
    ),
  );

const otherNames = () =>
  table(
    ["parameter of `standard`", "also taken as"],
    synonyms.map(([first = "", ...others]) => [code(first), others.map(code).join(", ")]),
  );

const yes = (is: boolean) => (is ? "yes" : "");

/** As a dialect states them where it does, else as the crib's own tool has them. */
function facts(dialect: DialectName): string {
  const rows = dialects[dialect].tools.map((tool) => {
    const { concurrencySafe, readOnly, destructive, idempotent, searchHint = "" } = metadataOf(tool);
    const level = safetyLevel(capability(tool.tool));
    const answers = [concurrencySafe, readOnly, destructive, idempotent].map(yes);
    return [code(tool.name), ...answers, String(level), searchHint];
  });
  return table(
    ["tool", "beside others", "only reads", "destructive", "idempotent", "safety level", "search hint"],
    rows,
  );
}

/** What one call of a reading tool returns at most. */
function readLimits({ lines, characters, tokens, columns, maxBytes }: Traits["read"]): string {
  return [
    ...(lines === undefined ? [] : [`${count(lines)} lines`]),
    // No file has more characters than bytes.
    ...(maxBytes !== undefined && maxBytes <= characters ? [] : [`${count(characters)} characters`]),
    ...(tokens === undefined ? [] : [`about ${count(tokens)} tokens`]),
    ...(columns === undefined ? [] : [`${count(columns)} characters a line`]),
    ...(maxBytes === undefined ? [] : [`files of ${count(maxBytes)} bytes`]),
  ].join(", ");
}

const pdfs: Readonly<Record<Traits["read"]["pdf"], string>> = {
  note: "type and size",
  data: "its bytes",
  text: "its text by pages",
};

const ways: readonly (readonly [what: string, inWords: (traits: Traits) => string])[] = [
  ["an existing file is changed only once it was read (`toolcrib.requireRead`)", (traits) => yes(traits.requireRead)],
  ["an edit matches", ({ inexactEdits }) => (inexactEdits ? "in stages, and says so" : "exactly")],
  ["a model may be asked what an edit meant (`toolcrib.edits.modelRepair`)", (traits) => yes(traits.modelRepair)],
  ["an edit of an empty text creates the file", (traits) => yes(traits.createByEdit)],
  [
    "reading outside the workspace",
    (traits) => (traits.readOutsideRoots === "ask" ? "asks" : "`toolcrib.readOutsideRoots`"),
  ],
  ["one read returns at most", ({ read }) => readLimits(read)],
  ["a PDF is", ({ read }) => pdfs[read.pdf]],
  ["finding and searching leave out", ({ excluded }) => excluded.map(code).join(" ")],
  [
    "a command is stopped after",
    ({ commandTimeoutMs: limit }) => (limit === undefined ? "`toolcrib.limits.commandTimeoutMs`" : `${limit / 1000} s`),
  ],
  ["a command starts where the last `cd` led", (traits) => yes(traits.rememberFolder)],
  [
    "of a command's output a model gets",
    ({ commandOutput: most }) =>
      most ? `${most.stdout / 1024} + ${most.stderr / 1024} KB` : "`toolcrib.limits.commandOutputBytes`",
  ],
];

const differences = () =>
  table(
    ["", ...names],
    ways.map(([what, inWords]) => [what, ...all.map(({ traits }) => inWords(traits))]),
  );

const families = () =>
  table(
    ["model", "dialect", "because"],
    familyTable.map(({ models, dialect, because }) => [code(models), code(dialect), because]),
  );

const titles = () =>
  table(
    ["`toolcrib.dialect`", "whose tools", "custom agent"],
    dialectNames.map((name) => [code(name), dialectTitles[name], agentName(name)]),
  );

const parts: Readonly<Record<string, () => string>> = {
  titles,
  families,
  matrix,
  otherNames,
  differences,
  facts: () => facts("standard"),
  factsOfFlyto: () => facts("flyto"),
};

/** The page: a text written by hand, with each `{{part}}` filled in. */
export const dialectsDoc = (): string =>
  readFileSync("scripts/dialects.template.md", "utf8").replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const part = parts[name];
    if (!part) throw new Error(`scripts/dialects.template.md asks for {{${name}}}, which there is not.`);
    return part();
  });
