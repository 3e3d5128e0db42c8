/** The cells of a Jupyter notebook (nbformat 4) as parts of its text, so that what is not changed keeps its bytes. */
import { findNodeAtLocation, getNodeValue, type Node, parseTree } from "jsonc-parser";

/** The kinds of cells. */
export const cellKinds = ["code", "markdown", "raw"] as const;

/** One of {@link cellKinds}. */
export type CellKind = (typeof cellKinds)[number];

/** A change of the cells; numbers count from 1, as the cells stand when it is its turn. */
export type CellEdit =
  | { readonly action: "insert"; readonly cell: number; readonly kind: CellKind; readonly source: string }
  | { readonly action: "replace"; readonly cell: number; readonly kind?: CellKind | undefined; readonly source: string }
  | { readonly action: "delete"; readonly cell: number }
  | { readonly action: "move"; readonly cell: number; readonly to: number };

/** Why a notebook cannot be changed, as one clause about it. */
export class NotebookProblem extends Error {}

/** Why one of several edits cannot be made, as a sentence. */
export class CellEditProblem extends Error {}

/** A notebook taken apart. */
interface Parts {
  /** Up to the first cell, and from the last one's end. */
  readonly head: string;
  readonly tail: string;
  /** What stands between two cells. */
  readonly between: string;
  /** What a cell's lines begin with, and what each deeper level adds. */
  readonly indent: string;
  readonly step: string;
  readonly ending: string;
  /** Whether cells have ids (nbformat 4.5). */
  readonly hasIds: boolean;
  readonly cells: string[];
}

function partsOf(text: string): Parts {
  const errors: never[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  if (!root || errors.length > 0) throw new NotebookProblem("is not valid JSON");
  const cells = findNodeAtLocation(root, ["cells"]);
  const [major, minor] = ["nbformat", "nbformat_minor"].map((name) => {
    const node = findNodeAtLocation(root, [name]);
    return node ? Number(getNodeValue(node)) : 0;
  }) as [number, number];
  if (cells?.type !== "array" || major !== 4) throw new NotebookProblem("is not a notebook of the format nbformat 4");
  const nodes = cells.children ?? [];
  const ending = text.includes("\r\n") ? "\r\n" : "\n";
  const step = /^\{\r?\n([ \t]+)/.exec(text)?.[1] ?? "";
  const isCompact = step === "";
  const newLine = isCompact ? "" : `${ending}${step}`;
  const [first, second] = nodes;
  const end = cells.offset + cells.length;
  return {
    head: first ? text.slice(0, first.offset) : `${text.slice(0, cells.offset + 1)}${newLine}${step}`,
    tail: first ? text.slice(endOf(nodes.at(-1) as Node)) : `${newLine}${text.slice(end - 1)}`,
    between: first && second ? text.slice(endOf(first), second.offset) : `,${newLine}${step}`,
    ...{ indent: step + step, step, ending },
    hasIds: minor >= 5,
    cells: nodes.map((node) => text.slice(node.offset, endOf(node))),
  };
}

const endOf = ({ offset, length }: Node) => offset + length;

/** As notebooks store text: each line with its end. */
const linesOf = (source: string): string[] => source.replaceAll("\r\n", "\n").match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** JSON as it stands at a depth of the notebook. */
function written(value: unknown, depth: string, { step, ending }: Parts): string {
  return JSON.stringify(value, null, step).replaceAll("\n", `${step === "" ? "" : ending}${depth}`);
}

function newCell(kind: CellKind, source: string, parts: Parts, id: string): string {
  const cell = {
    cell_type: kind,
    ...(kind === "code" && { execution_count: null }),
    ...(parts.hasIds && { id }),
    metadata: {},
    ...(kind === "code" && { outputs: [] }),
    source: linesOf(source),
  };
  return written(cell, parts.indent, parts);
}

/** Gives a cell another source; everything else of it keeps its bytes, unless it becomes one of another kind. */
function replaced(cell: string, kind: CellKind | undefined, source: string, parts: Parts): string {
  const value = JSON.parse(cell) as Record<string, unknown>;
  if (kind !== undefined && kind !== value.cell_type) {
    const { outputs, execution_count, cell_type, ...rest } = value;
    const code = kind === "code" ? { execution_count: null, outputs: [] } : {};
    return written({ cell_type: kind, ...rest, ...code, source: linesOf(source) }, parts.indent, parts);
  }
  const known = [value.source].flat().join("");
  if (known === linesOf(source).join("")) return cell;
  const root = parseTree(cell) as Node;
  const node = findNodeAtLocation(root, ["source"]);
  if (!node) return written({ ...value, source: linesOf(source) }, parts.indent, parts);
  const fresh = written(linesOf(source), parts.indent + parts.step, parts);
  return cell.slice(0, node.offset) + fresh + cell.slice(endOf(node));
}

/** A number of cells in words: `1 cell`. */
export const cellsText = (count: number): string =>
  count === 0 ? "no cells" : count === 1 ? "1 cell" : `${count} cells`;

/** How many cells a notebook has. @throws NotebookProblem */
export const cellCount = (text: string): number => partsOf(text).cells.length;

/** One cell, counted from 1. @throws NotebookProblem */
export function cellAt(text: string, cell: number): { readonly kind: string; readonly source: string } {
  const { cells } = partsOf(text);
  const found = cells[cell - 1];
  if (found === undefined) throw new NotebookProblem(`has ${cellsText(cells.length)}, so there is no cell ${cell}`);
  const { cell_type, source } = JSON.parse(found) as { cell_type?: unknown; source?: unknown };
  return { kind: String(cell_type), source: [source ?? ""].flat().join("") };
}

/**
 * Makes edits one after the other.
 * @param text of the whole file, without a byte order mark. @param makeId of a new cell, where the format wants one.
 * @throws NotebookProblem for what is no notebook. @throws CellEditProblem for a cell that is not there.
 */
export function withCells(text: string, edits: readonly CellEdit[], makeId: () => string): string {
  const parts = partsOf(text);
  const { cells } = parts;
  for (const [index, edit] of edits.entries()) {
    checkPlaces(edit, index, cells.length);
    const at = edit.cell - 1;
    if (edit.action === "insert") cells.splice(at, 0, newCell(edit.kind, edit.source, parts, makeId()));
    else if (edit.action === "replace") cells[at] = replaced(cells[at] as string, edit.kind, edit.source, parts);
    else if (edit.action === "delete") cells.splice(at, 1);
    else cells.splice(edit.to - 1, 0, ...cells.splice(at, 1));
  }
  return parts.head + cells.join(parts.between) + parts.tail;
}

/** @param index of the edit, from 0. @param count of cells when it is its turn. @throws CellEditProblem */
function checkPlaces(edit: CellEdit, index: number, count: number): void {
  const most = edit.action === "insert" ? count + 1 : count;
  const places = edit.action === "move" ? [edit.cell, edit.to] : [edit.cell];
  const wrong = places.find((place) => place < 1 || place > most);
  if (wrong === undefined) return;
  const named = `Edit ${index + 1} (${edit.action}) names cell ${wrong}`;
  if (index > 0)
    throw new CellEditProblem(
      `${named}, but the ${index === 1 ? "edit before it leaves" : "edits before it leave"} ${cellsText(count)}: number the cells as the earlier edits leave them.`,
    );
  const advice =
    edit.action === "insert"
      ? `number a new cell ${most} at most`
      : count === 0
        ? "insert one first"
        : "name a cell that read_file shows";
  throw new CellEditProblem(`${named}, but the notebook has ${cellsText(count)}: ${advice}.`);
}
