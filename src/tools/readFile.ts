import * as z from "zod";
import { defineTool } from "../core/tool";
import { ToolError } from "../core/toolError";
import { readWindow } from "../edits/lineWindow";
import { path } from "./parameters";

/** Characters returned at most (RD-5, C-06). */
const mostCharacters = 128_000;
/** Lines returned when no limit is given (RD-7). */
const usualLines = 2000;

/** What read_file found, for dialects that word it themselves. */
export interface ReadData {
  /** Absolute path as named. */
  readonly path: string;
  readonly size: number;
  readonly binary: boolean;
  /** Lines shown, joined with LF. */
  readonly text: string;
  /** 0-based line of the first shown. */
  readonly offset: number;
  /** Number of lines shown. */
  readonly count: number;
  /** Lines of the whole file. */
  readonly total: number;
  /** True when the only line shown was cut, because it alone is too long. */
  readonly lineCut: boolean;
  /** True when the file's last line is shown and ends with a line break. */
  readonly finalNewline: boolean;
}

export const readFile = defineTool({
  name: "read_file",
  displayName: "Read File",
  summary: "Read a text file, unsaved changes included",
  description:
    "Reads a text file, unsaved changes included. Returns at most 2,000 lines and 128,000 characters at once; when there is more, the last line says with which offset to go on. Use search_text to find the place in a large file first.",
  metadata: { concurrencySafe: true, readOnly: true, destructive: false, idempotent: true },
  touches: ["read"],
  input: z.object({
    path,
    offset: z.number().int().min(0).default(0).describe("First line to return, counted from 0. Default: 0."),
    limit: z.number().int().min(1).default(usualLines).describe("Number of lines to return at most. Default: 2000."),
  }),
  async plan({ path, offset, limit }, { host }) {
    const target = await host.resolve(path);
    const stat = await host.stat(target);
    const { shown } = target;
    if (!stat)
      throw new ToolError("not_found", `${shown} does not exist: check the name, or find it with find_files.`, {
        path: target.path,
      });
    if (stat.kind === "directory")
      throw new ToolError("is_directory", `${shown} is a folder, not a file: list it with list_directory.`, {
        path: target.path,
      });
    return {
      title: `Read ${shown}`,
      effects: [{ kind: "read", target }],
      async run({ host, session, signal }) {
        const before = await host.stat(target);
        const window = await readWindow(host.stream(target, signal), {
          offset,
          lines: limit,
          characters: mostCharacters,
        });
        if (offset > 0 && offset >= window.total && !window.binary)
          throw new ToolError(
            "invalid_input",
            `offset ${offset} is past the end of ${shown}, which has ${window.total} lines: use a smaller one.`,
          );
        if (before) session.noteSeen(target.real, before.version);
        const data: ReadData = { ...window, path: target.path, size: before?.size ?? 0, offset };
        return { text: readText(shown, data), isError: false, data };
      },
    };
  },
});

function readText(
  shown: string,
  { size, binary, text, offset, count, total, lineCut, finalNewline }: ReadData,
): string {
  if (binary) return `Cannot display content of binary file: ${shown} (${size} bytes).`;
  if (total === 0) return "File exists but is empty";
  if (lineCut)
    return `${text}\n[Line ${offset + 1} is longer than ${mostCharacters} characters and was cut; ${shown} has ${total} lines.]`;
  const next = offset + count;
  if (next >= total && offset === 0) return finalNewline ? `${text}\n` : text;
  const range = `lines ${offset + 1}-${next} of ${total}`;
  return next < total
    ? `${text}\n[Showing ${range}. To read on, call again with offset ${next}.]`
    : `${text}\n[Showing ${range}.]`;
}
