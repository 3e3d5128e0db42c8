import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { program, workplace } from "./program";

/** A server over MCP that has been greeted; what it says comes line by line, and lines are said to it as they are. */
async function greetedServer(capabilities: object = {}) {
  const { root, state } = workplace();
  const server: ChildProcessWithoutNullStreams = spawn(process.execPath, [
    program,
    ...["mcp", "--root", root, "--state", state],
  ]);
  const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
  const say = (line: object | string) =>
    void server.stdin.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
  const heard = async () => JSON.parse((await lines.next()).value as string);
  const params = { protocolVersion: "2025-06-18", capabilities, clientInfo: { name: "test", version: "0" } };
  say({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  await heard();
  say({ jsonrpc: "2.0", method: "notifications/initialized" });
  const write = (content: string) => ({ name: "write_file", arguments: { path: "new.txt", content } });
  return { server, say, heard, write, root };
}

/** To be called in a suite: starts such servers, and ends them after each test. */
export function greetedServers() {
  const started: ChildProcessWithoutNullStreams[] = [];
  afterEach(() => {
    for (const server of started.splice(0)) server.kill();
  });
  return async (capabilities?: object) => {
    const greeted = await greetedServer(capabilities);
    started.push(greeted.server);
    return greeted;
  };
}
