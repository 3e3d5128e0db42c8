/** The lines of places in code: by file, in order, and those of one page, whose files alone are judged where there are too many. */
import type { CodeLocation, TextRange } from "../../core/ports/editor/codeIntelligence";
import type { FoundCode, FoundPlace, UnopenedPlaces } from "../../core/tools/knownCode";

/** What stands somewhere. */
interface Placed {
  readonly range: TextRange;
}

/** The places of one line of a file. */
export interface PlaceRow<T> {
  /** 0-based. */
  readonly line: number;
  /** How many lines come before it in all files together. */
  readonly index: number;
  readonly places: readonly [T, ...T[]];
}

/** The lines of a page, and how many there are in all. */
export interface PageRows<T> {
  readonly rows: readonly PlaceRow<T>[];
  readonly total: number;
  readonly files: number;
}

/** The file of a place. */
interface PlaceFile {
  /** The same for all places in it. */
  readonly key: string;
  /** By which files are ordered. */
  readonly name: string;
}

/** The file of a place that may be read. */
export const fileOfPlace = ({ target: { real, shown } }: FoundPlace): PlaceFile => ({ key: real, name: shown });

/** Which lines of all are meant. */
interface WantedLines {
  readonly offset: number;
  readonly limit: number;
}

/** Each file's places in order. An answer has thousands of places, so only files are compared by their names. */
function byFile<T extends Placed>(places: readonly T[], fileOf: (place: T) => PlaceFile): T[][] {
  const files = new Map<string, { name: string; found: T[] }>();
  for (const place of places) {
    const { key, name } = fileOf(place);
    const file = files.get(key);
    if (file) file.found.push(place);
    else files.set(key, { name, found: [place] });
  }
  const sorted = [...files.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.map(({ found }) => found.sort((a, b) => a.range.start.line - b.range.start.line));
}

/** Lines by file and number. Those that are not on the page are only counted. */
export function placeRows<T extends Placed>(
  places: readonly T[],
  fileOf: (place: T) => PlaceFile,
  { offset, limit }: WantedLines,
): PageRows<T> {
  const rows: PlaceRow<T>[] = [];
  const files = byFile(places, fileOf);
  let total = 0;
  for (const found of files) {
    let row: { line: number; places: T[] | undefined } | undefined;
    for (const place of found) {
      const { line } = place.range.start;
      if (row?.line === line) {
        row.places?.push(place);
        continue;
      }
      const isShown = total >= offset && total < offset + limit;
      const own: [T, ...T[]] | undefined = isShown ? [place] : undefined;
      row = { line, places: own };
      if (own) rows.push({ line, index: total, places: own });
      total++;
    }
  }
  return { rows, total, files: files.length };
}

const fileOfLocation = ({ path, address }: CodeLocation) => ({ key: path ?? address, name: path ?? address });

/** What of an answer may be read, and its lines on the page. */
export interface OpenedPage extends FoundCode<FoundPlace> {
  /**
   * Absent where all is on the page. Otherwise lines are counted as the language names them, those of closed files too: whether
   * the files of other pages may be read is not known.
   */
  readonly page?: PageRows<FoundPlace>;
}

/** Opens what is on a page, or all of it where it has room there. */
export async function openedPage(named: UnopenedPlaces, wanted: WantedLines): Promise<OpenedPage> {
  const { rows, total, files } = placeRows(named.found, fileOfLocation, wanted);
  if (rows.length === total) return named.open(named.found);
  const opened = await named.open(rows.flatMap(({ places }) => places));
  const indexes = new Map(rows.flatMap(({ index, places }) => places.map(({ range }) => [range, index] as const)));
  const shown = placeRows(opened.found, fileOfPlace, { offset: 0, limit: Number.POSITIVE_INFINITY });
  const placed = shown.rows.map((row) => ({ ...row, index: indexes.get(row.places[0].range) ?? row.index }));
  return { ...opened, page: { rows: placed, total, files } };
}
