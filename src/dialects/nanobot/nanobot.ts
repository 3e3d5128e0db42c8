/** The tools of nanobot's file-system page and its `exec`, over the crib's own (DIA-1, DIA-3; texts of section 20). */
import * as z from "zod";
import type { Dialect } from "../../core/tools/dialect";
import { standardTraits, type Traits } from "../../core/tools/traits";
import { asItself, inOwnNames, oldAndNewText, over, ownParameters, type ToolsByKey } from "../shared/over";
import {
  executed,
  failed,
  nanobotCommandFailed,
  nanobotEdited,
  nanobotEditFailed,
  nanobotListed,
  nanobotListFailed,
  nanobotRead,
  nanobotReadFailed,
  nanobotWritten,
  stopped,
} from "./nanobotTexts";

/** Larger files are refused: 128,000 characters of four bytes (RD-6). */
const maxBytes = 512_000;

/** C-05: `allowed_dir` is the workspace, so reading outside follows the setting. */
const traits: Traits = {
  ...standardTraits,
  offersTerminal: false,
  requireRead: false,
  inexactEdits: false,
  modelRepair: false,
  createByEdit: false,
  // No file has more characters than bytes: it comes whole, and what is too long is cut where it is put into words.
  read: { lines: undefined, characters: maxBytes, columns: undefined, maxBytes, pdf: "note" },
  commandTimeoutMs: 60_000,
  // Each command runs in its working_dir, or else in the workspace.
  rememberFolder: false,
};

const path = (what: string) => z.string().min(1).describe(`${what}, relative to the workspace or absolute.`);

/** @param tools the crib's tools by key. */
export const nanobot = (tools: ToolsByKey): Dialect => ({
  name: "nanobot",
  traits,
  failurePrefix: "Error: ",
  tools: inOwnNames(
    [
      over(tools.readFile, {
        name: "read_file",
        displayName: "Read File",
        description:
          "Reads the contents of a file at the given path. Returns at most 128,000 characters; files of more than 512,000 bytes are refused: use exec with head, tail or grep for those.",
        input: z.object({
          path: path("The file to read"),
          offset: z
            .number()
            .int()
            .min(1)
            .default(1)
            .describe("Line number to start reading from, counted from 1. Default: 1."),
          limit: z.number().int().min(1).optional().describe("Maximum number of lines to read. Default: all."),
        }),
        toInput: ({ offset, ...rest }) => ({ ...rest, offset: Number(offset) - 1 }),
        present: nanobotRead,
        presentError: nanobotReadFailed,
      }),
      over(tools.writeFile, {
        name: "write_file",
        displayName: "Write File",
        description: "Writes content to a file at the given path, replacing it. Creates parent directories if needed.",
        input: z.object({ path: path("The file to write to"), content: z.string().describe("The content to write.") }),
        toInput: (args) => args,
        present: nanobotWritten,
        presentError: failed,
      }),
      over(tools.editFile, {
        name: "edit_file",
        displayName: "Edit File",
        description:
          "Edits a file by replacing old_text with new_text. The old_text must exist exactly in the file, and once.",
        input: z.object({
          path: path("The file to edit"),
          old_text: z.string().describe("The exact text to find and replace."),
          new_text: z.string().describe("The text to replace it with."),
          replace_all: z.boolean().default(false).describe("Replace all occurrences. Default: false."),
        }),
        toInput: oldAndNewText,
        present: nanobotEdited,
        presentError: nanobotEditFailed,
      }),
      over(tools.listDirectory, {
        name: "list_dir",
        displayName: "List Directory",
        description: "Lists the contents of a directory: 📁 marks folders, 📄 files.",
        input: z.object({
          path: path("The directory to list"),
          recursive: z.boolean().default(false).describe("Also list what is below its folders. Default: false."),
          max_entries: z.number().int().min(1).optional().describe("Maximum entries to return. Default: all."),
        }),
        toInput: ({ max_entries, ...rest }) => ({ include_ignored: true, ...rest }),
        present: nanobotListed,
        presentError: nanobotListFailed,
      }),
      over(tools.runCommand, {
        name: "exec",
        displayName: "Exec",
        description:
          "Executes a shell command and returns its output. It is stopped after 60 seconds, or after timeout. Use with head, tail or grep to read parts of large files.",
        input: z.object({
          command: z.string().min(1).describe("The shell command to execute."),
          timeout: z
            .number()
            .int()
            .min(1)
            .max(600)
            .optional()
            .describe("Timeout in seconds. Default: 60, maximum: 600."),
          working_dir: z.string().min(1).optional().describe("The folder to run it in. Default: the workspace."),
          ...ownParameters(tools.runCommand, "outside_sandbox"),
        }),
        toInput: ({ working_dir = ".", timeout, ...rest }) => ({
          cwd: working_dir,
          ...rest,
          ...(timeout !== undefined && { timeout_ms: Number(timeout) * 1000 }),
        }),
        present: executed,
        presentFailure: stopped,
        presentError: nanobotCommandFailed,
      }),
      { ...asItself(tools.jobOutput), presentError: failed },
      { ...asItself(tools.jobStop), presentError: failed },
      { ...asItself(tools.toolSearch), presentError: failed },
      { ...asItself(tools.callTool), presentError: failed },
    ],
    { find_files: "exec", search_text: "exec", old_string: "old_text", new_string: "new_text" },
  ),
});
