/**
 * Notebooks whose cells run something once they are shown: in a trusted workspace VS Code lets the HTML of outputs and Markdown
 * cells run scripts, which may read the files of the workspace and send them anywhere (D-7).
 */

import type { Rule } from "../../../core/rules/rule";
import { clause } from "../../../core/text/clauses/clause";
import { askAlways, type Decision } from "../../../core/vocabulary/decision";
import type { Effect, WriteEffect } from "../../../core/vocabulary/effect";

const rule = "notebookScripts";

/** Kinds of output that are a script, and those that may hold one. */
const scripts = new Set(["application/javascript", "application/x-javascript", "text/javascript"]);
const mayHoldScripts = new Set(["text/html", "image/svg+xml", "text/markdown"]);

/** Elements and attributes of HTML by which something runs or is loaded; what only looks like one is asked about too. */
const running =
  /<(?:script|iframe|frame|object|embed|link|meta|base|form|portal|animate|set)\b|[\s"'/]on[a-z]+\s*=|javascript:/i;
const isRunning = (html: string) => /<[a-z]/i.test(html) && running.test(html);

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** Notebooks store a text whole, or as a list of its lines. */
const textOf = (value: unknown): string => [value ?? ""].flat().join("");

function* runningIn(cell: Fields): Iterable<string> {
  const source = cell.cell_type === "markdown" ? textOf(cell.source) : "";
  if (isRunning(source)) yield source;
  for (const output of listOf(cell.outputs))
    for (const [type, value] of Object.entries(fieldsOf(fieldsOf(output).data))) {
      const kind = type.toLowerCase();
      const text = textOf(value);
      if (scripts.has(kind) || (mayHoldScripts.has(kind) && isRunning(text))) yield text;
    }
}

/** What runs when a notebook is shown; nothing for what VS Code shows no cells of. */
function allRunning(bytes: Uint8Array | undefined): ReadonlySet<string> {
  try {
    const { cells } = fieldsOf(JSON.parse(new TextDecoder().decode(bytes)));
    return new Set(listOf(cells).flatMap((cell) => [...runningIn(fieldsOf(cell))]));
  } catch {
    return new Set();
  }
}

/** Whether a change brings such a cell into a notebook; what was there before is no news. */
export function bringsNotebookScripts({ target, before, after, kinds }: WriteEffect): boolean {
  if (!after?.length || kinds?.after !== undefined) return false;
  if (![target.path, target.real].some((path) => /\.ipynb$/i.test(path))) return false;
  const now = allRunning(after);
  if (now.size === 0) return false;
  const known = allRunning(before);
  return [...now].some((text) => !known.has(text));
}

/** Writes that bring such a cell in are asked about every time. */
export const notebookScriptsRule: Rule = {
  name: rule,
  judge(effect: Effect): Decision | undefined {
    return effect.kind === "write" && bringsNotebookScripts(effect)
      ? askAlways(rule, clause`VS Code would run scripts in its cells when the notebook is opened`)
      : undefined;
  },
};
