/** The tools of Triggerfish's file and shell page, over the crib's own (DIA-1, DIA-3; texts of section 20). */
import * as z from "zod";
import type { Dialect } from "../../core/tools/dialect";
import { standardTraits, type Traits } from "../../core/tools/traits";
import { asItself, inOwnNames, oldAndNewText, over, ownParameters, type ToolsByKey } from "../shared/over";
import { searchFiles } from "./searchFiles";
import { execTools } from "./triggerfishExec";
import {
  triggerfishCommandFailed,
  triggerfishEdited,
  triggerfishEditFailed,
  triggerfishListed,
  triggerfishListFailed,
  triggerfishRan,
  triggerfishRead,
  triggerfishReadFailed,
  triggerfishSearched,
  triggerfishSearchFailed,
  triggerfishWriteFailed,
  triggerfishWritten,
} from "./triggerfishTexts";

/** Characters of a file returned at once; the rest is read on by offset (C-06). */
const maxCharacters = 1_048_576;

/** Bytes of each stream of a command. */
const maxOutput = 1024 * 1024;

/** C-04: reads anywhere, after a person's yes. */
const traits: Traits = {
  ...standardTraits,
  offersTerminal: false,
  requireRead: false,
  inexactEdits: false,
  modelRepair: false,
  createByEdit: false,
  returnsEdited: true,
  readOutsideRoots: "ask",
  // SH-1: in the workspace.
  rememberFolder: false,
  workspaceMode: true,
  // C-28: searches have a limit of their own.
  listCharacters: undefined,
  // SH-2, C-33: complete, up to 1 MiB.
  commandOutput: { stdout: maxOutput, stderr: maxOutput },
  read: { lines: undefined, characters: maxCharacters, columns: undefined, maxBytes: undefined, pdf: "note" },
};

/** Its own texts ask for it, so an empty one is as good as none. */
const text = (what: string) => z.string().min(1).describe(what);

/** @param tools the crib's tools by key. */
export function triggerfish(tools: ToolsByKey): Dialect {
  const search = searchFiles(tools);
  return {
    name: "triggerfish",
    traits,
    tools: inOwnNames(
      [
        over(tools.readFile, {
          name: "read_file",
          displayName: "Read File",
          description: "Reads the full text of a file at an absolute path.",
          input: z.object({ path: text("Absolute path of the file to read.") }),
          toInput: (args) => args,
          present: triggerfishRead,
          presentError: triggerfishReadFailed,
        }),
        over(tools.writeFile, {
          name: "write_file",
          displayName: "Write File",
          description: "Writes content to a file in the workspace, replacing it; parent folders are created.",
          input: z.object({
            path: text("Path of the file, relative to the workspace."),
            content: z.string().describe("The content to write."),
          }),
          toInput: (args) => args,
          present: triggerfishWritten,
          presentError: triggerfishWriteFailed,
        }),
        over(tools.editFile, {
          name: "edit_file",
          displayName: "Edit File",
          description:
            "Replaces a unique string in a file. old_text must occur in it exactly once; otherwise nothing is written. Returns the updated contents.",
          input: z.object({
            path: text("Absolute path of the file to edit."),
            old_text: text("The exact text to find; it must be unique in the file."),
            new_text: z.string().describe("The text to put in its place."),
          }),
          toInput: oldAndNewText,
          present: triggerfishEdited,
          presentError: triggerfishEditFailed,
        }),
        over(tools.listDirectory, {
          name: "list_directory",
          displayName: "List Directory",
          description: "Lists the files and folders at an absolute path; folders end in a slash.",
          input: z.object({
            path: text("Absolute path of the folder to list."),
            recursive: z.boolean().default(false).describe("Also list what is below its folders. Default: false."),
          }),
          toInput: (args) => ({ include_ignored: true, ...args }),
          present: triggerfishListed,
          presentError: triggerfishListFailed,
        }),
        over(search, {
          name: "search_files",
          displayName: search.displayName,
          description: search.description,
          input: search.input,
          toInput: (args) => args,
          present: triggerfishSearched,
          presentError: triggerfishSearchFailed,
        }),
        over(tools.runCommand, {
          name: "run_command",
          displayName: "Run Command",
          description:
            "Runs a shell command in the workspace and returns its stdout, stderr, exit code and duration, complete.",
          input: z.object({
            command: text("The shell command to run."),
            ...ownParameters(tools.runCommand, "outside_sandbox"),
          }),
          toInput: (args) => args,
          present: triggerfishRan,
          presentError: triggerfishCommandFailed,
        }),
        ...execTools(tools),
        ...[tools.scheduleCreate, tools.scheduleList].map(asItself),
        ...[tools.skillSave, tools.skillList, tools.skillRead].map(asItself),
        asItself(tools.createTool),
        asItself(tools.jobOutput),
        asItself(tools.jobStop),
        asItself(tools.submitPlan),
        asItself(tools.toolSearch),
        asItself(tools.callTool),
      ],
      { find_files: "search_files", search_text: "search_files", old_string: "old_text", new_string: "new_text" },
    ),
  };
}
