/** The tools of Qwen Code's file-system page, over the crib's own (DIA-1, DIA-3; texts of section 20). */
import * as z from "zod";
import type { Dialect } from "../../core/tools/dialect";
import type { AnyTool } from "../../core/tools/tool";
import { standardTraits, type Traits } from "../../core/tools/traits";
import { asItself, type Given, inOwnNames, over, type ToolsByKey } from "../shared/over";
import {
  globFailed,
  qwenCommandFailed,
  qwenEditFailed,
  qwenListFailed,
  qwenReadFailed,
  qwenSearchFailed,
  qwenWriteFailed,
} from "./qwenFailures";
import { found, qwenEdited, qwenListed, qwenRead, qwenSearched, qwenWritten } from "./qwenTexts";

/** Lines of a file returned by default, and characters of one line at most (RD-13, RD-14). */
const lines = 2000;
const columns = 2000;

const traits: Traits = {
  ...standardTraits,
  offersTerminal: false,
  // C-26
  excluded: ["node_modules", ".svn", ".hg", "bower_components"].map((folder) => `**/${folder}/**`),
  countIgnored: true,
  keepsExcluded: true,
  ignoreFile: ".qwenignore",
  // RD-16; no line takes more characters than its columns and the mark of the cut.
  read: { lines, characters: lines * (columns + 100), columns, maxBytes: 20 * 1024 * 1024, pdf: "data" },
};

const pathOf = (what: string) =>
  z.string().min(1).describe(`The path of ${what}: absolute, or relative to the root folder.`);
const respectGitIgnore = z.boolean().default(true).describe("Whether to respect .gitignore patterns. Default: true.");

const filePath = ({ file_path, ...rest }: Given): Given => ({ ...rest, path: file_path });

/** Its own names beside those that our sentences on commands use. */
const shellInput = (runCommand: AnyTool) => {
  const { command, description, ...others } = runCommand.input.omit({ cwd: true, background: true }).shape;
  return z.object({
    command,
    is_background: z
      .boolean()
      .default(false)
      .describe(
        "Whether to run the command in the background; job_output reads what it prints, job_stop ends it. Default: false.",
      ),
    description,
    directory: z
      .string()
      .min(1)
      .optional()
      .describe(
        "The folder to run the command in: absolute, or relative to the root folder. Default: where your last cd led, at first the root folder.",
      ),
    ...others,
  });
};

const shellArguments = ({ is_background, directory, ...rest }: Given): Given => ({
  ...rest,
  background: is_background,
  ...(directory !== undefined && { cwd: directory }),
});

/** Whoever gives the standard parameter means it (C-02). */
const gitIgnore = ({ respect_git_ignore, include_ignored, ...rest }: Given): Given => ({
  ...rest,
  include_ignored: include_ignored ?? respect_git_ignore === false,
});

/** An older form of the parameter (DIA-4). */
const withoutOptions = ({ file_filtering_options, ...rest }: Given): Given => {
  const isObject = typeof file_filtering_options === "object" && file_filtering_options !== null;
  return { ...(isObject && (file_filtering_options as Given)), ...rest };
};

