/** The pictures of a notebook that a model gets to see beside its cells (RD-10). */

import type { ResultPart } from "../../core/tools/tool";
import { ToolError } from "../../core/vocabulary/toolError";
import type { MediaWorkerPool } from "../../lib/media/mediaWorkerPool";
import type { NotebookPicture } from "../../lib/media/notebook";
import { type ShownMedia, showImage } from "../../lib/media/shownMedia";

/** Pictures of one result; each costs as much as a page of text. */
const maxPictures = 5;

/** The lines of a notebook that are shown. */
interface ShownCells {
  /** The first of them, from 0. */
  readonly offset: number;
  readonly text: string;
}

/**
 * The first pictures whose lines are shown, with a sentence on each, and one on how to see those that follow.
 * @throws ToolError `cancelled`.
 */
export async function showPictures(
  pictures: readonly NotebookPicture[],
  { offset, text }: ShownCells,
  media: MediaWorkerPool,
  signal: AbortSignal,
): Promise<{ readonly parts: readonly ResultPart[]; readonly notes: readonly string[] }> {
  const lines = text.split("\n");
  const places = pictures
    .map((picture) => ({ picture, at: lines.indexOf(picture.line) }))
    .filter(({ at }) => at !== -1);
  const shown: ShownMedia[] = [];
  for (const { picture } of places.slice(0, maxPictures)) shown.push(await showPicture(picture, media, signal));
  const next = places[maxPictures];
  return {
    parts: shown.flatMap(({ part }) => (part ? [part] : [])),
    notes: [
      ...shown.map(({ text }) => text),
      ...(next
        ? [
            `${maxPictures} pictures are shown at once: for picture ${next.picture.number} call again with offset ${offset + next.at}.`,
          ]
        : []),
    ],
  };
}

/** A damaged picture hides nothing of the notebook. */
async function showPicture(
  { number, cell, type, bytes }: NotebookPicture,
  media: MediaWorkerPool,
  signal: AbortSignal,
): Promise<ShownMedia> {
  const file = { shown: `Picture ${number} of cell ${cell}`, size: bytes.length, type, read: async () => bytes };
  try {
    return await showImage(file, media, signal);
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === "cancelled") throw error;
    return { text: error.message };
  }
}
