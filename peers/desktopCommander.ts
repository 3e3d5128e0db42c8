/** Desktop Commander: its searches are sessions, so one takes several calls until everything is there. */
import type { CallTool, Peer, PeerTask } from "./peer";

/** More results than any task has, so that one further call gets them all. */
const everything = 100_000;

async function searched(call: CallTool, input: object): Promise<void> {
  const started = await call("start_search", { ignoreCase: false, contextLines: 0, ...input });
  const sessionId = /session: (\S+)/.exec(started)?.[1];
  if (!sessionId) throw new Error(started);
  for (;;) {
    const text = await call("get_more_search_results", { sessionId, offset: 0, length: everything });
    if (text.includes("Status: COMPLETED")) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

const lines = (call: CallTool, { path, input }: PeerTask) =>
  call("read_file", { path, offset: input.offset ?? 0, length: input.limit ?? 2000 });

async function ran(call: CallTool, { input, root }: PeerTask): Promise<void> {
  const text = await call("start_process", { command: `cd '${root}' && ${input.command}`, timeout_ms: 60_000 });
  if (text.includes("Process is running")) throw new Error("not ended after a minute");
}

/** It has tools for everything. */
export const desktopCommander: Peer = {
  package: "@wonderwhy-er/desktop-commander",
  version: "0.2.52",
  program: "@wonderwhy-er/desktop-commander/dist/index.js",
  args: () => ["--no-onboarding"],
  // Nothing is sent anywhere; the address is one where nobody listens.
  env: { DESKTOP_COMMANDER_DISABLE_TELEMETRY: "1", DC_FLAG_URL: "http://127.0.0.1:9/" },
  ways: {
    find: (call, { path }) => searched(call, { path, pattern: "*.ts", searchType: "files", earlyTermination: false }),
    word: (call, { path, input }) =>
      searched(call, { path, pattern: input.pattern, searchType: "content", literalSearch: true }),
    regex: (call, { path, input }) =>
      searched(call, { path, pattern: input.pattern, searchType: "content", maxResults: 250 }),
    head: lines,
    deep: lines,
    again: lines,
    edit: (call, { path, input }) =>
      call("edit_block", { file_path: path, old_string: input.old_string, new_string: input.new_string }),
    list: (call, { path }) => call("list_directory", { path, depth: 1 }),
    read: (call, { path }) => call("read_file", { path }),
    command: ran,
    output: ran,
  },
};
