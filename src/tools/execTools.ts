/** The exec tools: the plain ones, in the agent's own workspace (C-41, EX-11). */
import type { AnyTool } from "../core/tool";
import { listDirectory } from "./listDirectory";
import { readFile } from "./readFile";
import { runCommand } from "./runCommand";
import { writeFile } from "./writeFile";

type Words = Pick<AnyTool, "name" | "displayName" | "summary" | "description">;

const inWorkspace = ({ metadata, ...tool }: AnyTool, hint: string, words: Words): AnyTool => ({
  ...tool,
  ...words,
  metadata: { ...metadata, searchHint: hint },
  place: "workspace",
});

export const execWrite = inWorkspace(writeFile, "exec workspace scratch script write own folder", {
  name: "exec_write",
  displayName: "Write in Own Workspace",
  summary: "Write a file in the agent's own workspace",
  description:
    "Creates or replaces a file in your own workspace, a folder apart from the person's that is kept across sessions: `scratch` for trying things, `integrations` and `skills` for work that is to stay. Paths are relative to it. Nobody is asked; what the person should have is handed over by saving it as a skill.",
});

export const execRead = inWorkspace(readFile, "exec workspace read own folder", {
  name: "exec_read",
  displayName: "Read in Own Workspace",
  summary: "Read a file of the agent's own workspace",
  description: "Reads a file of your own workspace. Paths are relative to it.",
});

export const execRun = inWorkspace(runCommand, "exec workspace run test install npm pip deno script", {
  name: "exec_run",
  displayName: "Run in Own Workspace",
  summary: "Run a command in the agent's own workspace",
  description:
    "Runs a bash command line in your own workspace and returns its stdout, stderr, exit code and duration, complete. It sees and changes nothing of the person's folders; packages are installed into the workspace.",
});

export const execLs = inWorkspace(listDirectory, "exec workspace list files sizes own folder", {
  name: "exec_ls",
  displayName: "List Own Workspace",
  summary: "List the files of the agent's own workspace",
  description: "Lists files and folders of your own workspace with their sizes. Paths are relative to it.",
});
