/** Claude Code, started for one prompt as a script starts it. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentClient, Start } from "./agentClients";
import { ended } from "./ended";
import { ownEnvironment, type Workplace, writeJson } from "./workplace";

const switchedOff = ["CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "DISABLE_AUTOUPDATER", "DISABLE_TELEMETRY"];

/** Has it work until its model says that it is done. @param allowed its tools that it may use without a question. */
export async function runClaude(
  start: Start,
  place: Workplace,
  origin: string,
  allowed: readonly string[],
): Promise<void> {
  const [command, ...args] = place.server;
  writeJson(place.home, "mcp.json", { mcpServers: { toolcrib: { command, args } } });
  const servers = ["--mcp-config", join(place.home, "mcp.json"), "--strict-mcp-config"];
  const model = { ANTHROPIC_BASE_URL: origin, ANTHROPIC_API_KEY: "none", ENABLE_TOOL_SEARCH: "false" };
  const quiet = Object.fromEntries(switchedOff.map((name) => [name, "1"]));
  await ended(
    start(["-p", "Do it.", ...servers, "--model", "claude-sonnet-4-5", "--allowedTools", allowed.join(",")], {
      ...ownEnvironment(place),
      ...model,
      ...quiet,
    }),
  );
}

/** The program of a hook that answers our questions in the place of the person, whom a script does not have. */
const answers = (log: string, answer: boolean) => `
let text = "";
process.stdin.on("data", (chunk) => (text += chunk)).on("end", () => {
  require("node:fs").appendFileSync(${JSON.stringify(log)}, JSON.stringify(JSON.parse(text).message) + "\\n");
  const said = ${answer ? '{ action: "accept", content: { approve: true } }' : '{ action: "decline" }'};
  console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "Elicitation", ...said } }));
});
`;

/** See AgentClient. */
export const claude: AgentClient = {
  name: "claude",
  asks: true,
  async run(start, place, origin, answer) {
    const [program, log] = [join(place.home, "answers.js"), join(place.home, "questions.jsonl")];
    writeFileSync(program, answers(log, answer));
    const command = `"${process.execPath}" "${program}"`;
    const hooks = { Elicitation: [{ hooks: [{ type: "command", command, timeout: 20 }] }] };
    writeJson(join(place.home, ".claude"), "settings.json", { hooks });
    await runClaude(start, place, origin, ["mcp__toolcrib"]);
    if (!existsSync(log)) return [];
    return readFileSync(log, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  },
};
