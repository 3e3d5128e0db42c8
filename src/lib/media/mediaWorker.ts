/** The thread in which pictures and documents are decoded, apart from the host: one job, then it ends. */
import { parentPort, workerData } from "node:worker_threads";
import type { MediaAnswer, MediaJob, Outcomes } from "./jobs";
import { prepareImage } from "./prepareImage";
import { LockedError, readPdf } from "./readPdf";

async function answer(job: MediaJob): Promise<MediaAnswer<Outcomes[keyof Outcomes]>> {
  try {
    return { outcome: job.kind === "image" ? await prepareImage(job) : await readPdf(job) };
  } catch (error) {
    // Decoders throw values of every kind for bad bytes; what they say of their insides helps nobody.
    return { problem: error instanceof LockedError ? "locked" : "damaged" };
  }
}

void answer(workerData as MediaJob).then((made) => parentPort?.postMessage(made));
