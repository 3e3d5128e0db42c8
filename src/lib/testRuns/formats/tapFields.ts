/** The few fields that are wanted of the YAML below a test point, as the programs write it. */
import { indentOf } from "../reading/outputLines";
import { isOwnFrame, placeAtEnd } from "../reading/places";
import type { NamedPlace } from "../reading/testRun";

/** Values by the last name of their key; the first one of a name counts. */
export type TapFields = ReadonlyMap<string, string>;

const keyLine = /^ *([A-Za-z_]+):(?: (.*))?$/;
const isBlockScalar = (value: string) => /^[|>][-+]?$/.test(value);

/** Reads lines between `---` and `...`. */
export function tapFields(lines: readonly string[]): TapFields {
  const fields = new Map<string, string>();
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const [, key, value = ""] = keyLine.exec(line) ?? [];
    if (key === undefined) continue;
    const end = isBlockScalar(value) ? blockEnd(lines, at) : at;
    const text = end === at ? unquoted(value) : unindented(lines.slice(at + 1, end + 1));
    if (!fields.has(key)) fields.set(key, text);
    at = end;
  }
  return fields;
}

/** The last line of what is deeper than a key. */
function blockEnd(lines: readonly string[], at: number): number {
  const depth = indentOf(lines[at] as string);
  let end = at;
  while (end + 1 < lines.length) {
    const next = lines[end + 1] as string;
    if (next.trim() !== "" && indentOf(next) <= depth) break;
    end++;
  }
  return end;
}

function unindented(lines: readonly string[]): string {
  const depth = indentOf(lines.find((line) => line.trim() !== "") ?? "");
  return lines.map((line) => line.slice(depth)).join("\n");
}

function unquoted(value: string): string {
  if (/^'.*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'");
  if (!/^".*"$/.test(value)) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value.slice(1, -1);
  }
}

/** Where the test failed: by its stack, else where it stands. */
export function tapPlace(fields: TapFields): NamedPlace | undefined {
  const file = fields.get("fileName") ?? fields.get("file");
  const line = Number(fields.get("lineNumber") ?? fields.get("line"));
  const column = Number(fields.get("columnNumber") ?? fields.get("column"));
  if (file !== undefined && line > 0) return { file, line, ...(column > 0 && { column }) };
  const places = ["at", "location"].map((key) => placeAtEnd(fields.get(key) ?? ""));
  return places.find((place) => place !== undefined && isOwnFrame(place));
}
