/** Calls at our MCP server, and the words that the model of every client reads of each. */

/** The file that the calls are about. */
export const wordsFile = { name: "a.txt", before: "one\ntwo\n", after: "one\nzwei\n" } as const;

/** What is called. */
export const calls = {
  read: { tool: "read_file", input: { path: wordsFile.name } },
  denied: { tool: "run_command", input: { command: "sudo id" } },
  missing: { tool: "read_file", input: { path: "none.txt" } },
  edit: { tool: "edit_file", input: { path: wordsFile.name, old_string: "two", new_string: "zwei" } },
} as const;

/** What its model reads. */
export const sameWords = {
  read: wordsFile.before,
  denied:
    'Denied by policy: sudo runs commands with other rights. "Run sudo id" was not done; do not retry it another way: go on without it, or tell the person what you need.',
  missing: "none.txt does not exist: check the path, or find it with find_files.",
  declined: "The person declined this: Edit a.txt. Nothing was done. Do not retry it; ask what they want instead.",
  accepted: "Edited a.txt: 1 replacement (line 2).",
} as const;
