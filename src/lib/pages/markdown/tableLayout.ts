/** Rows of cells as a table of text. */
import type { PageFormat } from "../body/page";

export type Alignment = "left" | "center" | "right";

/** A cell on one line. */
export interface Cell {
  readonly text: string;
  readonly isHeader: boolean;
  /** Columns and rows that it takes, one at least. */
  readonly columns: number;
  readonly rows: number;
  readonly alignment?: Alignment;
}

/** Cells that wide ones may fill all in all: a page can claim any width. */
const maxFilled = 20_000;

/** Characters of a cell that is written again in each of its rows. */
const maxRepeated = 200;

/** Text for every place of the grid, and whether all of a row are headers. */
interface GridRow {
  readonly texts: string[];
  readonly isHeader: boolean;
  /** True when one cell takes the whole row. */
  readonly isOneCell: boolean;
}

/** What is left of a cell that reaches down into further rows. */
interface Hanging {
  readonly text: string;
  rows: number;
}

/** Puts each cell in its place. In headers a wide cell names each of its columns, elsewhere its first one. */
function gridOf(rows: readonly (readonly Cell[])[]): GridRow[] {
  const hanging = new Map<number, Hanging>();
  let left = maxFilled;
  return rows.map((cells) => {
    const texts: string[] = [];
    const isHeader =
      cells.length > 0 &&
      cells.every(({ isHeader, text }) => isHeader || text === "") &&
      cells.some((cell) => cell.isHeader);
    const fillHanging = () => {
      for (let above = hanging.get(texts.length); above; above = hanging.get(texts.length)) {
        if (--above.rows === 0) hanging.delete(texts.length);
        texts.push(above.text);
      }
    };
    for (const cell of cells) {
      fillHanging();
      const width = left > 0 ? Math.min(cell.columns, 100) : 1;
      left -= width - 1;
      const repeated = cell.text.length <= maxRepeated ? cell.text : "";
      for (let column = 0; column < width; column++) {
        const text = column === 0 ? cell.text : isHeader ? repeated : "";
        if (cell.rows > 1)
          hanging.set(texts.length, { text: column === 0 || isHeader ? repeated : "", rows: cell.rows - 1 });
        texts.push(text);
      }
    }
    fillHanging();
    return { texts, isHeader, isOneCell: cells.length === 1 && texts.length > 1 };
  });
}

/** Leaves out columns that hold nothing but, maybe, the name of the column before them. */
function withoutEmptyColumns(rows: readonly GridRow[]): GridRow[] {
  const width = rows.reduce((widest, { texts }) => Math.max(widest, texts.length), 0);
  const isKept = Array.from({ length: width }, () => false);
  for (const { texts, isHeader } of rows)
    for (const [column, text] of texts.entries())
      if (text !== "" && !(isHeader && text === texts[column - 1])) isKept[column] = true;
  return rows.map((row) => ({ ...row, texts: row.texts.filter((_, column) => isKept[column]) }));
}

/** Headers of several rows as one; a name that says the same as the one above it is not said again. */
function joinedHeaders(rows: readonly GridRow[]): string[] {
  const width = Math.max(0, ...rows.map(({ texts }) => texts.length));
  return Array.from({ length: width }, (_, column) =>
    [...new Set(rows.map(({ texts }) => texts[column] ?? ""))].filter(Boolean).join(" / "),
  );
}

const rules: Readonly<Record<Alignment | "none", string>> = {
  none: "---",
  left: ":---",
  center: ":---:",
  right: "---:",
};

const inPipes = (texts: readonly string[]) => `|${texts.map((text) => (text === "" ? " " : ` ${text} `)).join("|")}|`;

/** Lines of a table, with what stands above it. Rows and columns of which nothing is known are left out. */
export function tableLines(rows: readonly (readonly Cell[])[], caption: string, format: PageFormat): string[] {
  const grid = withoutEmptyColumns(gridOf(rows).filter(({ texts }) => texts.some(Boolean)));
  const titles: string[] = caption === "" ? [] : [caption];
  while (grid.length > 1 && grid[0]?.isOneCell) titles.push((grid.shift() as GridRow).texts.find(Boolean) ?? "");
  const body = grid.findIndex(({ isHeader }) => !isHeader);
  const headers = grid.slice(0, body === -1 ? Math.min(1, grid.length) : body);
  const others = grid.slice(headers.length);
  if (format === "text") return [...titles, ...grid.map(({ texts }) => texts.join("\t").trimEnd())];
  if (grid.length === 0) return titles;
  const width = grid.reduce((widest, { texts }) => Math.max(widest, texts.length), 1);
  const header = headers.length > 0 ? joinedHeaders(headers) : [];
  const full = [...header, ...Array.from({ length: width - header.length }, () => "")];
  const aligned = alignments(rows, width).map((alignment) => rules[alignment ?? "none"]);
  const above = titles.flatMap((title) => [title, ""]);
  return [...above, inPipes(full), inPipes(aligned), ...others.map(({ texts }) => inPipes(texts))];
}

/** How each column is aligned, as the first full row has it. */
function alignments(rows: readonly (readonly Cell[])[], width: number): (Alignment | undefined)[] {
  const row = rows.find((cells) => cells.length === width && cells.every(({ columns }) => columns === 1));
  return Array.from({ length: width }, (_, column) => row?.[column]?.alignment);
}
