/** Questions as a form of an MCP client, over the real protocol. */
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { ElicitRequestSchema, type ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import type { Question } from "../../../src/core/vocabulary/effect";
import { elicitAnswers } from "../../../src/headless/mcp/elicitedAnswers";

const questions: Question[] = [
  {
    header: "Database",
    question: "Which one?",
    options: [{ label: "Postgres", description: "A server" }, { label: "SQLite" }],
    multiple: false,
  },
  { header: "Checks", question: "Which checks?", options: [{ label: "lint" }, { label: "types" }], multiple: true },
];

/** What comes of the answer of a client. */
async function asked(answer: ElicitResult) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = new Server({ name: "test", version: "0" }, { capabilities: {} });
  const client = new Client({ name: "test", version: "0" }, { capabilities: { elicitation: {} } });
  const seen: unknown[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    seen.push(params);
    return answer;
  });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  try {
    return { seen, got: await elicitAnswers(server, "Ask 2 questions", questions, new AbortController().signal) };
  } finally {
    await client.close();
  }
}

describe("questions over MCP", () => {
  it("are one form, with a choice, a yes or no for each of several, and room for other words", async () => {
    const { seen, got } = await asked({
      action: "accept",
      content: { answer_1: "SQLite", answer_2_2: true, words_2: "and the build" },
    });
    assert.deepEqual(got, {
      approved: true,
      by: "person",
      answers: [{ chosen: ["SQLite"] }, { chosen: ["types"], text: "and the build" }],
    });
    const [{ message, requestedSchema }] = seen as [{ message: string; requestedSchema: { properties: object } }];
    assert.equal(
      message,
      "Ask 2 questions\n\n1. Which one?\n  - Postgres: A server\n  - SQLite\n\n2. Which checks?\n  - lint\n  - types",
    );
    assert.deepEqual(requestedSchema.properties, {
      answer_1: { type: "string", title: "Database", description: "Which one?", enum: ["Postgres", "SQLite"] },
      words_1: { type: "string", title: "Database: in your own words" },
      answer_2_1: { type: "boolean", title: "Checks: lint", default: false },
      answer_2_2: { type: "boolean", title: "Checks: types", default: false },
      words_2: { type: "string", title: "Checks: in your own words" },
    });
  });

  it("are not answered by a form that is declined, closed or empty", async () => {
    for (const answer of [
      { action: "decline" },
      { action: "cancel" },
      { action: "accept", content: {} },
      { action: "accept", content: { answer_2_1: false, words_1: "  " } },
    ] as ElicitResult[])
      assert.deepEqual((await asked(answer)).got, { approved: false, by: "person" });
  });

  it("a question left open beside one that was answered stays open", async () => {
    const { got } = await asked({ action: "accept", content: { words_1: "DuckDB" } });
    assert.deepEqual(got, { approved: true, by: "person", answers: [{ chosen: [], text: "DuckDB" }, { chosen: [] }] });
  });
});
