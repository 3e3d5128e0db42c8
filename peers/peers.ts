/** Other MCP servers that offer what ours does. Development only: installed when the bench wants them, never with our packages. */
import { desktopCommander } from "./desktopCommander";
import type { CallTool, Peer, PeerTask } from "./peer";

const filesystem: Peer = {
  package: "@modelcontextprotocol/server-filesystem",
  version: "2026.8.31",
  program: "@modelcontextprotocol/server-filesystem/dist/index.js",
  args: (roots) => roots,
  ways: {
    find: (call, { path, input }) => call("search_files", { path, pattern: input.pattern }),
    head: (call, { path }) => call("read_text_file", { path, head: 2000 }),
    edit: (call, { path, input }) =>
      call("edit_file", { path, edits: [{ oldText: input.old_string, newText: input.new_string }] }),
    list: (call, { path }) => call("list_directory", { path }),
    read: (call, { path }) => call("read_text_file", { path }),
  },
};

const run = (call: CallTool, { input, root }: PeerTask) =>
  call("run_command", { command: input.command, workdir: root });

const commands: Peer = {
  package: "mcp-server-commands",
  version: "0.5.0",
  program: "mcp-server-commands/build/index.js",
  ways: { command: run, output: run },
};

const ripgrep: Peer = {
  package: "mcp-ripgrep",
  version: "0.4.0",
  program: "mcp-ripgrep/dist/index.js",
  ways: {
    find: (call, { path, input }) => call("list-files", { path, filePattern: input.pattern }),
    word: (call, { path, input }) => call("search", { path, pattern: input.pattern }),
    regex: (call, { path, input }) => call("search", { path, pattern: input.pattern, maxResults: 250 }),
  },
};

/** Every peer, at the version that is measured. */
export const peers: readonly Peer[] = [filesystem, desktopCommander, commands, ripgrep];
