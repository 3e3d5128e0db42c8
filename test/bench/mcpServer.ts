/** An MCP server in a process of its own, over its standard input and output, as clients start it. */
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

/** One that answers. */
export interface McpServer {
  /** @returns the text of the result. @throws Error for a result that is an error, and after two minutes. */
  call(name: string, input: object): Promise<string>;
  /** The most memory that its process ever had; megabytes; undefined where the system does not tell, or it has ended. */
  megabytes(): number | undefined;
  close(): Promise<void>;
}

/** What a call may take; milliseconds. */
const timeout = 120_000;

function statusOf(pid: number | null): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}

/** @throws Error when it does not answer. */
export async function startMcpServer(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<McpServer> {
  const client = new Client({ name: "bench", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args],
    env: env as Record<string, string>,
    stderr: "ignore",
  });
  await client.connect(transport);
  const { pid } = transport;
  return {
    async call(name, input) {
      const { isError, content } = await client.callTool({ name, arguments: { ...input } }, undefined, { timeout });
      const text = (content as { text?: string }[]).map((part) => part.text ?? "").join("");
      if (isError) throw new Error(text);
      return text;
    },
    megabytes() {
      const most = /^VmHWM:\s+(\d+) kB$/m.exec(statusOf(pid))?.[1];
      return most === undefined ? undefined : Number(most) / 1024;
    },
    close: () => client.close(),
  };
}

/** Our own, which asks nobody. */
export const startOurs = (root: string, state: string): Promise<McpServer> =>
  startMcpServer(["dist/headless.js", "mcp", "--root", root, "--state", state, "--approve", "all"]);
