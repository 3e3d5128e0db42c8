/** Ten pieces of work by a scripted agent, which reacts to what tools answer: calls and tokens until they are done. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Tree, tempFolder } from "../support/tempFolder";
import { tokensOf } from "./definitions";
import type { Operation } from "./operations";
import type { Outcome, System, ToolServer } from "./servers";

/** One call of a task, for the tokens of results by tool. */
export interface CallTokens {
  readonly tool: string;
  readonly result: number;
}

export interface TaskRow {
  readonly task: string;
  /** `missing` where the system has no tool for something that the task needs. */
  readonly outcome: "done" | "not done" | "missing";
  readonly calls: number;
  readonly tokens: number;
}

class MissingTool extends Error {}

/** Calls tools and counts. */
class Agent {
  readonly calls: CallTokens[] = [];
  tokens = 0;

  constructor(
    readonly root: string,
    readonly server: ToolServer,
  ) {}

  async do(operation: Operation): Promise<Outcome> {
    const call = this.server.spell(operation);
    if (!call) throw new MissingTool(operation.kind);
    const outcome = await this.server.call(call);
    const result = tokensOf(outcome.text);
    this.calls.push({ tool: call.tool, result });
    this.tokens += tokensOf(JSON.stringify(call.args)) + result;
    return outcome;
  }

  read = (path: string, from?: number, lines?: number) =>
    this.do({ kind: "read", path, ...(from === undefined ? {} : { from, lines: lines ?? 100 }) });
  search = (pattern: string) => this.do({ kind: "search", pattern });
  find = (pattern: string) => this.do({ kind: "find", pattern });
  run = (command: string) => this.do({ kind: "run", command });
  write = (path: string, text: string) => this.do({ kind: "write", path, text });

  /** Edits; refused, it reads the file again and sends what is really there. */
  async edit(path: string, old: string, replacement: string, exact = old, exactly = replacement): Promise<void> {
    const tried = await this.do({ kind: "edit", path, old, replacement });
    if (!tried.isError) return;
    await this.read(path);
    await this.do({ kind: "edit", path, old: exact, replacement: exactly });
  }
}

interface Task {
  readonly name: string;
  readonly files: Tree;
  work(agent: Agent): Promise<void>;
  /** Files as they have to be at the end. */
  readonly wanted: Readonly<Record<string, string>>;
}

const price = (sign: string) => `exports.total = (prices) => prices.reduce((sum, one) => sum ${sign} one, 0);\n`;
const check =
  'const { total } = require("./price");\nif (total([1, 2]) !== 3) throw new Error("total([1, 2]) is " + total([1, 2]));\n';
const numbered = (count: number, change: (line: string, at: number) => string) =>
  `${Array.from({ length: count }, (_, at) => change(`const value${at + 1} = ${at + 1};`, at + 1)).join("\n")}\n`;
const three = "retry(1);\nwait();\nretry(1);\nstop();\nretry(1);\n";

