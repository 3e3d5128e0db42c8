/** The systems of tools that are measured: each dialect of ours through the built library, and any server over MCP. */
import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type * as library from "../../src/libraryApi";
import { type Call, dialects, type Operation, type Spelling, spellings } from "./operations";

const built = () => createRequire(__filename)("../../dist/library.js") as typeof library;

/** What a model is told of a tool. */
export interface Definition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

export interface Outcome {
  readonly text: string;
  readonly isError: boolean;
}

/** A system of tools at work in a folder. */
export interface ToolServer {
  readonly definitions: readonly Definition[];
  /** The call for an operation; undefined where there is no tool for it. */
  spell(operation: Operation): Call | undefined;
  call(call: Call): Promise<Outcome>;
  close(): Promise<void>;
}

/** How a system of tools is started in a folder, which is made by then. */
export interface System {
  readonly name: string;
  start(root: string): Promise<ToolServer>;
}

/** A spelling for the tools of a folder. */
const speller = (spelling: Spelling, root: string) => (operation: Operation) =>
  // The kind picks the function for just this operation.
  (spelling[operation.kind] as ((operation: Operation, at: (path: string) => string) => Call) | undefined)?.(
    operation,
    (path) => join(root, path),
  );

/** Every dialect, with a yes to every question. */
export const ownSystems = (): System[] =>
  Object.entries(dialects).map(([name, spelling]) => ({
    name,
    start: async (root) => {
      const dialect = name as keyof typeof dialects;
      const stateFolder = mkdtempSync(join(tmpdir(), "crib-evaluate-state-"));
      const { tools, get } = await built().createTools({ root, dialect, approve: "all", stateFolder });
      return {
        definitions: tools,
        spell: speller(spelling, root),
        call: async ({ tool, args }) => {
          const found = get(tool);
          if (!found) throw new Error(`The dialect ${name} has no tool ${tool}.`);
          return found.execute(args);
        },
        close: async () => {},
      };
    },
  }));

/**
 * A server over MCP: `NAME=SPELLING:COMMAND`, where `{root}` stands for the folder.
 * @throws Error when the text has another form, or names no spelling.
 */
export function mcpSystem(text: string): System {
  const [, name, spelled = "", line = ""] = /^([\w-]+)=(\w+):(.+)$/.exec(text) ?? [];
  const spelling = spellings[spelled];
  if (!name || !spelling)
    throw new Error(
      `--server "${text}" is not NAME=SPELLING:COMMAND, SPELLING one of ${Object.keys(spellings).join(", ")}.`,
    );
  return {
    name,
    start: async (root) => {
      const [command = "", ...args] = line.split(" ").map((word) => word.replaceAll("{root}", root));
      const client = new Client({ name: "toolcrib-evaluate", version: "1.0.0" });
      await client.connect(new StdioClientTransport({ command, args, cwd: root, stderr: "ignore" }));
      const { tools } = await client.listTools();
      return {
        definitions: tools.map(({ name, description = "", inputSchema }) => ({ name, description, inputSchema })),
        spell: speller(spelling, root),
        call: async ({ tool, args }) => {
          const result = await client.callTool({ name: tool, arguments: { ...args } });
          const texts = (result.content as { text?: string }[]).map(({ text = "" }) => text);
          return { text: texts.join("\n"), isError: result.isError === true };
        },
        close: () => client.close(),
      };
    },
  };
}
