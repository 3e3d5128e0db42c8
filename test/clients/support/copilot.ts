/** Copilot CLI, started for one prompt as a script starts it: with a model service of one's own it needs no account. */
import { join } from "node:path";
import type { AgentClient, Start } from "./agentClients";
import { ended } from "./ended";
import { ownEnvironment, type Workplace, writeJson } from "./workplace";

/** Has it work until its model says that it is done; it may use its own tools without a question. */
export async function runCopilot(start: Start, place: Workplace, origin: string): Promise<void> {
  const [command, ...args] = place.server;
  writeJson(join(place.home, ".copilot"), "mcp-config.json", {
    mcpServers: { toolcrib: { type: "local", command, args, tools: ["*"] } },
  });
  const model = {
    COPILOT_PROVIDER_BASE_URL: `${origin}/v1`,
    COPILOT_PROVIDER_API_KEY: "none",
    COPILOT_MODEL: "gpt-4.1",
  };
  await ended(
    start(["-p", "Do it.", "--allow-all-tools", "--no-auto-update"], {
      ...ownEnvironment(place),
      ...model,
      COPILOT_OFFLINE: "true",
    }),
  );
}

/** See AgentClient. */
export const copilot: AgentClient = {
  name: "copilot",
  asks: false,
  declines: true,
  hidesPictures: true,
  async run(start, place, origin) {
    await runCopilot(start, place, origin);
    return [];
  },
};
