import type { Page, PageJob } from "../../../src/lib/pages/body/page";
import { readPage } from "../../../src/lib/pages/readPage";

/** A page as it is asked for most often. */
export const jobOf = (body: string | Uint8Array, ways: Partial<PageJob> = {}): PageJob => ({
  body: typeof body === "string" ? Buffer.from(body) : body,
  contentType: "text/html; charset=utf-8",
  url: "https://example.org/docs/page",
  mode: "full",
  format: "markdown",
  ...ways,
});

export const read = (body: string | Uint8Array, ways?: Partial<PageJob>): Page => readPage(jobOf(body, ways));
