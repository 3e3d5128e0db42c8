/** How the agent clients are set up to talk to the model endpoint and to our server, and to nothing else. */
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { claude } from "./claude";
import { codex } from "./codex";
import { copilot } from "./copilot";
import { ended } from "./ended";
import { ownEnvironment, type Workplace, writeJson } from "./workplace";

/** Starts the client's program; one that listens ends with its standard input. */
export type Start = (args: readonly string[], env: Record<string, string>, listens?: boolean) => ChildProcess;

/** One agent client. */
export interface AgentClient {
  readonly name: "codex" | "qwen" | "opencode" | "gemini" | "claude" | "copilot";
  /** Whether it can put our questions before a person. */
  readonly asks: boolean;
  /** Set when it takes our questions, and says no to them itself. */
  readonly declines?: true;
  /** Set when its model sees no picture of a result. */
  readonly hidesPictures?: true;
  /**
   * Has it work until its model says that it is done.
   * @param origin of the model endpoint.
   * @param answer what a person says to every question, where it can ask.
   * @returns the questions that it was asked.
   */
  run(start: Start, place: Workplace, origin: string, answer: boolean): Promise<readonly string[]>;
}

const qwen: AgentClient = {
  name: "qwen",
  asks: false,
  async run(start, place, origin) {
    const [command, ...args] = place.server;
    writeJson(join(place.home, ".qwen"), "settings.json", {
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false, disableAutoUpdate: true },
      security: { auth: { selectedType: "openai" } },
      mcpServers: { toolcrib: { command, args, trust: true } },
    });
    // By its name it is known to take pictures.
    const model = { OPENAI_API_KEY: "none", OPENAI_BASE_URL: `${origin}/v1`, OPENAI_MODEL: "qwen3-vl-plus" };
    await ended(start(["-p", "Do it."], { ...ownEnvironment(place), ...model, QWEN_SANDBOX: "false" }));
    return [];
  },
};

const opencode: AgentClient = {
  name: "opencode",
  asks: false,
  async run(start, place, origin) {
    const modalities = { input: ["text", "image"], output: ["text"] };
    writeJson(join(place.home, "config", "opencode"), "opencode.json", {
      ...{ autoupdate: false, share: "disabled", enabled_providers: ["local"], permission: { "*": "allow" } },
      ...{ model: "local/scripted", small_model: "local/scripted" },
      provider: {
        local: {
          npm: "@ai-sdk/openai-compatible",
          name: "local",
          options: { baseURL: `${origin}/v1`, apiKey: "none" },
          models: { scripted: { name: "scripted", attachment: true, tool_call: true, modalities } },
        },
      },
      mcp: { toolcrib: { type: "local", command: place.server, enabled: true } },
    });
    const quiet = ["AUTOUPDATE", "MODELS_FETCH", "LSP_DOWNLOAD", "DEFAULT_PLUGINS"];
    const off = Object.fromEntries(quiet.map((name) => [`OPENCODE_DISABLE_${name}`, "1"]));
    await ended(start(["run", "Do it."], { ...ownEnvironment(place), ...off }));
    return [];
  },
};

const gemini: AgentClient = {
  name: "gemini",
  asks: false,
  async run(start, place, origin) {
    const [command, ...args] = place.server;
    writeJson(join(place.home, ".gemini"), "settings.json", {
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
      mcpServers: { toolcrib: { command, args, trust: true } },
    });
    const model = { GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: origin, GEMINI_MODEL: "gemini-2.5-flash" };
    await ended(start(["-p", "Do it."], { ...ownEnvironment(place), ...model, GEMINI_SANDBOX: "false" }));
    return [];
  },
};

/** All of them. */
export const agentClients: readonly AgentClient[] = [codex, qwen, opencode, gemini, claude, copilot];
