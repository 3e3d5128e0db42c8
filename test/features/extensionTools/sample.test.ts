/** The sample extension's tool in a real crib: what it says holds for every file (CT-1). */
import assert from "node:assert/strict";
import Module from "node:module";
import { join } from "node:path";
import { repository } from "../../../scripts/vscode/paths.mjs";
import type { ToolcribApi, ToolDefinition } from "../../../toolcrib-api";
import { withTool } from "./support/registered";

type Load = (id: string, ...more: unknown[]) => unknown;
const modules = Module as unknown as { _load: Load };

/** What the sample registers, by name; it is started with as much of VS Code as it asks for. */
async function sampleTools(): Promise<Map<string, ToolDefinition>> {
  const tools = new Map<string, ToolDefinition>();
  const registerTool = (_: string, tool: ToolDefinition) => {
    tools.set(tool.name, tool);
    return { dispose() {} };
  };
  const api: Pick<ToolcribApi, "apiVersion" | "registerTool"> = {
    apiVersion: 1,
    registerTool: registerTool as ToolcribApi["registerTool"],
  };
  const vscode = { extensions: { getExtension: () => ({ activate: async () => api }) } };
  const load = modules._load;
  modules._load = (id, ...more) => (id === "vscode" ? vscode : load(id, ...more));
  try {
    const sample = require(join(repository, "samples", "word-count", "extension.js"));
    await sample.activate({ extension: { id: "toolcrib-samples.word-count" }, subscriptions: [] });
    return tools;
  } finally {
    modules._load = load;
  }
}

describe("the sample extension", () => {
  let tools: Map<string, ToolDefinition>;
  before(async () => {
    tools = await sampleTools();
  });

  const counted = async (content: string) => {
    const countWords = tools.get("count_words");
    assert.ok(countWords);
    const { call } = await withTool(countWords, { tree: { "a.txt": content } });
    const { text, isError } = await call("count_words", { path: "a.txt" });
    return [text, isError];
  };

  const cases: [what: string, content: string, said: string, isError: boolean][] = [
    ["a text", "one three two\n", 'a.txt has 3 words; the longest is "three".', false],
    ["more lines than one read gives", "one two\n".repeat(5000), 'a.txt has 10000 words; the longest is "one".', false],
    ["an empty file", "", "a.txt has 0 words.", false],
    [
      "a line that is too long to be read",
      "ab ".repeat(100_000),
      "a.txt is not a text file with lines to count.",
      true,
    ],
    ["what is no text", "\0\x01\x02", "a.txt is not a text file with lines to count.", true],
  ];
  for (const [what, content, said, isError] of cases)
    it(`counts the words of ${what}, or says that it cannot`, async () => {
      assert.deepEqual(await counted(content), [said, isError]);
    });
});
