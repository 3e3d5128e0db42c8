/** In the place of lib/media/mediaWorkerPool.ts: pictures and documents are decoded in threads of Node. */
import { ToolError } from "../../core/vocabulary/toolError";

class NoMediaWorkers {
  async image(_job: unknown, what: string): Promise<never> {
    throw undecoded(what);
  }

  async pdf(_job: unknown, what: string): Promise<never> {
    throw undecoded(what);
  }
}

const undecoded = (what: string) =>
  new ToolError(
    "unreadable",
    `${what} cannot be decoded in a browser window: ask the person what it shows, or to open the folder in VS Code on a computer.`,
  );

export { NoMediaWorkers as MediaWorkerPool };
