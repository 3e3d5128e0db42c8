/** What a model gets to see of images and documents, and the words for it. */

import { withinTokens } from "../../core/text/estimatedTokens";
import type { ResultPart } from "../../core/tools/tool";
import type { ReadTraits } from "../../core/tools/traits";
import { ToolError } from "../../core/vocabulary/toolError";
import type { ContentType } from "./contentType";
import type { ImageOutcome, PdfOutcome } from "./jobs";
import type { MediaWorkerPool } from "./mediaWorkerPool";
import type { PageRange } from "./pageRange";
import { canConvertHeic, heicToJpeg } from "./systemConverter";

/** Images and PDFs are read whole, up to so many bytes. */
const maxBytes = 64 * 1024 * 1024;
/** A PDF is handed over as it is up to so many bytes; no model takes more (C-10). */
const maxPartBytes = 20 * 1024 * 1024;

/** A file whose content is known to be of a kind that is not text. */
export interface MediaFile {
  /** For people and models. */
  readonly shown: string;
  /** Bytes. */
  readonly size: number;
  readonly type: ContentType;
  /** Its whole content. */
  read(): Promise<Uint8Array>;
}

/** What is shown of it. */
export interface ShownMedia {
  /** For the model, whole. */
  readonly text: string;
  readonly part?: ResultPart;
  /** Pixels of an image, upright. */
  readonly width?: number;
  readonly height?: number;
  /** Of a PDF whose text was read: the pages' text alone, and which of how many they are. */
  readonly body?: string;
  readonly pages?: PageRange & { readonly total: number };
}

/** `a.png (PNG image, 12 bytes)` */
const named = ({ shown, type, size }: MediaFile) => `${shown} (${type.name}, ${size} bytes)`;

const note = (file: MediaFile, why: string): ShownMedia => ({ text: `Cannot display ${named(file)}: ${why}.` });

/** For what is neither text nor picture nor document: one line (RD-15, SH-12). */
export const binaryNote = ({ shown, size, type }: MediaFile): ShownMedia => ({
  text: `Cannot display content of binary file: ${shown} (${type.name}, ${size} bytes).`,
});

/**
 * An image as a part, upright and of a sensible size (RD-10).
 * @throws ToolError `unreadable` for one that is damaged, `timeout`, `cancelled`.
 */
export async function showImage(file: MediaFile, room: MediaWorkerPool, signal: AbortSignal): Promise<ShownMedia> {
  if (!file.type.decodable && !canConvertHeic())
    return note(
      file,
      "there is no decoder for this format here; ask the person for a copy as JPEG or PNG, or to install heif-convert",
    );
  if (file.size > maxBytes) return note(file, `images of more than ${maxBytes} bytes are not decoded`);
  const outcome = await room.image(await decodable(file, signal), named(file), signal);
  const { width, height, prepared, most } = outcome;
  if (!prepared) return note(file, `with ${width}x${height} pixels it has more than the ${most} that are decoded`);
  const { bytes, mimeType } = prepared;
  const size = `${file.shown}: ${file.type.name}, ${width}x${height} pixels, ${file.size} bytes.`;
  return { text: `${size}${changes(file, outcome)}`, part: { kind: "image", mimeType, bytes }, width, height };
}

/** The image in a format that is decoded here. */
async function decodable(file: MediaFile, signal: AbortSignal): Promise<{ bytes: Uint8Array; mimeType: string }> {
  const bytes = await file.read();
  if (file.type.decodable) return { bytes, mimeType: file.type.mimeType };
  const jpeg = await heicToJpeg(bytes, signal);
  if (signal.aborted) throw new ToolError("cancelled", `Reading ${named(file)} was cancelled.`);
  if (!jpeg)
    throw new ToolError(
      "unreadable",
      `${named(file)} cannot be decoded: it is damaged, cut off, or of an unusual kind.`,
    );
  return { bytes: jpeg, mimeType: "image/jpeg" };
}

