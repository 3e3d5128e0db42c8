/** What a call costs that comes over MCP as a client makes it, and what memory the host has then. */
import { join } from "node:path";
import { type McpServer, startOurs } from "./mcpServer";
import { median, type Row, timed } from "./measure";

/** Calls of each kind. */
const rounds = 100;

interface Host extends McpServer {
  /** Milliseconds that the call took. */
  timed(name: string, input: object): Promise<number>;
}

async function startHost(root: string, state: string): Promise<Host> {
  const server = await startOurs(root, state);
  return { ...server, timed: (name, input) => timed(() => server.call(name, input)) };
}

/**
 * Rows for the smallest call and for ordinary work: reads, searches, edits and commands in turn.
 * @param tree a folder of some thousand files. @param single a folder with `small.ts`.
 */
export async function mcpRows(tree: string, single: string, folder: string): Promise<Row[]> {
  const state = (name: string) => join(folder, `mcp-${name}`);
  const small = { path: join(single, "small.ts") };
  // The first host of a version leaves behind what was compiled of it.
  const first = await startHost(single, state("small"));
  await first.timed("read_file", small);
  await first.close();
  const reading = await startHost(single, state("small"));
  const firstRead = await reading.timed("read_file", small);
  const reads: number[] = [];
  for (let at = 0; at < rounds; at++) reads.push(await reading.timed("read_file", small));
  const ofReads = reading.megabytes();
  await reading.close();
  const working = await startHost(tree, state("work"));
  const work: number[] = [];
  for (let at = 0; at < rounds; at++) {
    const path = `note-${at % 10}.txt`;
    work.push(await working.timed("write_file", { path, content: `one ${at}\ntwo\n` }));
    work.push(await working.timed("edit_file", { path, old_string: `one ${at}`, new_string: "one" }));
    work.push(await working.timed("search_text", { pattern: "quokkaUnderTheTable", path: "packages/p0" }));
    work.push(await working.timed("run_command", { command: "true" }));
  }
  const ofWork = working.megabytes();
  await working.close();
  const memory = (megabytes: number | undefined) => (megabytes === undefined ? {} : { megabytes });
  return [
    { task: "first call of a host over MCP", ours: firstRead },
    { task: "read a file of 26 bytes over MCP", ours: median(reads), ...memory(ofReads), goal: { milliseconds: 2 } },
    { task: "ordinary work over MCP, a call", ours: median(work), ...memory(ofWork), goal: { megabytes: 80 } },
  ];
}
