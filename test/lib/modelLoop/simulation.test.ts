/** Rounds of a model that does whatever models do, over a real crib: every request is well formed, and nothing is left. */
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { caseCount } from "../../../scripts/testing/caseCount.cjs";
import type { Answer } from "../../../src/core/calls/approvals/answer";
import { executeCall } from "../../../src/core/calls/executeCall";
import { ToolCatalog } from "../../../src/core/tools/toolCatalog";
import {
  type AnswerPart,
  isWellFormed,
  type Message,
  type Model,
  ModelBusy,
  userSays,
} from "../../../src/lib/modelLoop/conversation";
import { runLoop } from "../../../src/lib/modelLoop/loop";
import { type RealCrib, realCrib } from "../../support/realCrib";

/** Fewer would meet no ending twice; all of them in `npm run test:thorough`. */
const rounds = Math.max(300, caseCount(1000));
const maxInputTokens = 60_000;
const seed = 20_261_121;

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomFrom(seed);
const below = (end: number) => Math.floor(random() * end);
const one = <T>(values: readonly T[]): T => values[below(values.length)] as T;
const chance = (share: number) => random() < share;

const files = ["a.txt", "b.txt", "sub/c.txt", "sub/d.txt"];
let count = 0;

/** A call as a model may make it, sensible or not. */
function anyCall(): Extract<AnswerPart, { kind: "call" }> {
  const path = one(files);
  const [name, input] = one<readonly [string, unknown]>([
    ["read_file", { path }],
    ["read_file", { path: "missing.txt" }],
    ["read_file", { path: "../outside/secret.txt" }],
    ["read_file", JSON.stringify({ path })],
    ["write_file", { path, content: `line ${below(5)}\n`.repeat(below(400)) }],
    ["edit_file", { path, old_string: "line 1", new_string: `line ${below(5)}`, replace_all: true }],
    ["edit_file", { path }],
    ["list_directory", { path: "." }],
    one([
      ["move_file", { path, new_path: one(files) }],
      ["delete_file", { path }],
    ]),
    ["no_such_tool", {}],
    ["", {}],
    ["x".repeat(10_000), {}],
    ["read_fiel", { path }],
    ["search_text", null],
    ["find_files", [1, 2]],
    ["write_file", "{broken"],
    ["call_tool", { name: "list_directory", arguments: { path: "sub" } }],
    ["call_tool", { name: "call_tool", arguments: {} }],
    ["tool_search", { query: one(["file", "patch", "zzz"]) }],
    ["job_stop", { id: "bg_task_1" }],
    chance(0.1)
      ? ["run_command", { command: one(["echo hi", "exit 3", "sleep 5"]), timeout_ms: 200 }]
      : ["read_file", {}],
    chance(0.1) ? ["find_files", { pattern: "**/*.txt" }] : ["list_directory", { path: "sub" }],
  ]);
  const id = chance(0.05) ? one(["", "same"]) : `call-${++count}`;
  return { kind: "call", id, name, input };
}

function anyAnswer(): AnswerPart[] {
  const text: AnswerPart = { kind: "text", text: one(["", " ", "Looking.", "x".repeat(2000)]) };
  if (chance(0.08)) return [text];
  const calls = chance(0.004) ? 150 : 1 + below(4);
  return [text, ...Array.from({ length: calls }, anyCall)];
}

const tokensOf = (content: unknown) => Math.ceil(JSON.stringify(content).length / 4);

/** @param onAsked called with each request; it may cancel. */
const anyModel = (onAsked: (messages: readonly Message[]) => void): Model => ({
  maxInputTokens,
  countTokens: async (content) => tokensOf(content),
  async *answer(messages) {
    onAsked(messages);
    if (chance(0.02)) throw new ModelBusy("429", below(3) * 1000);
    if (chance(0.01)) throw new Error("gone");
    for (const part of anyAnswer()) {
      yield part;
      if (chance(0.02)) throw new Error("connection reset");
    }
  },
});

const anyApproval = (): Answer => {
  if (chance(0.05)) throw new Error("no window");
  return chance(0.8) ? { approved: true, by: "person" } : { approved: false, by: "person" };
};

function heapAfterCollection(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

describe("random rounds", () => {
  let real: RealCrib;
  before(async () => {
    const tree = Object.fromEntries(files.map((file) => [file, "line 1\nline 2\n"]));
    real = await realCrib(tree);
  });
  after(() => real.crib.jobs.stopAll());

  it("send only what is well formed and fits, and leave no listener, process, call or memory behind", async function () {
    this.timeout(120_000);
    const { crib, session } = real;
    const tools = new ToolCatalog(crib, session);
    // Timers and requests to the file system end by themselves, and are listed in any order.
    const resources = () =>
      process
        .getActiveResourcesInfo()
        .filter((name) => !/^(Timeout|Immediate|FSReq)/.test(name))
        .sort();
    const endings = new Map<string, number>();
    let asked = 0;
    let heap = 0;
    let resourcesBefore: string[] = [];
    while (asked < rounds) {
      const stop = new AbortController();
      const conversation = { opening: userSays("be good"), earlier: [], turn: [userSays("do something")] };
      const model = anyModel((messages) => {
        asked++;
        assert.ok(isWellFormed(messages));
        assert.ok(messages.reduce((sum, message) => sum + tokensOf(message), 0) <= maxInputTokens);
        if (chance(0.02)) stop.abort();
      });
      const ending = await runLoop(conversation, {
        model,
        tools,
        async callTool({ name, input }) {
          if (chance(0.01)) setImmediate(() => stop.abort());
          if (chance(0.01)) throw new Error("the host is gone");
          const call = { tool: name, input, signal: stop.signal };
          return executeCall(crib, session, call, async () => anyApproval());
        },
        onText: () => {},
        signal: stop.signal,
        maxRounds: 30,
        pause: async () => {},
      }).catch((error: Error) => error.message);
      endings.set(ending, (endings.get(ending) ?? 0) + 1);
      assert.ok(isWellFormed(conversation.turn));
      assert.equal(session.gates.size, 0);
      assert.equal(getEventListeners(stop.signal, "abort").length, 0);
      // What the test itself has noted is no leak.
      real.records.length = 0;
      real.asked.length = 0;
      if (heap === 0 && asked > rounds / 4) {
        heap = heapAfterCollection();
        resourcesBefore = resources();
      }
    }
    for (const ending of ["done", "cancelled", "gone"]) assert.ok(endings.has(ending), `never ended as ${ending}`);
    assert.ok(crib.jobs.all().every((job) => job.hasEnded));
    assert.deepEqual(resources(), resourcesBefore);
    const grown = heapAfterCollection() - heap;
    assert.ok(grown < 20_000_000, `the heap has grown by ${grown} bytes in ${asked} rounds`);
  });
});
