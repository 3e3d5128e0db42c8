import * as z from "zod";
import type { ResolvedPath } from "../core/effect";
import { shownPath } from "../core/shownPath";
import { defineTool, looking, type RunContext, type ToolResult } from "../core/tool";
import { ToolError } from "../core/toolError";
import { type Encoding, encodingOfHead, textOf } from "../edits/encoding";
import { isLegacy } from "../edits/legacyEncoding";
import { LineIndex, LineIndexes } from "../edits/lineIndex";
import type { LineWindow, WindowRequest } from "../edits/lineWindow";
import { bytesOf, type OpenedFile, openHead, piecesOf, readFirst, readFurther } from "../edits/textFile";
import { type ContentType, contentOf, headBytes, isSvg } from "../media/contentType";
import type { MediaRoom } from "../media/mediaRoom";
import { notebookText } from "../media/notebook";
import { type PageRange, readPages } from "../media/pageRange";
import { sharedMediaRoom } from "../media/sharedRoom";
import { binaryNote, type MediaFile, type ShownMedia, showImage, showPdf } from "../media/shownMedia";
import { path } from "./parameters";
import { systemIgnore } from "./systemIgnore";

/** Notebooks are read whole, up to so many bytes. */
const mostNotebookBytes = 32 * 1024 * 1024;

/** What read_file found, for dialects that word it themselves. */
export interface ReadData extends Omit<LineWindow, "valid"> {
  /** Absolute path as named. */
  readonly path: string;
  /** Bytes of the file. */
  readonly size: number;
  /** `text` has lines of `text`; `notebook` lines made from its cells; `pdf` those made from its pages, where they are read. */
  readonly content: "text" | "notebook" | "image" | "pdf" | "binary";
  /** Told by the content; of an image in `parts` that of the file and not of the part. */
  readonly mimeType: string;
  /** 0-based line of the first shown. */
  readonly offset: number;
  /** Of text; its label in VS Code. */
  readonly encoding?: Encoding;
  /** Pixels of an image, upright. */
  readonly width?: number;
  readonly height?: number;
  /** Pages of a PDF that are in `text`, counted from 1, and how many there are. */
  readonly pages?: { readonly from: number; readonly to: number; readonly total: number };
}

/** What goes together in reading one file. */
interface Reading {
  readonly target: ResolvedPath;
  readonly context: RunContext;
  readonly size: number;
  readonly version: string;
  readonly request: WindowRequest;
  readonly pages: PageRange;
  /** Notebooks as they are stored. */
  readonly raw: boolean;
}

