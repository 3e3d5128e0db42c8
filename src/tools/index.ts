/** Every tool; a new one is a file here and a line below. */
import type { AnyTool } from "../core/tool";
import { applyPatch } from "./applyPatch";
import { callTool } from "./callTool";
import { createTool } from "./createTool";
import { deleteFile } from "./deleteFile";
import { downloadFile } from "./downloadFile";
import { editFile } from "./editFile";
import { execRun } from "./execRun";
import { execLs, execRead, execWrite } from "./execTools";
import { findFiles } from "./findFiles";
import { gitignore } from "./gitignore";
import { integrationCreate } from "./integrationCreate";
import { integrationRun } from "./integrationRun";
import { jobOutput } from "./jobOutput";
import { jobStop } from "./jobStop";
import { listDirectory } from "./listDirectory";
import { moveFile } from "./moveFile";
import { readFile } from "./readFile";
import { runAgent } from "./runAgent";
import { runCommand } from "./runCommand";
import { scheduleCreate } from "./scheduleCreate";
import { scheduleList } from "./scheduleList";
import { searchText } from "./searchText";
import { skillSave } from "./skillSave";
import { submitPlan } from "./submitPlan";
import { taskCreate } from "./taskCreate";
import { taskList } from "./taskList";
import { taskUpdate } from "./taskUpdate";
import { toolSearch } from "./toolSearch";
import { webFetch } from "./webFetch";
import { webSearch } from "./webSearch";
import { writeFile } from "./writeFile";

export const tools = {
  readFile,
  writeFile,
  editFile,
  applyPatch,
  moveFile,
  deleteFile,
  listDirectory,
  findFiles,
  searchText,
  gitignore,
  runCommand,
  jobOutput,
  jobStop,
  webFetch,
  webSearch,
  downloadFile,
  submitPlan,
  runAgent,
  taskCreate,
  taskList,
  taskUpdate,
  toolSearch,
  callTool,
  createTool,
  execWrite,
  execRead,
  execRun,
  execLs,
  integrationCreate,
  integrationRun,
  scheduleCreate,
  scheduleList,
  skillSave,
} satisfies Record<string, AnyTool>;

/** The tools by the key under which dialects know them. */
export type Tools = typeof tools;
