import { MediaWorkerPool } from "./mediaWorkerPool";

/** The room of all tools: files and pages decode one after another. */
export const sharedMediaWorkers = new MediaWorkerPool();
