/** What an agent wants, whatever the tools are called, and how each system of tools spells it. */

/** One thing that an agent does. */
export type Operation =
  | { readonly kind: "read"; readonly path: string; readonly from?: number; readonly lines?: number }
  | { readonly kind: "edit"; readonly path: string; readonly old: string; readonly replacement: string }
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "list"; readonly path: string }
  | { readonly kind: "find"; readonly pattern: string }
  | { readonly kind: "search"; readonly pattern: string }
  | { readonly kind: "run"; readonly command: string };

/** The call of a tool. */
export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** How a system of tools spells each operation; `at` makes a path as its tools want it. What it has no tool for is left out. */
export type Spelling = {
  readonly [Kind in Operation["kind"]]?: (
    operation: Extract<Operation, { kind: Kind }>,
    at: (path: string) => string,
  ) => Call;
};

const range = ({ from, lines }: { from?: number; lines?: number }) =>
  from === undefined ? {} : { offset: from, limit: lines };

const standard: Spelling = {
  read: (read) => ({ tool: "read_file", args: { path: read.path, ...range(read) } }),
  edit: ({ path, old, replacement }) => ({
    tool: "edit_file",
    args: { path, old_string: old, new_string: replacement },
  }),
  write: ({ path, text }) => ({ tool: "write_file", args: { path, content: text } }),
  list: ({ path }) => ({ tool: "list_directory", args: { path } }),
  find: ({ pattern }) => ({ tool: "find_files", args: { pattern } }),
  search: ({ pattern }) => ({ tool: "search_text", args: { pattern } }),
  run: ({ command }) => ({ tool: "run_command", args: { command } }),
};

const triggerfish: Spelling = {
  read: ({ path }, at) => ({ tool: "read_file", args: { path: at(path) } }),
  edit: ({ path, old, replacement }, at) => ({
    tool: "edit_file",
    args: { path: at(path), old_text: old, new_text: replacement },
  }),
  write: ({ path, text }, at) => ({ tool: "write_file", args: { path: at(path), content: text } }),
  list: ({ path }, at) => ({ tool: "list_directory", args: { path: at(path) } }),
  find: ({ pattern }, at) => ({ tool: "search_files", args: { path: at("."), pattern } }),
  search: ({ pattern }, at) => ({ tool: "search_files", args: { path: at("."), pattern, content_search: true } }),
  run: ({ command }) => ({ tool: "run_command", args: { command } }),
};

const nanobot: Spelling = {
  read: (read, at) => ({ tool: "read_file", args: { path: at(read.path), ...range(read) } }),
  edit: ({ path, old, replacement }, at) => ({
    tool: "edit_file",
    args: { path: at(path), old_text: old, new_text: replacement },
  }),
  write: ({ path, text }, at) => ({ tool: "write_file", args: { path: at(path), content: text } }),
  list: ({ path }, at) => ({ tool: "list_dir", args: { path: at(path) } }),
  find: ({ pattern }) => ({ tool: "exec", args: { command: `find . -path './${pattern.replaceAll("**", "*")}'` } }),
  search: ({ pattern }) => ({ tool: "exec", args: { command: `grep -rnE '${pattern}' .` } }),
  run: ({ command }) => ({ tool: "exec", args: { command } }),
};

const flyto: Spelling = {
  read: (read, at) => ({ tool: "Read", args: { file_path: at(read.path), ...range(read) } }),
  edit: ({ path, old, replacement }, at) => ({
    tool: "Edit",
    args: { file_path: at(path), old_string: old, new_string: replacement },
  }),
  write: ({ path, text }, at) => ({ tool: "Write", args: { file_path: at(path), content: text } }),
  list: ({ path }) => ({ tool: "Bash", args: { command: `ls ${path}` } }),
  find: ({ pattern }) => ({ tool: "Glob", args: { pattern } }),
  search: ({ pattern }) => ({ tool: "Grep", args: { pattern, output_mode: "content" } }),
  run: ({ command }) => ({ tool: "Bash", args: { command } }),
};

const qwen: Spelling = {
  // Its lines begin at 0.
  read: ({ path, from, lines }, at) => ({
    tool: "read_file",
    args: { path: at(path), ...(from === undefined ? {} : { offset: from - 1, limit: lines }) },
  }),
  edit: ({ path, old, replacement }, at) => ({
    tool: "edit",
    args: { file_path: at(path), old_string: old, new_string: replacement },
  }),
  write: ({ path, text }, at) => ({ tool: "write_file", args: { file_path: at(path), content: text } }),
  list: ({ path }, at) => ({ tool: "list_directory", args: { path: at(path) } }),
  find: ({ pattern }) => ({ tool: "glob", args: { pattern } }),
  search: ({ pattern }) => ({ tool: "search_file_content", args: { pattern } }),
  run: ({ command }) => ({ tool: "run_command", args: { command, is_background: false } }),
};

/** The public MCP file server, `@modelcontextprotocol/server-filesystem`. */
const filesystem: Spelling = {
  read: ({ path, from, lines }, at) => ({
    tool: "read_text_file",
    args: { path: at(path), ...(from === undefined ? {} : { head: from + (lines ?? 1) - 1 }) },
  }),
  edit: ({ path, old, replacement }, at) => ({
    tool: "edit_file",
    args: { path: at(path), edits: [{ oldText: old, newText: replacement }] },
  }),
  write: ({ path, text }, at) => ({ tool: "write_file", args: { path: at(path), content: text } }),
  list: ({ path }, at) => ({ tool: "list_directory", args: { path: at(path) } }),
  find: ({ pattern }, at) => ({ tool: "search_files", args: { path: at("."), pattern } }),
};

export const dialects = { standard, triggerfish, nanobot, flyto, qwen } as const;

/** Every spelling that a server over MCP may be said to have. */
export const spellings: Readonly<Record<string, Spelling>> = { ...dialects, filesystem };
