/** In the place of lib/pages/pageWorkerPool.ts: no tool reaches the web. */
import { ToolError } from "../../core/vocabulary/toolError";

class NoPageWorkers {
  async read(): Promise<never> {
    throw new ToolError("unavailable", "Pages cannot be read in a browser window: work without them.");
  }

  async close(): Promise<void> {}
}

export { NoPageWorkers as PageWorkerPool };
