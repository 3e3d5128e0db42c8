/** Codex CLI, driven as an editor drives it, so that its questions reach a person: the test. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { AgentClient } from "./agentClients";
import { ownEnvironment, type Workplace } from "./workplace";

const settings = (origin: string, [command, ...args]: readonly string[]) => `
model = "scripted"
model_provider = "local"
check_for_update_on_startup = false
approval_policy = "on-request"
sandbox_mode = "read-only"
[analytics]
enabled = false
[features]
tool_search = false
[model_providers.local]
name = "local"
base_url = "${origin}/v1"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
[mcp_servers.toolcrib]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
required = true
default_tools_approval_mode = "approve"
`;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly message?: string };
  readonly result?: { readonly thread?: { readonly id: string } };
  readonly error?: { readonly message: string };
}

function configure({ home, server }: Workplace, origin: string): string {
  const folder = join(home, ".codex");
  mkdirSync(folder);
  writeFileSync(join(folder, "config.toml"), settings(origin, server));
  return folder;
}

/** See AgentClient. */
export const codex: AgentClient = {
  name: "codex",
  asks: true,
  async run(start, place, origin, answer) {
    const env = { ...ownEnvironment(place), CODEX_HOME: configure(place, origin) };
    const child = start(["app-server"], env, true);
    const questions: string[] = [];
    const say = (message: object) => void child.stdin?.write(`${JSON.stringify(message)}\n`);
    say({ id: 1, method: "initialize", params: { clientInfo: { name: "test", title: "Test", version: "0" } } });
    for await (const line of createInterface(child.stdout as NodeJS.ReadableStream)) {
      const { id, method, params, result, error } = JSON.parse(line) as Message;
      if (error) throw new Error(`Codex answered: ${error.message}`);
      if (id === 1) {
        say({ method: "initialized" });
        say({ id: 2, method: "thread/start", params: { cwd: place.root, ephemeral: true } });
      } else if (id === 2 && result?.thread)
        say({
          ...{ id: 3, method: "turn/start" },
          params: { threadId: result.thread.id, input: [{ type: "text", text: "Do it." }] },
        });
      else if (method === "mcpServer/elicitation/request") {
        questions.push(params?.message ?? "");
        say({ id, result: answer ? { action: "accept", content: { approve: true } } : { action: "decline" } });
      } else if (method === "turn/completed") break;
    }
    return questions;
  },
};