/** What was done to the image before it is shown. */
function changes({ type }: MediaFile, { width, height, turned, prepared }: ImageOutcome): string {
  if (!prepared) return "";
  const scaled = prepared.width !== width || prepared.height !== height;
  const done = [
    ...(turned ? ["turned upright"] : []),
    ...(scaled ? [`scaled to ${prepared.width}x${prepared.height} pixels`] : []),
    ...(prepared.mimeType === type.mimeType
      ? []
      : [`converted to ${prepared.mimeType === "image/png" ? "PNG" : "JPEG"}`]),
  ];
  return done.length === 0 ? "" : ` Shown ${done.join(", ")}.`;
}

/** How a PDF is to be shown. */
export interface PdfWish {
  readonly way: ReadTraits["pdf"];
  readonly pages: PageRange;
  /** Characters at most. */
  readonly characters: number;
  /** Tokens at most, estimated; by default as many as the characters take. */
  readonly tokens?: number | undefined;
}

/**
 * A PDF as a note, as a part, or as its text (C-10).
 * @throws ToolError `unreadable` for one that is damaged or locked, `timeout`, `cancelled`, `invalid_input` for pages behind the last.
 */
export async function showPdf(
  file: MediaFile,
  { way, pages, characters, tokens }: PdfWish,
  room: MediaWorkerPool,
  signal: AbortSignal,
): Promise<ShownMedia> {
  const line = `${file.shown}: ${file.type.name}, ${file.size} bytes.`;
  if (way === "note") return { text: line };
  const most = way === "data" ? maxPartBytes : maxBytes;
  if (file.size > most) return note(file, `PDF documents of more than ${most} bytes are not read`);
  const bytes = await file.read();
  if (way === "data") return { text: line, part: { kind: "file", mimeType: file.type.mimeType, bytes } };
  const outcome = await room.pdf({ bytes, ...pages, characters }, named(file), signal);
  if (pages.from > outcome.total)
    throw new ToolError(
      "invalid_input",
      `pages "${pages.from}" is past the end of ${file.shown}, which has ${outcome.total} ${outcome.total === 1 ? "page" : "pages"}: use smaller page numbers.`,
    );
  return pagesShown(tokens === undefined ? outcome : withinTokenRoom(outcome, tokens), pages.from);
}

/** The first pages that fit; a first one that is too long by itself is cut. */
function withinTokenRoom({ pages, total, cut }: PdfOutcome, most: number): PdfOutcome {
  const shown: PdfOutcome["pages"][number][] = [];
  let left = most;
  for (const page of pages) {
    const { end, tokens } = withinTokens(page.text, left);
    if (end < page.text.length) {
      const first = { ...page, text: page.text.slice(0, end) };
      return shown.length === 0 ? { pages: [first], total, cut: true } : { pages: shown, total, cut: false };
    }
    left -= tokens;
    shown.push(page);
  }
  return { pages: shown, total, cut };
}

function pagesShown({ pages, total, cut }: PdfOutcome, from: number): ShownMedia {
  const to = from + pages.length - 1;
  const body = pages.map(({ page, text }) => `--- page ${page} ---\n${text}`).join("\n\n");
  const notes = [
    ...(pages.every(({ text }) => text.trim() === "")
      ? [
          "There is no text on these pages: they may be scanned pictures. pdftoppm -r 100 -png FILE page writes each page to a picture, which read_file shows.",
        ]
      : []),
    ...(cut ? [`Page ${from} is too long and was cut: pdftotext -f ${from} -l ${from} writes all of it.`] : []),
    `Showing ${from === to ? `page ${from}` : `pages ${from}-${to}`} of ${total}.${to < total ? ` To continue, call again with pages "${to + 1}-".` : ""}`,
  ];
  return { text: `${body}\n[${notes.join(" ")}]`, body, pages: { from, to, total } };
}
