/** The thread in which pages are converted, apart from the host: one job after another. */
import { parentPort } from "node:worker_threads";
import { messageOf } from "../../core/vocabulary/toolError";
import type { PageJob } from "./body/page";
import type { PageAnswer } from "./pageWorkerPool";
import { readPage } from "./readPage";

function answer(job: PageJob): PageAnswer {
  try {
    return { page: readPage(job) };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

parentPort?.on("message", (job: PageJob) => parentPort?.postMessage(answer(job)));
