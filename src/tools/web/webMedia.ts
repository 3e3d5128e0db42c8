/** Pictures, documents and other files that an address leads to (RD-9, RD-10, WF-5). */

import type { WebAnswer } from "../../core/ports/web";
import { ToolError } from "../../core/vocabulary/toolError";
import type { ContentType } from "../../lib/media/contentType";
import { sharedMediaWorkers } from "../../lib/media/sharedMediaWorkers";
import { type MediaFile, type ShownMedia, showImage, showPdf } from "../../lib/media/shownMedia";
import { shownText } from "../../lib/pages/body/shownText";
import type { WebText } from "./webPage";
import { grouped } from "./webParameters";

/** A PDF becomes text as a whole, for parts to fit together. */
const allPages = { from: 1, to: 100_000 };
const maxCharacters = 4_000_000;

/** A body that is no text. */
export interface WebFile {
  /** Its address for people and models. */
  readonly shown: string;
  readonly type: ContentType;
  readonly answer: WebAnswer;
  /** Bytes of a body that were wanted at most. */
  readonly maxBytes: number;
}

/** Size of the whole, where the server says so in bytes that count. */
function wholeSize({ answer: { headers, body, isCutOff } }: WebFile): number | undefined {
  if (!isCutOff) return body.length;
  const said = headers["content-encoding"] === undefined ? Number(headers["content-length"]) : Number.NaN;
  return said > body.length ? said : undefined;
}

const sizeText = (file: WebFile): string => {
  const size = wholeSize(file);
  return size === undefined ? `more than ${grouped(file.maxBytes)} bytes` : `${grouped(size)} bytes`;
};

/** One line on what is not shown at all. */
export const fileNote = (file: WebFile): string =>
  `This is a file (${file.type.name}, ${sizeText(file)}) and cannot be shown as text: use download_file to save it.`;

const asFile = ({ shown, type, answer: { body } }: WebFile): MediaFile => ({
  ...{ shown, type, size: body.length },
  read: async () => body,
});

function requireWhole(file: WebFile): void {
  if (!file.answer.isCutOff) return;
  throw new ToolError(
    "too_large",
    `${file.shown} is a ${file.type.name} of ${sizeText(file)}, and the limit is ${grouped(file.maxBytes)}: use download_file to save it.`,
    { most: file.maxBytes },
  );
}

/** @throws ToolError `too_large`, `unreadable`, `timeout`, `cancelled`. */
export async function shownImage(file: WebFile, signal: AbortSignal): Promise<ShownMedia> {
  requireWhole(file);
  return showImage(asFile(file), sharedMediaWorkers, signal);
}

/**
 * The text of all pages of a PDF, without what nobody sees.
 * @throws ToolError `too_large`, `unreadable`, `timeout`, `cancelled`.
 */
export async function pdfText(file: WebFile, signal: AbortSignal): Promise<WebText> {
  requireWhole(file);
  const wish = { way: "text", pages: allPages, characters: maxCharacters } as const;
  const { body = "", pages } = await showPdf(asFile(file), wish, sharedMediaWorkers, signal);
  const isEmpty = body.replace(/^--- page \d+ ---$/gm, "").trim() === "";
  const notes = [
    ...(isEmpty ? ["Its pages contain no text: they may be scanned images."] : []),
    ...(pages?.to === pages?.total
      ? []
      : [`Only the text of the first ${pages?.to} of ${pages?.total} pages is included.`]),
  ];
  return { kind: "pdf", text: shownText(body), notes };
}
