/** The text of a PDF's pages. Runs in the worker. */
import type { PdfJob, PdfOutcome, PdfPage } from "./jobs";

/** Thrown for a document that asks for a password. */
export class LockedError extends Error {}

type Library = typeof import("unpdf");

/** @throws LockedError, and whatever the library throws for bytes that are no PDF. */
export async function readPdf({ bytes, from, to, characters }: PdfJob): Promise<PdfOutcome> {
  const { getDocumentProxy } = await import("unpdf");
  const document = await getDocumentProxy(bytes).catch((error) => {
    throw error instanceof Error && error.name === "PasswordException" ? new LockedError() : error;
  });
  const total = document.numPages;
  const pages: PdfPage[] = [];
  let left = characters;
  for (let page = from; page <= Math.min(to, total); page++) {
    const text = await textOfPage(document, page);
    if (text.length > left)
      return pages.length > 0
        ? { total, pages, cut: false }
        : { total, pages: [{ page, text: text.slice(0, left) }], cut: true };
    left -= text.length;
    pages.push({ page, text });
  }
  return { total, pages, cut: false };
}

async function textOfPage(document: Awaited<ReturnType<Library["getDocumentProxy"]>>, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  const pieces = items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : ""));
  return pieces.join("").trimEnd();
}
