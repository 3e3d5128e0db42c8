/** Real agent clients at our MCP server, with a scripted model: the model reads the words that we wrote (issue 15). */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { ensureClient } from "../../scripts/testing/clientInstall.mjs";
import { endGroup, startGroup } from "../../scripts/vscode/processes.mjs";
import { calls, sameWords, wordsFile } from "../support/sameWords";
import { type AgentClient, agentClients, type Start } from "./support/agentClients";
import { type ModelEndpoint, serveModel } from "./support/modelEndpoint";
import type { Step } from "./support/protocols/protocol";
import { workplace } from "./support/workplace";

type ToolStep = Extract<Step, { tool: string }>;

const { read, edit, denied, missing } = calls;
const picture: ToolStep = { tool: "read_file", input: { path: "dot.png" } };

/** What our server itself answers to the same calls, in a workspace like it. */
async function ownWords(steps: readonly ToolStep[], options: readonly string[], asks: boolean, answer: boolean) {
  const [command = "", ...args] = workplace(options).server;
  const client = new Client({ name: "test", version: "0" }, { capabilities: asks ? { elicitation: {} } : {} });
  if (asks)
    client.setRequestHandler(ElicitRequestSchema, () =>
      answer ? { action: "accept", content: { approve: true } } : { action: "decline" },
    );
  await client.connect(new StdioClientTransport({ command, args }));
  const words: string[] = [];
  for (const { tool, input } of steps) {
    const { content } = await client.callTool({ name: tool, arguments: { ...input } });
    words.push((content as { text: string }[])[0]?.text ?? "");
  }
  await client.close();
  return words;
}

/** Some clients put a result into JSON, which escapes it. */
const says = (seen: string, words: string) => seen.includes(words) || seen.includes(JSON.stringify(words).slice(1, -1));

for (const agent of agentClients)
  describe(`${agent.name} at our MCP server`, () => {
    let program: readonly string[] = [];
    const running: ChildProcess[] = [];
    const endpoints: ModelEndpoint[] = [];

    before(async function () {
      this.timeout(600_000);
      const log = (line: string) => console.log(`    ${line}`);
      try {
        program = await ensureClient(agent.name, log);
      } catch (error) {
        log(
          `${agent.name} could not be installed, so its tests are skipped: ${(error as Error).message.split("\n")[0]}`,
        );
        this.skip();
      }
    });
    afterEach(async () => {
      await Promise.all(running.splice(0).map(endGroup));
      await Promise.all(endpoints.splice(0).map((endpoint) => endpoint.close()));
    });

    /** Lets the client work through the steps. */
    async function work(client: AgentClient, steps: readonly ToolStep[], options: readonly string[], answer: boolean) {
      const place = workplace(options);
      const model = await serveModel([...steps, { text: "Done." }]);
      endpoints.push(model);
      const start: Start = (args, env, listens = false) => {
        const [first = "", ...others] = program;
        const given = [...others, ...args];
        const options = { cwd: place.root, env };
        const child = listens ? spawn(first, given, options) : startGroup(first, given, options);
        running.push(child);
        return child;
      };
      const questions = await client.run(start, place, model.origin, answer);
      const words = await ownWords(steps, options, client.asks || client.declines === true, answer);
      const results = model.results();
      assert.equal(results.length, steps.length, JSON.stringify(results));
      for (const [at, { text }] of results.entries())
        assert.ok(says(text, words[at] ?? ""), `the model read ${text}\nwhere we said ${words[at]}`);
      return { results, words, questions, file: readFileSync(join(place.root, "a.txt"), "utf8") };
    }

    it("its model reads what we say of a file, of a refusal by policy, of a mistake, and sees the picture", async () => {
      const { results, words } = await work(agent, [read, denied, missing, picture], [], false);
      assert.deepEqual(words.slice(0, 3), [sameWords.read, sameWords.denied, sameWords.missing]);
      assert.deepEqual(
        results.map(({ hasPicture }) => hasPicture),
        [false, false, false, !agent.hidesPictures],
      );
    });

    it("an edit that nobody agrees to is not made, and its model reads why", async () => {
      const { words, questions, file } = await work(agent, [read, edit], [], false);
      assert.equal(file, wordsFile.before);
      assert.equal(questions.length, agent.asks ? 1 : 0);
      if (agent.asks || agent.declines) assert.equal(words[1], sameWords.declined);
      else assert.match(words[1] ?? "", /nobody could give it/);
    });

    it("an edit is made after a yes: to the question where it can ask, else by the option", async () => {
      const options = agent.asks ? [] : ["--approve", "all"];
      const { words, questions, file } = await work(agent, [read, edit], options, true);
      assert.equal(file, wordsFile.after);
      assert.equal(words[1], sameWords.accepted);
      assert.equal(questions.length, agent.asks ? 1 : 0);
      if (agent.asks) assert.match(questions[0] ?? "", /^Edit a\.txt\n[\s\S]*-two\n\+zwei/);
    });
  });
