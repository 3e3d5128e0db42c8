import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool, looking, type PlanContext, type RunContext, type ToolResult } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import { type Encoding, encodingOfHead, textOf } from "../../lib/edits/text/encoding";
import { isLegacy } from "../../lib/edits/text/legacyEncoding";
import { LineIndex, LineIndexes } from "../../lib/edits/text/lineIndex";
import type { LineWindow, WindowRequest } from "../../lib/edits/text/lineWindow";
import { bytesOf, type OpenedFile, openHead, piecesOf, readFirst, readFurther } from "../../lib/edits/text/textFile";
import { type ContentType, contentOf, headBytes, isSvg } from "../../lib/media/contentType";
import type { MediaWorkerPool } from "../../lib/media/mediaWorkerPool";
import { notebookView } from "../../lib/media/notebook";
import { type PageRange, readPages } from "../../lib/media/pageRange";
import { sharedMediaWorkers } from "../../lib/media/sharedMediaWorkers";
import { binaryNote, type MediaFile, type ShownMedia, showImage, showPdf } from "../../lib/media/shownMedia";
import { isNotebookName } from "../../lib/notebooks/notebookName";
import { path } from "../parameters";
import { systemIgnore } from "../search/systemIgnore";
import { alikeNote } from "./alikeNote";
import { showPictures } from "./notebookPictures";

/** Notebooks are read whole, up to so many bytes. */
const maxNotebookBytes = 32 * 1024 * 1024;

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

const input = z.object({
  path,
  offset: z.number().int().min(0).default(0).describe("First line to return, counted from 0. Default: 0."),
  limit: z.number().int().min(1).optional().describe("Maximum number of lines to return. Default: 2000."),
  pages: z
    .string()
    .min(1)
    .optional()
    .describe('PDF files only: pages to return, such as "3", "1-5" or "7-". Default: 1-20.'),
  raw: z
    .boolean()
    .default(false)
    .describe("Notebooks only: return the stored JSON, which edit_file changes, instead of the cells. Default: false."),
});