/** @param tools the crib's tools by key. */
export const qwen = (tools: ToolsByKey): Dialect => ({
  name: "qwen",
  traits,
  tools: inOwnNames(
    [
      over(tools.readFile, {
        name: "read_file",
        displayName: "ReadFile",
        description:
          "Reads and returns the content of a specified file. Text files can be read in ranges of lines with offset and limit.",
        input: z.object({
          path: pathOf("the file to read"),
          offset: z
            .number()
            .int()
            .min(0)
            .optional()
            .describe("For text files, the 0-based line number to start reading from. Use with limit."),
          limit: z
            .number()
            .int()
            .min(1)
            .optional()
            .describe("For text files, the maximum number of lines to read. Default: 2000."),
        }),
        toInput: (args) => args,
        present: qwenRead,
        presentError: qwenReadFailed,
      }),
      over(tools.writeFile, {
        name: "write_file",
        displayName: "WriteFile",
        description:
          "Writes content to a specified file. The file is overwritten if it exists; otherwise it and its parent folders are created.",
        input: z.object({
          file_path: pathOf("the file to write to"),
          content: z.string().describe("The content to write to the file."),
        }),
        toInput: filePath,
        present: qwenWritten,
        presentError: qwenWriteFailed,
      }),
      over(tools.editFile, {
        name: "edit",
        displayName: "Edit",
        description:
          "Replaces text within a file. By default replaces a single occurrence, but can replace several when expected_replacements is given. Needs significant context around old_string to be sure of the place.",
        input: z.object({
          file_path: pathOf("the file to modify"),
          old_string: z
            .string()
            .describe(
              "The exact literal text to replace, with at least 3 lines of context before and after. Empty: create the file.",
            ),
          new_string: z.string().describe("The exact literal text to replace old_string with."),
          expected_replacements: z
            .number()
            .int()
            .min(1)
            .optional()
            .describe("Number of occurrences to replace. Default: 1."),
        }),
        toInput: filePath,
        present: qwenEdited,
        presentError: qwenEditFailed,
      }),
      over(tools.listDirectory, {
        name: "list_directory",
        displayName: "ReadFolder",
        description:
          "Lists the names of files and subfolders directly within a folder, folders first. Can leave out entries matching glob patterns.",
        input: z.object({
          path: pathOf("the folder to list"),
          ignore: z.array(z.string().min(1)).optional().describe("Glob patterns to leave out."),
          respect_git_ignore: respectGitIgnore,
        }),
        toInput: gitIgnore,
        migrateArguments: withoutOptions,
        strictLists: ["ignore"],
        present: qwenListed,
        presentError: qwenListFailed,
      }),
      over(tools.findFiles, {
        name: "glob",
        displayName: "FindFiles",
        description:
          "Finds files matching a glob pattern (src/**/*.ts, *.md) and returns absolute paths, newest first.",
        input: z.object({
          pattern: z.string().min(1).describe("The glob pattern to match against, for example *.py or src/**/*.js."),
          path: z.string().min(1).optional().describe("The folder to search within. Default: the root folder."),
          case_sensitive: z.boolean().default(false).describe("Whether the search is case-sensitive. Default: false."),
          respect_git_ignore: respectGitIgnore,
        }),
        toInput: (args) => ({ ...gitIgnore(args), limit: 10_000 }),
        present: found,
        presentError: globFailed,
      }),
      over(tools.searchText, {
        name: "search_file_content",
        displayName: "SearchText",
        description:
          "Searches for a regular expression within the content of files in a folder, optionally filtered by a glob. Returns the matching lines with their paths and line numbers.",
        input: z.object({
          pattern: z
            .string()
            .min(1)
            .describe("The regular expression to search for, for example function\\s+myFunction."),
          path: z.string().min(1).optional().describe("The folder to search within. Default: the root folder."),
          include: z
            .string()
            .min(1)
            .optional()
            .describe("Glob pattern of the files to search, for example *.js or src/**/*.{ts,tsx}."),
          maxResults: z
            .number()
            .int()
            .min(1)
            .max(100)
            .default(20)
            .describe("Number of matches at most, 1 to 100. Default: 20."),
        }),
        toInput: ({ maxResults, ...rest }) => ({ case_sensitive: false, ...rest, limit: maxResults }),
        present: qwenSearched,
        presentError: qwenSearchFailed,
      }),
      {
        ...asItself(tools.runCommand),
        aliases: ["run_shell_command"],
        displayName: "Shell",
        input: shellInput(tools.runCommand as AnyTool),
        toInput: shellArguments,
        presentError: qwenCommandFailed,
      },
      asItself(tools.jobOutput),
      asItself(tools.jobStop),
      asItself(tools.toolSearch),
      asItself(tools.callTool),
    ],
    { find_files: "glob", search_text: "search_file_content", background: "is_background" },
  ),
});
