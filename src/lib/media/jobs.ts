/** What the room asks of its worker thread, and what comes back. */

/** To make an image fit to be seen by a model. */
export interface ImageJob {
  readonly kind: "image";
  readonly bytes: Uint8Array;
  /** Told by the content; see contentType.ts. */
  readonly mimeType: string;
}

/** To get the text of some pages of a PDF. */
export interface PdfJob {
  readonly kind: "pdf";
  readonly bytes: Uint8Array;
  /** 1-based. */
  readonly from: number;
  /** The last page wanted; the document may have fewer. */
  readonly to: number;
  /** Characters at most: as many whole pages as fit, and of a single one as much as fits. */
  readonly characters: number;
}

export type MediaJob = ImageJob | PdfJob;

/** An image as a model may see it. */
export interface PreparedImage {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export interface ImageOutcome {
  /** Pixels of the image in the file, turned upright. */
  readonly width: number;
  readonly height: number;
  /** Pixels that are decoded at most. */
  readonly most: number;
  /** True when the file says that its pixels are to be turned or mirrored. */
  readonly turned: boolean;
  /** Missing for one of more pixels. */
  readonly prepared?: PreparedImage;
}

/** The text of one page. */
export interface PdfPage {
  /** 1-based. */
  readonly page: number;
  readonly text: string;
}

export interface PdfOutcome {
  /** Pages of the whole document. */
  readonly total: number;
  /** The pages that were wanted, as far as the characters went. */
  readonly pages: readonly PdfPage[];
  /** True when the only page was cut. */
  readonly cut: boolean;
}

/** The outcome of each kind of job. */
export interface Outcomes {
  readonly image: ImageOutcome;
  readonly pdf: PdfOutcome;
}

/** What the worker posts: the outcome, or why there is none. */
export type MediaAnswer<O> = { readonly outcome: O } | { readonly problem: "damaged" | "locked" };