const tasks: readonly Task[] = [
  {
    name: "fix a failing test",
    files: { "price.js": price("-"), "price.test.js": check },
    work: async (agent) => {
      await agent.run("node price.test.js");
      await agent.search("total");
      await agent.read("price.js");
      await agent.edit("price.js", "sum - one", "sum + one");
      await agent.run("node price.test.js");
    },
    wanted: { "price.js": price("+") },
  },
  {
    name: "rename a function in four files",
    files: Object.fromEntries(
      ["a", "b", "c", "d"].map((name) => [`src/${name}.js`, `// ${name}\noldName(${name});\n`]),
    ),
    work: async (agent) => {
      await agent.search("oldName");
      for (const name of ["a", "b", "c", "d"]) {
        await agent.read(`src/${name}.js`);
        await agent.edit(`src/${name}.js`, `oldName(${name})`, `newName(${name})`);
      }
    },
    wanted: Object.fromEntries(
      ["a", "b", "c", "d"].map((name) => [`src/${name}.js`, `// ${name}\nnewName(${name});\n`]),
    ),
  },
  {
    name: "add an entry to a JSON file, tabs for blanks",
    files: { "config/app.json": '{\n  "name": "app",\n  "port": 80\n}\n' },
    work: async (agent) => {
      await agent.find("**/*.json");
      await agent.read("config/app.json");
      await agent.edit(
        "config/app.json",
        '\t"name": "app",\n\t"port": 80',
        '\t"name": "app",\n\t"host": "::",\n\t"port": 80',
        '  "name": "app",\n  "port": 80',
        '  "name": "app",\n  "host": "::",\n  "port": 80',
      );
    },
    wanted: { "config/app.json": '{\n  "name": "app",\n  "host": "::",\n  "port": 80\n}\n' },
  },
  {
    name: "make a module and export it",
    files: { "src/index.js": 'exports.a = require("./a");\n', "src/a.js": "" },
    work: async (agent) => {
      await agent.do({ kind: "list", path: "src" });
      await agent.read("src/index.js");
      await agent.write("src/b.js", "module.exports = 2;\n");
      await agent.edit("src/index.js", 'require("./a");', 'require("./a");\nexports.b = require("./b");');
    },
    wanted: {
      "src/index.js": 'exports.a = require("./a");\nexports.b = require("./b");\n',
      "src/b.js": "module.exports = 2;\n",
    },
  },
  {
    name: "change a line amid 5,000",
    files: { "big.js": numbered(5000, (line) => line) },
    work: async (agent) => {
      await agent.read("big.js", 2990, 20);
      await agent.edit("big.js", "const value3000 = 3000;", "const value3000 = 0;");
    },
    wanted: { "big.js": numbered(5000, (line, at) => (at === 3000 ? "const value3000 = 0;" : line)) },
  },
  {
    name: "change two lines of a CRLF file",
    files: { "a.ini": "[a]\r\nx=1\r\ny=2\r\nz=3\r\n" },
    work: async (agent) => {
      await agent.read("a.ini");
      await agent.edit("a.ini", "x=1\ny=2", "x=10\ny=20", "x=1\r\ny=2", "x=10\r\ny=20");
    },
    wanted: { "a.ini": "[a]\r\nx=10\r\ny=20\r\nz=3\r\n" },
  },
  {
    name: "find a file and shorten it",
    files: { "deep/er/list.txt": "one\ntwo\nthree\n", "deep/other.txt": "x\n" },
    work: async (agent) => {
      await agent.find("**/list.txt");
      await agent.read("deep/er/list.txt");
      await agent.edit("deep/er/list.txt", "two\n", "");
    },
    wanted: { "deep/er/list.txt": "one\nthree\n" },
  },
  {
    name: "edit a file that has changed since it was read",
    files: { "a.txt": "alpha\nbeta\ngamma\n" },
    work: async (agent) => {
      await agent.read("a.txt");
      writeFileSync(join(agent.root, "a.txt"), "alpha\nbeta by somebody else\ngamma\n");
      await agent.edit("a.txt", "alpha\nbeta", "ALPHA\nbeta", "alpha\nbeta by", "ALPHA\nbeta by");
    },
    wanted: { "a.txt": "ALPHA\nbeta by somebody else\ngamma\n" },
  },
  {
    name: "change the second of three equal lines",
    files: { "a.js": three },
    work: async (agent) => {
      await agent.read("a.js");
      await agent.edit("a.js", "retry(1);", "retry(2);", "wait();\nretry(1);", "wait();\nretry(2);");
    },
    wanted: { "a.js": three.replace("wait();\nretry(1)", "wait();\nretry(2)") },
  },
  {
    name: "count notes and write a report",
    files: { "src/a.js": "// TODO one\n", "src/b.js": "// TODO two\n// done\n", "src/c.js": "\n" },
    work: async (agent) => {
      const { text } = await agent.search("TODO");
      await agent.write("report.md", `${text.match(/TODO\W* (?:one|two)/g)?.length ?? 0} notes\n`);
    },
    wanted: { "report.md": "2 notes\n" },
  },
];

/** Does every task with a system of tools, each in a folder of its own. */
export async function measureTasks(system: System): Promise<{ rows: TaskRow[]; calls: CallTokens[] }> {
  const rows: TaskRow[] = [];
  const calls: CallTokens[] = [];
  for (const { name, files, work, wanted } of tasks) {
    const root = tempFolder(files);
    const server = await system.start(root);
    const agent = new Agent(root, server);
    const missing = await work(agent).then(
      () => false,
      (error) => {
        if (error instanceof MissingTool) return true;
        throw error;
      },
    );
    await server.close();
    const isDone = Object.entries(wanted).every(([path, text]) => textOf(join(root, path)) === text);
    const outcome = missing ? "missing" : isDone ? "done" : "not done";
    rows.push({ task: name, outcome, calls: agent.calls.length, tokens: agent.tokens });
    calls.push(...agent.calls);
  }
  return { rows, calls };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
