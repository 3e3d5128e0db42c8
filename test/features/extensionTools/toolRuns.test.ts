/** Tools of other extensions that throw, hang, return junk or too much: told in one sentence, and nobody is harmed (CT-1). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { resultOfAnswer } from "../../../src/features/extensionTools/toolAnswers";
import { failed, withTool } from "./support/registered";

const text = { text: "a" };
const quick = { settings: { limits: { toolTimeoutMs: 1000 } } };
const looking = { metadata: { readOnly: true } };

/** What a model is told of a tool that does this. */
async function told(run: unknown): Promise<string> {
  const at = await withTool({ ...looking, run: run as never });
  const { text: answer, isError } = await at.call("count_words", text);
  assert.equal(isError, true);
  assert.equal(at.records.length, 1);
  return answer;
}

describe("a tool that fails", () => {
  it("is told with what it threw, whatever that is", async () => {
    const thrown: [unknown, string][] = [
      [new Error("boom."), "boom"],
      ["just a text", "just a text"],
      [undefined, "undefined"],
      [new Error(""), "it gave no reason"],
      [new Error("half \ud800"), "half \ufffd"],
    ];
    for (const [error, problem] of thrown) {
      const run = () => {
        throw error;
      };
      assert.equal(await told(run), failed(problem));
      assert.equal(await told(async () => run()), failed(problem));
    }
    const long = await told(() => Promise.reject(new Error("x".repeat(100_000_000))));
    assert.equal(long, failed("x".repeat(2000)));
  });

  it("by never ending is given up, told to stop, and later words of it count for nothing", async () => {
    let signal: AbortSignal | undefined;
    const at = await withTool(
      {
        ...looking,
        run: (_, context) => {
          signal = context.signal;
          return new Promise((_, reject) => setTimeout(() => reject(new Error("late")), 1500));
        },
      },
      quick,
    );
    assert.equal((await at.call("count_words", text)).text, failed("it did not end within 1 s"));
    assert.equal(signal?.aborted, true);
    await new Promise((resolve) => setTimeout(resolve, 700));
  });

  it("by being cancelled is told as that, at once", async () => {
    const cancelling = new AbortController();
    let signal: AbortSignal | undefined;
    const at = await withTool({
      ...looking,
      run: (_, context) => {
        signal = context.signal;
        cancelling.abort();
        return new Promise(() => {});
      },
    });
    assert.equal(
      (await at.call("count_words", text, { signal: cancelling.signal })).text,
      "The call of count_words was cancelled while it ran.",
    );
    assert.equal(signal?.aborted, true);
  });

  it("after its declared change was made says that it was made", async () => {
    const at = await withTool(
      { effects: () => [{ kind: "write", path: "a.txt", content: "x" }], run: () => new Promise(() => {}) },
      quick,
    );
    const { text: answer, undo } = await at.call("count_words", text);
    assert.equal(answer, failed("it did not end within 1 s. The changes that it had declared were made"));
    assert.equal(undo?.files.length, 1);
  });

  it("is not given up while its own calls wait for a person", async () => {
    const at = await withTool(
      { ...looking, run: async (_, { callTool }) => (await callTool("write_file", { path: "b", content: "b" })).text },
      {
        ...quick,
        confirm: async () => {
          await new Promise((resolve) => setTimeout(resolve, 1300));
          return { approved: true, by: "person" };
        },
      },
    );
    assert.equal((await at.call("count_words", text)).isError, false);
  });

  it("shows its progress a short line at a time, and none once it has ended", async () => {
    const lines: string[] = [];
    let late = (_line: string) => {};
    const at = await withTool({
      ...looking,
      run: (_, { progress }) => {
        late = progress;
        progress("half\n  way");
        progress("x".repeat(1000));
        progress(7 as never);
        return "done";
      },
    });
    await at.call("count_words", text, { progress: (line) => lines.push(line) });
    late("too late");
    assert.deepEqual(lines, ["half way", "x".repeat(500), "7"]);
  });
});

