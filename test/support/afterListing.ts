/** What somebody else does between the listing of a command's changes and the moment at which they are made. */
import type { Host } from "../../src/core/ports/host";

/** Has an action happen once, right after the changes of the next command on a layer were listed. */
export function afterListing({ shell }: Host, action: () => void): void {
  const run = shell.run.bind(shell);
  let isDone = false;
  shell.run = async (request) => {
    const outcome = await run(request);
    const { layer } = outcome;
    if (!layer) return outcome;
    const changes = layer.changes.bind(layer);
    layer.changes = async () => {
      const found = await changes();
      if (!isDone) action();
      isDone = true;
      return found;
    };
    return outcome;
  };
}