/** @param indexes where lines begin in large files that were read before. @param media decodes images and PDFs. */
const readFileWith = (indexes: LineIndexes, media: MediaRoom) =>
  defineTool({
    name: "read_file",
    displayName: "Read File",
    summary: "Read a file: text with unsaved changes, images, PDFs, notebooks",
    description:
      "Reads a file, unsaved changes included. Of text returns at most 2,000 lines and about 25,000 tokens at once; when there is more, the last line says with which offset to go on. Images are returned as pictures, PDFs as the text of their pages, notebooks as their cells. Use search_text to find the place in a large file first.",
    metadata: { ...looking, searchHint: "view show open cat lines image picture pdf notebook" },
    touches: ["read"],
    input: z.object({
      path,
      offset: z.number().int().min(0).default(0).describe("First line to return, counted from 0. Default: 0."),
      limit: z.number().int().min(1).optional().describe("Number of lines to return at most. Default: 2000."),
      pages: z.string().optional().describe('PDF files only: pages to return, like "3", "1-5" or "7-". Default: 1-20.'),
      raw: z
        .boolean()
        .default(false)
        .describe("Notebooks only: return the stored JSON, which edit_file changes, not the cells. Default: false."),
    }),
    async plan({ path, offset, limit, pages, raw }, context) {
      const { host, traits } = context;
      const { lines, characters, tokens, columns, mostBytes } = traits.read;
      const wantedPages = readPages(pages);
      const target = await host.resolve(path);
      const stat = await host.stat(target);
      const { shown } = target;
      if (!stat)
        throw new ToolError("not_found", `${shown} does not exist: check the name, or find it with find_files.`, {
          path: shownPath(target.path),
        });
      if (stat.kind === "directory")
        throw new ToolError("is_directory", `${shown} is a folder, not a file: list it with list_directory.`, {
          path: shownPath(target.path),
        });
      if (mostBytes !== undefined && stat.size > mostBytes)
        throw new ToolError(
          "too_large",
          `${shown} has ${stat.size} bytes, and files of more than ${mostBytes} are not read: find the place with a search, or read a part of it with a command.`,
          { path: shownPath(target.path), size: stat.size, most: mostBytes },
        );
      if ((await systemIgnore(target, context))(target.real, false))
        throw new ToolError(
          "invalid_input",
          `${shown} is left out by ${traits.ignoreFile}: work without it, or ask the person to take it off that list.`,
          { path: target.path, leftOutBy: traits.ignoreFile },
        );
      const request = { offset, lines: limit ?? lines ?? Number.POSITIVE_INFINITY, characters, tokens, columns };
      return {
        title: `Read ${shown}`,
        effects: [{ kind: "read", target }],
        async run(context) {
          const { size = 0, version = "" } = (await context.host.stat(target)) ?? {};
          const reading = { target, context, size, version, request, pages: wantedPages, raw };
          const result = await read(reading, indexes, media);
          context.session.noteSeen(target.real, version);
          return result;
        },
      };
    },
  });

export const readFile = readFileWith(new LineIndexes(), sharedMediaRoom);

async function read(reading: Reading, indexes: LineIndexes, media: MediaRoom): Promise<ToolResult> {
  const { target, context, request, version, size } = reading;
  const openAt = (byte: number) => context.host.stream(target, context.signal, byte);
  const known = indexes.find(target.real, version);
  const from = known?.before(request.offset);
  if (known && from) {
    const window = await readFurther(openAt, from, request, known);
    if (window) return lineResult(reading, window, { encoding: known.encoding });
    indexes.forget(target.real, version);
  }
  const opened = await openHead(openAt(0), headBytes);
  try {
    const type = contentOf(opened.head, context.traits.read.nulBytes);
    if (!type) return await (isNotebook(reading) ? readNotebook : readLines)(reading, opened, indexes);
    const file = { shown: target.shown, size, type, read: () => context.host.read(target) };
    return mediaResult(reading, type, await showMedia(reading, file, media));
  } finally {
    await opened.close();
  }
}

function showMedia({ request, pages, context }: Reading, file: MediaFile, media: MediaRoom): Promise<ShownMedia> {
  const { traits, signal } = context;
  if (file.type.kind === "image") return showImage(file, media, signal);
  if (file.type.kind === "binary") return Promise.resolve(binaryNote(file));
  return showPdf(file, { ...request, way: traits.read.pdf, pages }, media, signal);
}

/** Lines from the start of the file on; where they begin is remembered for the next read. */
async function readLines(
  reading: Reading,
  { head, pieces }: Pick<OpenedFile, "head" | "pieces">,
  indexes: LineIndexes,
  notes: readonly string[] = [],
): Promise<ToolResult> {
  const { target, context, request, version, size } = reading;
  const index =
    indexes.find(target.real, version) ?? new LineIndex(encodingOfHead(head, await context.host.encodingOf(target)));
  const window = await readFirst(pieces, request, size, index);
  if (!index.isEmpty) indexes.put(target.real, version, index);
  return lineResult(reading, window, { encoding: index.encoding, isSvg: isSvg(head), notes });
}

const isNotebook = ({ target, size, raw }: Reading) =>
  !raw && size <= mostNotebookBytes && target.path.toLowerCase().endsWith(".ipynb");

