/** Two tools for agents: one that is read-only, with a tool of Toolcrib, and one that lets Toolcrib write a file. */
const vscode = require("vscode");

/** @typedef {import("../../toolcrib-api").ToolcribApi} ToolcribApi in an extension of its own: a copy of that file */

/** @param {vscode.ExtensionContext} context */
exports.activate = async (context) => {
  /** @type {ToolcribApi | undefined} */
  const toolcrib = await vscode.extensions.getExtension("toolcrib.toolcrib")?.activate();
  if (toolcrib?.apiVersion !== 1) return;
  const { id } = context.extension;
  context.subscriptions.push(toolcrib.registerTool(id, countWords), toolcrib.registerTool(id, saveWordList));
};

/** @type {import("../../toolcrib-api").ToolDefinition<{ path: string }>} */
const countWords = {
  name: "count_words",
  title: "Count Words",
  description: "Counts the words of a text file. Returns their number and the longest word.",
  input: {
    type: "object",
    properties: { path: { type: "string", description: "Path of the file, relative to the workspace folder." } },
    required: ["path"],
  },
  metadata: { readOnly: true, concurrencySafe: true, idempotent: true, searchHint: "length of texts, statistics" },
  async run({ path }, { callTool, progress }) {
    let [words, longest, offset, hasMore] = [0, "", 0, true];
    while (hasMore) {
      progress(`Reading ${path} from line ${offset + 1}`);
      const { text, isError, data } = await callTool("read_file", { path, offset });
      if (isError) return { text, isError };
      // Its text is for models, notes included; its facts have the lines alone, 2,000 at most.
      const { content, text: lines, count, more, lineCut } = /** @type {any} */ (data);
      if (content !== "text" || lineCut)
        return { text: `${path} is not a text file with lines to count.`, isError: true };
      for (const word of lines.match(/[\p{L}\p{N}'’-]+/gu) ?? []) {
        words++;
        if (word.length > longest.length) longest = word;
      }
      [offset, hasMore] = [offset + count, more];
    }
    const which = words > 0 ? `; the longest is "${longest}"` : "";
    return { text: `${path} has ${words} words${which}.`, data: { words, longest } };
  },
};

/** @type {import("../../toolcrib-api").ToolDefinition<{ name: string, words: string[] }>} */
const saveWordList = {
  name: "save_word_list",
  title: "Save Word List",
  description: "Saves a list of words, sorted, as words/NAME.txt.",
  input: {
    type: "object",
    properties: {
      name: { type: "string", pattern: "^[a-z]{1,40}$", description: "Name of the list, in lowercase letters." },
      words: { type: "array", items: { type: "string" }, minItems: 1 },
    },
    required: ["name", "words"],
  },
  metadata: { idempotent: true },
  effects: ({ name, words }) => [
    { kind: "write", path: `words/${name}.txt`, content: `${[...words].sort().join("\n")}\n` },
  ],
  run: ({ name, words }) => `Saved ${words.length} words as words/${name}.txt.`,
};
