import assert from "node:assert/strict";
import fc from "fast-check";
import { ContextWindow } from "../../../src/lib/modelLoop/contextWindow";
import {
  type Conversation,
  isWellFormed,
  type Message,
  messagesOf,
  userSays,
} from "../../../src/lib/modelLoop/conversation";
import { call, fakeTools, play, text } from "../../features/subAgents/support/scriptedModel";

const signal = new AbortController().signal;
/** One token for each character of JSON, so that sums are easily seen. */
const counter = (maxInputTokens: number) => ({
  maxInputTokens,
  countTokens: async (content: unknown) => (typeof content === "string" ? content : JSON.stringify(content)).length,
});
const size = (conversation: Conversation) =>
  messagesOf(conversation).reduce((sum, message) => sum + JSON.stringify(message).length, 0);
/** What a model has to take so that there is this much room beside an empty list of tools. */
const maximum = (room: number) => Math.ceil((room + "[]".length) / 0.95);
const says = (words: string): Message => ({ role: "assistant", parts: [text(words)] });
const calls = (id: string): Message => ({ role: "assistant", parts: [call(id)] });
const results = (id: string, words: string): Message => ({
  role: "user",
  parts: [{ kind: "result", id, text: words }],
});
const long = (letter: string) => letter.repeat(1000);
const stub = (characters: number) => `[A result of ${characters} characters was here; it was left out to save space.]`;

const chat = (): Conversation => ({
  opening: userSays("be good"),
  earlier: [
    userSays("one"),
    calls("1"),
    results("1", long("a").repeat(3)),
    says("did one"),
    userSays("two"),
    says("did two"),
  ],
  turn: [userSays("three"), calls("2"), results("2", long("b")), calls("3"), results("3", long("c"))],
});

