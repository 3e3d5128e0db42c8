/** A headless host under test: the built program, served over MCP as a client starts it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { program } from "../headless/support/program";
import type { World } from "./world";

/** How a call ended. */
export interface Outcome {
  readonly text: string;
  readonly isError: boolean;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** What a process holds. */
export interface Held {
  /** Bytes that live after a garbage collection. */
  readonly heap: number;
  readonly descriptors: number;
}

const preloaded = join(__dirname, "probe.cjs");
/** Milliseconds for another process on a busy machine. */
const patience = 60_000;

const environment = (world: World, probe: string) => ({
  ...(process.env as Record<string, string>),
  TMPDIR: world.temporary,
  SOAK_PROBE: probe,
});

const places = ({ root, state }: World) => ["--root", root, "--state", state];

export class SoakHost {
  private constructor(
    readonly client: Client,
    readonly pid: number,
    private readonly probe: string,
  ) {}

  /** @param probe a path for what it tells of itself, on a disk that has room. */
  static async start(world: World, probe: string): Promise<SoakHost> {
    const client = new Client({ name: "soak", version: "1.0.0" });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: ["--expose-gc", "--require", preloaded, program, "mcp", ...places(world), "--approve", "all"],
      env: environment(world, probe),
      stderr: "ignore",
    });
    await client.connect(transport);
    return new SoakHost(client, transport.pid ?? 0, probe);
  }

  /** @throws Error when the host is gone. */
  async call(name: string, args: object): Promise<Outcome> {
    const result = await this.client.callTool({ name, arguments: { ...args } }, undefined, { timeout: patience });
    const text = (result.content as { text?: string }[]).map(({ text = "" }) => text).join("\n");
    return { text, isError: result.isError === true, facts: { ...(result.structuredContent as object) } };
  }

  async held(): Promise<Held> {
    const file = `${this.probe}.${this.pid}`;
    rmSync(file, { force: true });
    process.kill(this.pid, "SIGUSR2");
    for (const until = Date.now() + patience; !existsSync(file) && Date.now() < until; ) await delay(20);
    const { heap } = JSON.parse(readFileSync(file, "utf8")) as { heap: number };
    return { heap, descriptors: readdirSync(`/proc/${this.pid}/fd`).length };
  }

  /** As a crash ends it. */
  async kill(): Promise<void> {
    process.kill(this.pid, "SIGKILL");
    await this.client.close();
  }

  /** As a client that goes ends it. */
  close(): Promise<void> {
    return this.client.close();
  }
}

/** `toolcrib undo --all` in a process of its own. */
export async function undoAll(world: World, probe: string): Promise<{ code: number; told: string }> {
  const child = spawn(process.execPath, [program, "undo", "--all", ...places(world)], {
    env: environment(world, probe),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let told = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (told += text));
  const [code] = await once(child, "close");
  return { code, told };
}
