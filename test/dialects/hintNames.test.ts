/** What hints and errors tell a model to use is there: tools and parameters of its own dialect. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { tools } from "../../scripts/describedTools";
import { type Dialect, parametersOf } from "../../src/core/tools/dialect";
import { dialectNames } from "../../src/core/vocabulary/dialectNames";
import { makeDialects } from "../../src/dialects/index";
import { realCrib } from "../support/realCrib";
import { speaking } from "./support/speaking";

const many = Array.from({ length: 3000 }, (_, line) => `line ${line} of words\n`).join("");
const tree = {
  "twice.ts": "same = 1;\nother\nsame = 1;\n",
  "unread.ts": "one\n",
  "many.txt": many,
  "wide.txt": `${"w".repeat(400_000)}\n`,
  "blob.bin": new Uint8Array([0, 1, 2, 0, 3]),
  "empty.txt": "",
  ".gitignore": "ignored/\n",
  "ignored/deep.ts": "hidden words\n",
  ".env": "TOKEN=hidden words\n",
  ...Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`folder/file${at}.md`, "found here\n"])),
} as const;

/** Calls by the name of the tool beneath, with arguments as `standard` names them and absolute paths. */
const probes = (root: string): readonly (readonly [tool: string, input: object])[] => {
  const at = (name: string) => join(root, name);
  return [
    ["read_file", { path: at("missing.ts") }],
    ["read_file", { path: at("twise.ts") }],
    ["read_file", { path: at("folder") }],
    ["read_file", { path: at("blob.bin") }],
    ["read_file", { path: at("empty.txt") }],
    ["read_file", { path: at("many.txt") }],
    ["read_file", { path: at("wide.txt") }],
    ["read_file", { path: at("twice.ts"), offset: 900 }],
    ["read_file", { path: "/nowhere/at/all.txt" }],
    ["read_file", {}],
    ["edit_file", { path: at("twice.ts"), old_string: "same = 1;", new_string: "same = 2;" }],
    ["edit_file", { path: at("twice.ts"), old_string: "sane = 1;", new_string: "same = 2;" }],
    ["edit_file", { path: at("twice.ts"), old_string: "same", new_string: "same" }],
    ["edit_file", { path: at("twice.ts"), old_string: "", new_string: "same" }],
    ["edit_file", { path: at("unread.ts"), old_string: "one", new_string: "two" }],
    ["edit_file", { path: at("missing.ts"), old_string: "one", new_string: "two" }],
    ["edit_file", { path: at("twice.ts") }],
    ["write_file", { path: at("unread.ts"), content: "over\n" }],
    ["write_file", { path: at("folder"), content: "over\n" }],
    ["apply_patch", { patch: "*** Begin Patch\n*** Update File: twice.ts\n@@\n-nothing\n+some\n*** End Patch" }],
    ["apply_patch", { patch: "no patch" }],
    ["search_text", { pattern: "hidden words" }],
    ["search_text", { pattern: "nowhere to be seen" }],
    ["search_text", { pattern: "found here" }],
    ["search_text", { pattern: "words", path: at("many.txt") }],
    ["search_text", { pattern: "(" }],
    ["search_text", { pattern: "a", path: at("missing") }],
    ["find_files", { pattern: "**/*.nothing" }],
    ["find_files", { pattern: "**/deep.ts" }],
    ["find_files", { pattern: "**/*.md" }],
    ["find_files", { pattern: "*.md", path: at("missing") }],
    ["list_directory", { path: at("folder") }],
    ["list_directory", { path: at("twice.ts") }],
    ["run_command", { command: "seq 1 200000" }],
    ["run_command", { command: "sleep 5", timeout: 1 }],
    ["run_command", { command: "sleep 3", timeout: 1000 }],
    ["run_command", { command: "echo x > /tmp/x" }],
    ["run_command", { command: "vim a.txt" }],
    ["run_command", { command: "sudo ls" }],
    ["run_command", { command: "curl http://a.example" }],
    ["run_command", { command: "echo 'open" }],
    ["run_command", {}],
    ["web_fetch", { url: "http://127.0.0.1:1/" }],
    ["web_fetch", { url: "not an address" }],
    ["web_search", { query: "words" }],
    ["download_file", { url: "http://127.0.0.1:1/", path: at("new.bin") }],
    ["task_update", { id: "task_9", status: "done" }],
    ["task_list", {}],
    ["command_output", { id: "bg_task_9" }],
    ["stop_command", { id: "bg_task_9" }],
    ["tool_search", { query: "nothing of that kind" }],
    ["gitignore", { action: "add", dir: root }],
    ["exec_read", { path: "scratch/none" }],
    ["exec_run", { command: "vim" }],
    ["run_agent", { prompt: "do it" }],
  ];
};

/** Names that are no words of the language. */
const isName = (word: string) => /^[A-Za-z]+(?:_[a-z0-9]+)+$|^[a-z]+(?:[A-Z][a-z]+)+$/.test(word);

const namesIn = ({ tools }: Dialect): string[] =>
  tools.flatMap(({ name, aliases, input }) => [name, ...aliases, ...Object.keys(input.shape)]);

const wordsIn = (text: string): string[] =>
  text.replace(/toolcrib\.[\w.]+/g, "").match(/(?<![\w./-])[A-Za-z]\w*(?![\w/])/g) ?? [];

describe("what hints and errors name", () => {
  const everywhere = new Set<string>();
  before(async () => {
    for (const dialect of dialectNames)
      for (const name of namesIn((await realCrib({}, { dialect })).crib.dialect))
        if (isName(name)) everywhere.add(name);
  });

  for (const dialect of dialectNames)
    it(`are tools and parameters of the dialect itself: ${dialect}`, async function () {
      this.timeout(120_000);
      const { crib, call, root } = await speaking(dialect, tree);
      const own = new Set(namesIn(crib.dialect));
      const foreign: string[] = [];
      for (const [beneath, input] of probes(root)) {
        const tools = crib.dialect.tools.filter(({ tool }) => tool.name === beneath);
        for (const { name } of tools) {
          const { text } = await call(name, input);
          const unknown = wordsIn(text).filter((word) => everywhere.has(word) && !own.has(word));
          if (unknown.length > 0)
            foreign.push(`${name} ${JSON.stringify(input)} names ${unknown.join(", ")}: ${text.slice(0, 600)}`);
        }
      }
      assert.deepEqual(foreign, []);
    });

  for (const dialect of dialectNames)
    it(`are its own in descriptions of tools and parameters too: ${dialect}`, () => {
      const dialects = makeDialects(tools);
      const everywhere = new Set(Object.values(dialects).flatMap(namesIn));
      const own = new Set(namesIn(dialects[dialect]));
      const foreign = dialects[dialect].tools.flatMap((tool) => {
        const text = `${tool.description} ${JSON.stringify(parametersOf(tool))}`;
        const words = text.match(/(?<![\w./-])[a-z]+(?:_[a-z]+)+(?![\w/-])|(?<=`)[a-z]+(?=`)/g) ?? [];
        return words.filter((word) => everywhere.has(word) && !own.has(word)).map((word) => `${tool.name}: ${word}`);
      });
      assert.deepEqual(foreign, []);
    });

  it("are those of qwen where it runs a command in the background", () => {
    const shell = makeDialects(tools).qwen.tools.find(({ tool }) => tool.name === "run_command");
    assert.match(shell?.description ?? "", /for a server or a long build set `is_background`\./);
  });
});
