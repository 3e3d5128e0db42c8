import { fileError } from "../../../src/node/files/fileErrors";
import { atomicWrite } from "../../../src/node/files/writing/atomicWrite";

const bytes = (content: string | Uint8Array | undefined) =>
  typeof content === "string" ? Buffer.from(content) : content;

/** Writes a file that is shown as `f`. Errors of the file system arrive as a caller gets to see them. */
export const write = (path: string, before: string | Uint8Array | undefined, after: string | Uint8Array | undefined) =>
  atomicWrite({ path, shown: "f", before: bytes(before), after: bytes(after) }).catch((error) => {
    throw fileError(error, "f");
  });