describe("what a tool answers", () => {
  it("is a text, or facts and parts with or without one", () => {
    assert.deepEqual(resultOfAnswer("hello"), { text: "hello", isError: false });
    assert.deepEqual(resultOfAnswer({ text: "no", isError: true }), { text: "no", isError: true });
    assert.deepEqual(resultOfAnswer({ data: { n: 1 } }), { text: '{\n  "n": 1\n}', isError: false, data: { n: 1 } });
    const data = Uint8Array.of(1, 2);
    assert.deepEqual(resultOfAnswer({ parts: [{ mimeType: "image/png", data }] }), {
      text: "1 part without a text.",
      isError: false,
      parts: [{ kind: "image", mimeType: "image/png", bytes: data }],
    });
    assert.equal(resultOfAnswer("half \ud800").text, "half \ufffd");
  });

  it("is junk otherwise, told in one sentence", async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const junk: [unknown, string][] = [
      [undefined, "it returned nothing, but an answer must be a text or { text, data, parts, isError }"],
      [7, "it returned a number, but an answer must be a text or { text, data, parts, isError }"],
      [["a"], "it returned a list, but an answer must be a text or { text, data, parts, isError }"],
      [{ result: 1 }, 'it returned "result", but an answer must be a text or { text, data, parts, isError }'],
      [{}, "its answer is empty"],
      [{ text: 5 }, "the text of its answer is a number"],
      [{ text: "a", isError: "no" }, "isError in its answer must be true or false"],
      [{ data: () => 1 }, "the data of its answer contains a function, which is not JSON"],
      [{ data: { n: 1n } }, "the data of its answer contains a bigint, which is not JSON"],
      [{ data: Number.NaN }, "the data of its answer contains a number, which is not JSON"],
      [{ data: cyclic }, "the data of its answer is nested more than 100 deep"],
      [{ parts: "x" }, "the parts of its answer are a string"],
      [
        { parts: [{ mimeType: "image/png", data: "AAAA" }] },
        "a part of its answer is not { mimeType, data } with bytes",
      ],
      [{ parts: [null] }, "a part of its answer is not { mimeType, data } with bytes"],
      [{ parts: Array(21).fill(null) }, "its answer has 21 parts; the limit is 20"],
    ];
    for (const [answer, problem] of junk) assert.equal(await told(() => answer), failed(problem));
    const throwing = {
      get text() {
        throw new Error("no text for you");
      },
    };
    assert.equal(await told(() => throwing), failed("no text for you"));
  });

  it("of any size beyond the bounds is refused without being looked through", async () => {
    const huge = "x".repeat(2 ** 29 - 100);
    assert.equal(await told(() => huge), failed(`its answer is ${huge.length} characters long; the limit is 1000000`));
    const limit = failed("the data of its answer has more than 1000000 characters");
    assert.equal(await told(() => ({ data: { huge } })), limit);
    assert.equal(await told(() => ({ data: new Array(2 ** 32 - 1) })), limit);
    const shared = Array(1000).fill(Array(1000).fill(Array(1000).fill(0)));
    assert.equal(await told(() => ({ data: shared })), limit);
    const bytes = new Uint8Array(11 * 1024 * 1024);
    const parts = [
      { mimeType: "image/png", data: bytes },
      { mimeType: "image/png", data: bytes },
    ];
    assert.equal(
      await told(() => ({ parts })),
      failed("the parts of its answer have 23068672 bytes; the limit is 20971520"),
    );
  });

  it("keeps every JSON value, as a copy (property)", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (json) => {
        const value: unknown = JSON.parse(json);
        const { data } = resultOfAnswer({ text: "", data: value });
        assert.equal(JSON.stringify(data), JSON.stringify(value));
      }),
    );
    const value = { list: [1] };
    const bytes = Uint8Array.of(1);
    const { data, parts } = resultOfAnswer({ data: value, parts: [{ mimeType: "a/b", data: bytes }] });
    value.list.push(2);
    bytes[0] = 2;
    assert.deepEqual([data, parts?.[0]?.bytes], [{ list: [1] }, Uint8Array.of(1)]);
  });

  it("is a result or a failure whatever it is (property)", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withTypedArray: true, withMap: true }), (answer) => {
        try {
          const { text: told, isError } = resultOfAnswer(answer);
          assert.equal(typeof told, "string");
          assert.equal(typeof isError, "boolean");
        } catch (error) {
          assert.ok(error instanceof Error && !(error instanceof assert.AssertionError), String(error));
          assert.match(error.message, /answer/);
        }
      }),
    );
  });
});
