/** The process that makes an index, when nobody else wants the processor: it gets its job as a message. */
import { constants, setPriority } from "node:os";
import { type BuildJob, buildIndex } from "./buildIndex";

setPriority(constants.priority.PRIORITY_LOW);
// Whoever wanted the index is gone.
process.once("disconnect", () => process.exit(1));
process.once("message", (job: BuildJob) => {
  try {
    buildIndex(job);
    process.exit(0);
  } catch {
    process.exit(1);
  }
});
