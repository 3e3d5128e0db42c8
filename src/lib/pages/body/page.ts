/** What a page says, once its bytes are understood. */

/** How much of an HTML page is wanted: what it is about, all of it, or its source. */
export const pageModes = ["article", "full", "raw"] as const;
export type PageMode = (typeof pageModes)[number];

/** What HTML becomes. */
export const pageFormats = ["markdown", "text"] as const;
export type PageFormat = (typeof pageFormats)[number];

/** A body that a server sent. */
export interface PageJob {
  readonly body: Uint8Array;
  /** The header `content-type`, when there was one. */
  readonly contentType?: string;
  /** Absolute address of the page, on which the addresses in it count. */
  readonly url: string;
  readonly mode: PageMode;
  readonly format: PageFormat;
}

/** Said of a page that is given as a whole although its article was wanted. */
export const noArticleNote = "No article was found on this page, so all of it is given.";

/** A body as text. */
export interface Page {
  readonly kind: "html" | "feed" | "xml" | "json" | "text";
  /** Of an HTML page or a feed, on one line. */
  readonly title?: string;
  /** With `\n`; without control characters other than tab. */
  readonly text: string;
  /** Label of the encoding that it was read in, as the web names it: `utf-8`, `shift_jis`. */
  readonly charset: string;
  /** What a reader should know, one sentence each: no article was found, it is cut off, it is not the JSON it claims to be. */
  readonly notes: readonly string[];
}
