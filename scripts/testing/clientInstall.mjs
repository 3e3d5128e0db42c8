/** Agent clients that the thorough suite connects to our server, Deno, and a language server for it and the suite in the extension host, installed from npm and kept in the ignored downloads folder. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureServer } from "../vscode/serverInstall.mjs";
import { ensurePackage } from "./npmPrograms.mjs";

/**
 * A client is one package, whose programs come in packages of their platform.
 * @typedef {{ package: string, version: string, program: string, needsNode: boolean }} Client
 */

const platform = process.platform === "win32" ? "windows" : process.platform;
// The plain one needs instructions that not every processor has.
const opencode = `opencode-${platform}-${process.arch}${process.arch === "x64" ? "-baseline" : ""}`;

/** @type {Readonly<Record<"codex" | "qwen" | "opencode" | "gemini" | "claude" | "copilot" | "pyright" | "deno", Client>>} */
const clients = {
  codex: { package: "@openai/codex", version: "0.169.0", program: "@openai/codex/bin/codex.js", needsNode: true },
  qwen: { package: "@qwen-code/qwen-code", version: "0.24.4", program: "@qwen-code/qwen-code/cli.js", needsNode: true },
  opencode: {
    package: "opencode-ai",
    version: "1.18.33",
    program: `${opencode}/bin/opencode${process.platform === "win32" ? ".exe" : ""}`,
    needsNode: false,
  },
  gemini: {
    package: "@google/gemini-cli",
    version: "0.61.0",
    program: "@google/gemini-cli/bundle/gemini.js",
    needsNode: true,
  },
  claude: {
    package: "@anthropic-ai/claude-code",
    version: "2.1.330",
    program: `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude${process.platform === "win32" ? ".exe" : ""}`,
    needsNode: false,
  },
  copilot: {
    package: "@github/copilot",
    version: "1.0.102",
    program: `@github/copilot-${process.platform}-${process.arch}/copilot${process.platform === "win32" ? ".exe" : ""}`,
    needsNode: false,
  },
  deno: {
    package: "deno",
    version: "2.9.6",
    program: `@deno/${process.platform}-${process.arch}${process.platform === "linux" ? "-glibc" : ""}/deno${process.platform === "win32" ? ".exe" : ""}`,
    needsNode: false,
  },
  pyright: { package: "pyright", version: "1.1.414", program: "pyright/langserver.index.js", needsNode: true },
};

/**
 * Makes sure that a client is installed. Nothing of it is run.
 * @param {keyof typeof clients} name
 * @param {(line: string) => void} log
 * @returns {Promise<string[]>} the program and its first arguments
 */
export async function ensureClient(name, log) {
  const { program, needsNode, ...wanted } = clients[name];
  const path = join(await ensurePackage(wanted, `client-${name}`, log), program);
  if (!existsSync(path)) throw new Error(`${wanted.package} ${wanted.version} has no program for this machine.`);
  return needsNode ? [(await ensureServer(log)).node, path] : [path];
}
