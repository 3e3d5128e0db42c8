/** The folders that an MCP client works in, for a server that was started without any. */
import { fileURLToPath } from "node:url";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { RootsListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { messageOf } from "../../core/vocabulary/toolError";
import type { Machine } from "../machine";

/** Milliseconds for which calls wait for a client to name its folders. */
const timeoutMs = 5000;

/** What `file:` address a root has; a client may have others, which are no folders here. */
function pathOf(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return [];
  }
}

/**
 * Follows the client's folders from its first word on. A client that names none, or none that is a folder here, leaves
 * the ones that there are.
 * @param warn hears why folders are not used.
 * @returns waits until what the client has said so far is followed; no call should be made before.
 */
export function followClientRoots(
  server: Server,
  machine: Pick<Machine, "setRoots">,
  warn: (text: string) => void,
): () => Promise<void> {
  const read = async () => {
    if (!server.getClientCapabilities()?.roots) return;
    try {
      const { roots } = await server.listRoots(undefined, { timeout: timeoutMs });
      const folders = roots.flatMap(({ uri }) => pathOf(uri));
      if (folders.length > 0) await machine.setRoots(folders);
    } catch (error) {
      warn(`the folders of the client are not used: ${messageOf(error)}`);
    }
  };
  let known = Promise.resolve();
  const readAgain = () => {
    known = known.then(read);
  };
  server.oninitialized = readAgain;
  server.setNotificationHandler(RootsListChangedNotificationSchema, readAgain);
  return () => known;
}
