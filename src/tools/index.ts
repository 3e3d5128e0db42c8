/** Every tool; a new one is a file here and a line below. */
import type { AnyTool } from "../core/tool";
import { editFile } from "./editFile";
import { findFiles } from "./findFiles";
import { listDirectory } from "./listDirectory";
import { readFile } from "./readFile";
import { runCommand } from "./runCommand";
import { searchText } from "./searchText";
import { writeFile } from "./writeFile";

export const tools = {
  readFile,
  writeFile,
  editFile,
  listDirectory,
  findFiles,
  searchText,
  runCommand,
} satisfies Record<string, AnyTool>;

/** The tools by the key under which dialects know them. */
export type Tools = typeof tools;
