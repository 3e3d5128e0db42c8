import assert from "node:assert/strict";
import fc from "fast-check";
import { isWellFormed, lastWords, type Message, userSays } from "../../../src/lib/modelLoop/conversation";
import { maxTurn, readSavedTurn, savedTurn } from "../../../src/lib/modelLoop/savedTurn";
import { call, text } from "../../features/subAgents/support/scriptedModel";

const picture = { mimeType: "image/png", bytes: Uint8Array.of(1, 2) };
const turn: Message[] = [
  userSays("please", [{ kind: "data", ...picture }]),
  { role: "assistant", parts: [text("look"), call("1", "read_file", { path: "a" })] },
  { role: "user", parts: [{ kind: "result", id: "1", text: "content", isError: false, parts: [picture] }] },
  { role: "assistant", parts: [text("done")] },
];
const reloaded = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe("a kept turn", () => {
  it("is what was said and done, without pictures, after it was stored as JSON", () => {
    assert.deepEqual(readSavedTurn(reloaded(savedTurn(turn))), [
      userSays("please", [text("[A file of type image/png was attached here.]")]),
      turn[1],
      {
        role: "user",
        parts: [{ kind: "result", id: "1", text: "content\n[A picture of this result is not kept.]", isError: false }],
      },
      turn[3],
    ]);
  });

  it("is never longer than it may be; the oldest results go first", () => {
    const results = ["1", "2", "3"].flatMap((id): Message[] => [
      { role: "assistant", parts: [call(id)] },
      { role: "user", parts: [{ kind: "result", id, text: id.repeat(90_000) }] },
    ]);
    const kept = savedTurn([userSays("please"), ...results]) as Message[];
    assert.ok(JSON.stringify(kept).length <= maxTurn);
    const told = kept.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === "result" ? [part.text.length] : [])),
    );
    assert.deepEqual(told.slice(1), [90_000, 90_000]);
    assert.ok((told[0] as number) < 100);
    assert.ok(JSON.stringify(savedTurn([userSays("x".repeat(maxTurn * 3))])).length <= maxTurn);
  });

  it("of many long results is made short without looking at all of it for each", () => {
    let looked = 0;
    const input = { toJSON: () => ({ looked: ++looked }) };
    const results = Array.from({ length: 20 }, (_, at): Message[] => [
      { role: "assistant", parts: [call(`${at}`)] },
      { role: "user", parts: [{ kind: "result", id: `${at}`, text: "x".repeat(20_000) }] },
    ]).flat();
    assert.ok(savedTurn([{ role: "assistant", parts: [call("a", "look", input)] }, ...results]));
    assert.equal(looked, 1);
  });

  it("that cannot be made short enough is not kept", () => {
    const huge = call("1", "write_file", { content: "x".repeat(maxTurn) });
    const result: Message = { role: "user", parts: [{ kind: "result", id: "1", text: "ok" }] };
    assert.equal(savedTurn([userSays("please"), { role: "assistant", parts: [huge] }, result]), undefined);
  });

  it("of another kind is none: what does not fit together, or is somebody else's", () => {
    const [asked, called, told] = turn as [Message, Message, Message];
    const foreign = [null, 1, "x", {}, [], [1], [{ role: "user" }], [{ role: "system", parts: [] }]];
    const unanswered = [[asked, called], [asked, told], [asked, called, asked], [called, told, told], [told]];
    assert.equal(readSavedTurn(undefined), undefined);
    for (const value of [...foreign, ...unanswered]) assert.equal(readSavedTurn(reloaded(value)), undefined);
  });

  it("whatever is stored: it is read as well-formed messages or not at all", () => {
    const part = fc.oneof(
      fc.record({ kind: fc.constant("text"), text: fc.string() }),
      fc.record({ kind: fc.constant("call"), id: fc.constantFrom("1", "2"), name: fc.string(), input: fc.object() }),
      fc.record({ kind: fc.constant("result"), id: fc.constantFrom("1", "2"), text: fc.string() }),
    );
    const message = fc.record({ role: fc.constantFrom("user", "assistant"), parts: fc.array(part, { maxLength: 3 }) });
    const stored = fc.oneof(
      fc.json(),
      fc.array(message, { maxLength: 5 }).map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(stored, (json) => {
        const read = readSavedTurn(JSON.parse(json));
        assert.ok(read === undefined || (read.length > 0 && isWellFormed(read)));
      }),
      { numRuns: 500 },
    );
  });
});

describe("lastWords", () => {
  it("are what the model said last, whatever it called after that", () => {
    assert.equal(lastWords(turn), "done");
    assert.equal(lastWords(turn.slice(0, 3)), "look");
    assert.equal(lastWords([userSays("please"), { role: "assistant", parts: [text(" "), call("1")] }]), "");
  });
});