describe("Room", () => {
  it("leaves alone what fits, and any conversation of a model that does not say what it takes", async () => {
    for (const most of [1_000_000, 0, Number.NaN, -1]) {
      const conversation = chat();
      assert.equal(await new ContextWindow(counter(most)).fit(conversation, [], signal), false);
      assert.deepEqual(conversation, chat());
    }
  });

  /** Makes room in the chat until no more is left than there is in the wanted one. */
  async function reduced(wanted: Conversation) {
    const conversation = chat();
    const most = maximum(Math.ceil((size(wanted) + 1) / 0.75));
    assert.equal(await new ContextWindow(counter(most)).fit(conversation, [], signal), true);
    return conversation;
  }
  const withoutFirst = () => {
    const { opening, earlier, turn } = chat();
    return { opening, earlier: earlier.with(2, results("1", stub(3000))), turn };
  };
  const withoutSecond = () => {
    const { opening, earlier, turn } = withoutFirst();
    return { opening, earlier, turn: turn.with(2, results("2", stub(1000))) };
  };

  it("cuts the oldest results to a stub first, as far as that is needed and never the newest", async () => {
    for (const wanted of [withoutFirst(), withoutSecond()]) assert.deepEqual(await reduced(wanted), wanted);
  });

  it("then drops the oldest turns whole, then the oldest rounds; the request and the last round stay", async () => {
    const { opening, earlier, turn } = withoutSecond();
    const shorter = [
      { opening, earlier: earlier.slice(4), turn },
      { opening, earlier: [], turn },
      { opening, earlier: [], turn: turn.toSpliced(1, 2) },
    ];
    for (const wanted of shorter) assert.deepEqual(await reduced(wanted), wanted);
  });

  it("cuts the longest text at last, and keeps its beginning and its end", async () => {
    const conversation = chat();
    await new ContextWindow(counter(900)).fit(conversation, [], signal);
    const [part] = conversation.turn.at(-1)?.parts ?? [];
    assert.match(part?.kind === "result" ? part.text : "", /^c{200,}\n\[… cut to save space …\]\nc{200,}$/);
  });

  it("leaves a picture out before it cuts text", async () => {
    const conversation = chat();
    conversation.earlier.length = 0;
    const picture = { kind: "data", mimeType: "image/png", bytes: new Uint8Array(5000) } as const;
    conversation.turn.splice(0, 5, userSays(long("x"), [picture]));
    await new ContextWindow(counter(2000)).fit(conversation, [], signal);
    assert.deepEqual(
      conversation.turn[0],
      userSays(long("x"), [text("[A file of type image/png was here; there was no room for it.]")]),
    );
  });

  it("counts the tools, and says so when nothing is left to cut", async () => {
    const conversation: Conversation = { opening: userSays("x"), earlier: [], turn: [userSays("y")] };
    const most = maximum(size(conversation));
    assert.equal(await new ContextWindow(counter(most)).fit(conversation, [], signal), false);
    await assert.rejects(
      new ContextWindow(counter(most)).fit(conversation, fakeTools, signal),
      new RegExp(
        `^ToolError: The request is too long: after the tool definitions, the model has room for \\d of its ${most} tokens; choose a model that takes more, or offer it fewer tools\\.$`,
      ),
    );
  });

  it("counts no message twice", async () => {
    let counted = 0;
    const model = { maxInputTokens: 1e6, countTokens: async () => ++counted };
    const room = new ContextWindow(model);
    const conversation = chat();
    for (let round = 0; round < 3; round++) await room.fit(conversation, fakeTools, signal);
    assert.equal(counted, messagesOf(conversation).length + 1);
  });

  const words = fc.string({ maxLength: 2000 });
  const round = fc.tuple(fc.array(words, { minLength: 1, maxLength: 4 }), words);
  const turn = fc.tuple(words, fc.array(round, { maxLength: 6 }), words);
  let ids = 0;
  const messages = ([asked, rounds, closing]: readonly [
    string,
    readonly (readonly [readonly string[], string])[],
    string,
  ]) => [
    userSays(asked),
    ...rounds.flatMap(([told, said]): Message[] => {
      const made = told.map((outcome) => ({ id: `c${++ids}`, outcome }));
      return [
        { role: "assistant", parts: [text(said), ...made.map(({ id }) => call(id))] },
        { role: "user", parts: made.map(({ id, outcome }) => ({ kind: "result", id, text: outcome })) },
      ];
    }),
    ...(closing ? [says(closing)] : []),
  ];

  it("whatever was said: what is left fits, is well formed, and holds the opening and the request", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(turn, { maxLength: 6 }),
        turn,
        fc.integer({ min: 4000, max: 30_000 }),
        async (past, now, most) => {
          const conversation: Conversation = {
            opening: userSays("be good"),
            earlier: past.flatMap(messages),
            // The model is asked when the last message is the user's.
            turn: messages([now[0], now[1], ""]),
          };
          const before = messagesOf(conversation);
          const room = Math.floor(most * 0.95) - "[]".length;
          const fitted = size(conversation) <= room;
          assert.equal(await new ContextWindow(counter(most)).fit(conversation, [], signal), !fitted);
          assert.ok(size(conversation) <= room);
          assert.ok(isWellFormed(messagesOf(conversation)));
          assert.equal(conversation.opening, before[0]);
          assert.equal(conversation.turn[0]?.role, "user");
          if (fitted) assert.deepEqual(messagesOf(conversation), before);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("runLoop with a small model", () => {
  it("sends no more than it takes, and tells that something was left out", async () => {
    let trims = 0;
    const { told, ending } = await play([...["1", "2", "3", "4", "5"].map((id) => [call(id)]), [text("end")]], {
      maxInputTokens: 800,
      maxRounds: 9,
      callTool: async () => ({ text: "x".repeat(900) }),
      onTrim: () => trims++,
    });
    assert.equal(ending, "done");
    assert.ok(trims > 0);
    for (const sent of told) {
      assert.ok(sent.reduce((sum, message) => sum + JSON.stringify(message).length / 4, 0) < 800);
      assert.ok(isWellFormed(sent));
    }
  });

  it("fails with a sentence when the request alone is too much", async () => {
    const { ending } = await play([[text("never")]], { maxInputTokens: 20 });
    assert.match((ending as Error).message, /^The request is too long: /);
  });
});