/** @param indexes where lines begin in large files that were read before. @param media decodes images and PDFs. */
const readFileWith = (indexes: LineIndexes, media: MediaWorkerPool) =>
  defineTool({
    name: "read_file",
    displayName: "Read File",
    summary: "Read a file: text with unsaved changes, images, PDFs, notebooks",
    description:
      "Reads a file, including unsaved changes. Returns up to 2,000 lines and about 25,000 tokens of text at once; if there is more, the last line gives the offset to continue with. Images are returned as images, PDFs as the text of their pages, notebooks as their cells. In a large file, find the place with search_text first.",
    metadata: { ...looking, searchHint: "view show open cat lines image picture pdf notebook" },
    effectKinds: ["read"],
    input,
    async plan({ path, offset, limit, pages, raw }, context) {
      const { lines, characters, tokens, columns } = context.traits.read;
      const wantedPages = readPages(pages);
      const target = await context.host.resolve(path);
      await checkReadable(target, context);
      const request = { offset, lines: limit ?? lines ?? Number.POSITIVE_INFINITY, characters, tokens, columns };
      return {
        title: actionTitle`Read ${target.shown}`,
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

export const readFile = readFileWith(new LineIndexes(), sharedMediaWorkers);

/** @throws ToolError that says why a file cannot be read. */
async function checkReadable(target: ResolvedPath, context: PlanContext): Promise<void> {
  const { ignoreFile, read } = context.traits;
  const { shown } = target;
  const path = shownPath(target.path);
  const stat = await context.host.stat(target);
  if (!stat) {
    const missing = `${shown} does not exist: check the path, or find it with find_files.${await alikeNote(target, context)}`;
    throw new ToolError("not_found", missing, { path });
  }
  if (stat.kind === "directory")
    throw new ToolError("is_directory", `${shown} is a folder, not a file: list it with list_directory.`, { path });
  if (read.maxBytes !== undefined && stat.size > read.maxBytes)
    throw new ToolError(
      "too_large",
      `${shown} is ${stat.size} bytes, and the limit is ${read.maxBytes}: find the place with a search, or read part of it with a command.`,
      { path, size: stat.size, most: read.maxBytes },
    );
  if ((await systemIgnore(target, context))(target.real, false))
    throw new ToolError(
      "invalid_input",
      `${shown} is excluded by ${ignoreFile}: work without it, or ask the person to remove it from that list.`,
      { path: target.path, leftOutBy: ignoreFile },
    );
}

async function read(reading: Reading, indexes: LineIndexes, media: MediaWorkerPool): Promise<ToolResult> {
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
    if (!type)
      return await (isNotebook(reading)
        ? readNotebook(reading, opened, indexes, media)
        : readLines(reading, opened, indexes));
    const file = { shown: target.shown, size, type, read: () => context.host.read(target) };
    return mediaResult(reading, type, await showMedia(reading, file, media));
  } finally {
    await opened.close();
  }
}

function showMedia({ request, pages, context }: Reading, file: MediaFile, media: MediaWorkerPool): Promise<ShownMedia> {
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

const isNotebook = ({ target, size, raw }: Reading) => !raw && size <= maxNotebookBytes && isNotebookName(target.path);

/** The cells, with ranges over the lines they make; what turns out to be no notebook is text. */
async function readNotebook(
  reading: Reading,
  { head, pieces }: OpenedFile,
  indexes: LineIndexes,
  media: MediaWorkerPool,
): Promise<ToolResult> {
  const { target, context, request } = reading;
  const encoding = encodingOfHead(head, await context.host.encodingOf(target));
  const bytes = await bytesOf(pieces);
  const view = notebookView(textOf(bytes, encoding));
  if (view === undefined)
    return readLines(reading, { head, pieces: piecesOf(bytes) }, indexes, [
      "It is not a valid notebook, so its stored text is shown.",
    ]);
  const shown = Buffer.from(view.text);
  const window = await readFirst(piecesOf(shown), request, shown.length, new LineIndex("utf8"));
  const note =
    "These are the cells of a notebook; edit_notebook changes them by their numbers. edit_file changes the stored JSON: read it with raw true first.";
  const pictures = await showPictures(view.pictures, { ...request, text: window.text }, media, context.signal);
  const notes = view.text === "" ? [] : [...pictures.notes, note];
  const result = lineResult(reading, window, { encoding, content: "notebook", notes });
  return pictures.parts.length > 0 ? { ...result, parts: pictures.parts } : result;
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
      `offset ${offset} is past the end of ${target.shown}, which has ${window.total} ${window.total === 1 ? "line" : "lines"}: use a smaller offset.`,
      { pastEnd: offset },
    );
  const mimeType = content === "notebook" ? "application/x-ipynb+json" : isSvg ? "image/svg+xml" : "text/plain";
  const data: ReadData = { ...window, path: shownPath(target.path), size, content, mimeType, offset, encoding };
  const said = [...rangeNotes(data), ...storageNotes(encoding, valid), ...notes];
  return { text: linesWithNotes(data, said), isError: false, data };
}

/** Which lines are shown, when they are not all. */
function rangeNotes({ offset, count, total, more, lineCut, text }: ReadData): string[] {
  const next = offset + count;
  const further = more ? ` To continue, call again with offset ${next}.` : "";
  if (lineCut)
    return [
      `Line ${next} is too long: only its first ${text.length} characters are shown. A command such as sed -n ${next}p FILE | cut -b ${Buffer.byteLength(text) + 1}- shows the rest, and search_text searches it.${further}`,
    ];
  if (offset === 0 && !more) return [];
  return [`Showing lines ${offset + 1}-${next} of ${total ?? `more than ${next}`}.${further}`];
}

/** What a reader of the bytes would be surprised by. */
const storageNotes = (encoding: Encoding, valid: boolean): string[] => [
  ...(isLegacy(encoding) ? [`The file's encoding is ${encoding}.`] : []),
  ...(valid ? [] : ["\ufffd marks bytes that are invalid in the file's encoding."]),
];

function linesWithNotes(data: ReadData, notes: readonly string[]): string {
  const { text, count, finalNewline, content, size } = data;
  const nothing = content === "notebook" ? `This notebook has no cells (${size} bytes).` : "File exists but is empty";
  if (count === 0) return [nothing, ...notes.map((note) => `[${note}]`)].join("\n");
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
