import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeRecord } from "../../../node/files/writing/jsonRecord";
import type { ShellFolders } from "../shellFolders";

/** Where the shells of conversations may be, a file for each. @param folder made when it is not there. */
export function shellFolderFiles(folder: string): ShellFolders {
  const fileOf = (conversation: string) =>
    join(folder, "shells", `${createHash("sha256").update(conversation).digest("hex").slice(0, 32)}.json`);
  return {
    async movesIn(conversation) {
      const text = await readFile(fileOf(conversation), "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return '{"moves":[]}';
        throw error;
      });
      const { moves } = JSON.parse(text) as { readonly moves: readonly string[] };
      if (!Array.isArray(moves) || moves.some((move) => typeof move !== "string"))
        throw new Error(`${fileOf(conversation)} cannot be understood: delete it`);
      return moves;
    },
    keep: (conversation, moves) => writeRecord(fileOf(conversation), { moves }),
  };
}