/** The cells, with ranges over the lines they make; what turns out to be no notebook is text. */
async function readNotebook(reading: Reading, { head, pieces }: OpenedFile, indexes: LineIndexes): Promise<ToolResult> {
  const { target, context, request } = reading;
  const encoding = encodingOfHead(head, await context.host.encodingOf(target));
  const bytes = await bytesOf(pieces);
  const cells = notebookText(textOf(bytes, encoding));
  if (cells === undefined)
    return readLines(reading, { head, pieces: piecesOf(bytes) }, indexes, [
      "It is no valid notebook, so its text is shown as it is stored.",
    ]);
  const shown = Buffer.from(cells);
  const window = await readFirst(piecesOf(shown), request, shown.length, new LineIndex("utf8"));
  const notes = ["These are a notebook's cells. edit_file changes the stored JSON: read that with raw true first."];
  return lineResult(reading, window, { encoding, content: "notebook", notes });
}

interface LineFacts {
  readonly encoding: Encoding;
  readonly content?: "text" | "notebook";
  readonly isSvg?: boolean;
  /** Told below the text. */
  readonly notes?: readonly string[];
}

function lineResult(
  { target, request, size }: Reading,
  { valid, ...window }: LineWindow,
  { encoding, content = "text", isSvg = false, notes = [] }: LineFacts,
): ToolResult {
  const { offset } = request;
  if (offset > 0 && window.count === 0)
    throw new ToolError(
      "invalid_input",
      `offset ${offset} is past the end of ${target.shown}, which has ${window.total} lines: use a smaller one.`,
    );
  const mimeType = content === "notebook" ? "application/x-ipynb+json" : isSvg ? "image/svg+xml" : "text/plain";
  const data: ReadData = { ...window, path: shownPath(target.path), size, content, mimeType, offset, encoding };
  const said = [...rangeNotes(data), ...storageNotes(encoding, valid), ...notes];
  return { text: linesWithNotes(data, said), isError: false, data };
}

/** Which lines are shown, when they are not all. */
function rangeNotes({ offset, count, total, more, lineCut, text }: ReadData): string[] {
  const next = offset + count;
  const further = more ? ` To read on, call again with offset ${next}.` : "";
  if (lineCut)
    return [
      `Line ${next} is too long: these are its first ${text.length} characters. A command such as sed -n ${next}p FILE | cut -b ${Buffer.byteLength(text) + 1}- shows its rest, and search_text finds what is in it.${further}`,
    ];
  if (offset === 0 && !more) return [];
  return [`Showing lines ${offset + 1}-${next} of ${total ?? `more than ${next}`}.${further}`];
}

/** What a reader of the bytes would be surprised by. */
const storageNotes = (encoding: Encoding, valid: boolean): string[] => [
  ...(isLegacy(encoding) ? [`The file is stored as ${encoding}.`] : []),
  ...(valid ? [] : ["\ufffd stands for bytes that mean nothing in the file's encoding."]),
];

function linesWithNotes({ text, count, finalNewline }: ReadData, notes: readonly string[]): string {
  if (count === 0) return ["File exists but is empty", ...notes.map((note) => `[${note}]`)].join("\n");
  if (notes.length === 0) return finalNewline ? `${text}\n` : text;
  return [text, ...notes.map((note) => `[${note}]`)].join("\n");
}

/** What has no lines of its own. */
function mediaResult(
  { target, size }: Reading,
  { kind, mimeType }: ContentType,
  { text, part, body = "", ...facts }: ShownMedia,
): ToolResult {
  const noLines = { count: 0, total: undefined, more: false, lineCut: false, cutLines: [], crlf: false };
  const file = { path: shownPath(target.path), size, content: kind, mimeType, offset: 0 };
  const data: ReadData = { ...noLines, ...file, ...facts, text: body, finalNewline: false };
  return { text, ...(part && { parts: [part] }), isError: false, data };
}
