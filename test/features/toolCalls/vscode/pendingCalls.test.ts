import assert from "node:assert/strict";
import type { Answer } from "../../../../src/core/calls/approvals/answer";
import { type PendingCall, PendingCalls } from "../../../../src/features/toolCalls/vscode/pendingCalls";

/** A window of which only what pending calls ask is there. */
class Window {
  readonly drawn = new Set<unknown>();
  readonly droppedReviews: string[] = [];
  readonly droppedQuestions: string[] = [];
  readonly edited = new Set<unknown>();
  now = 1_000_000;
  readonly chat = {};
  readonly calls = new PendingCalls(
    {
      drop: async (review) => void this.droppedReviews.push(review.title),
      changes: async (review) => (this.edited.has(review) ? { edits: new Map() } : {}),
      isEdited: async (review) => this.edited.has(review),
    } as ConstructorParameters<typeof PendingCalls>[0],
    { has: ({ path }) => this.drawn.has(path), drop: ({ path }) => void this.droppedQuestions.push(path) },
    () => this.now,
  );

  /** A call that a question was handed over for. */
  add(id: string, digest = id, tool = "edit_file"): PendingCall {
    const call = {
      ...{ id, tool, digest, input: "{}", time: this.now, session: this.chat },
      review: {
        title: id,
        verdict: undefined,
        refusal: (feedback: string) => ({ approved: false, by: "person", feedback }),
      },
      question: { path: id },
      remember: () => {},
    } as unknown as PendingCall;
    this.calls.add(call);
    return call;
  }

  answerInEditor(call: PendingCall, verdict: "accept" | "reject"): void {
    (call.review as { verdict: unknown }).verdict = verdict;
  }
}

const allowed: Answer = { approved: true, by: "person" };

describe("calls that VS Code asks about (D-16)", () => {
  let window: Window;
  beforeEach(() => {
    window = new Window();
  });

  it("are prepared, shown, answered and made, in that order", async () => {
    const call = window.add("1");
    const seen = [window.calls.state(call)];
    window.drawn.add("1");
    seen.push(window.calls.state(call));
    window.answerInEditor(call, "accept");
    seen.push(window.calls.state(call));
    assert.deepEqual(await window.calls.make("1"), allowed);
    seen.push(window.calls.state(call));
    assert.deepEqual(seen, ["prepared", "shown", "answered", "made"]);
    assert.deepEqual([window.droppedReviews, window.droppedQuestions], [["1"], ["1"]]);
  });

  it("count as approved once, and only where the very question was drawn", async () => {
    window.add("1");
    window.drawn.add("1");
    assert.equal(await window.calls.make("another digest"), undefined);
    assert.deepEqual(await window.calls.make("1"), allowed);
    assert.equal(await window.calls.make("1"), undefined);
    window.add("2");
    assert.equal(await window.calls.make("2"), undefined);
  });

  it("count as declined when their chat asks again later, and then once", async () => {
    window.add("1");
    window.now += 10_000;
    assert.equal(window.calls.wasDeclined("1", window.chat), false);
    window.drawn.add("1");
    assert.equal(window.calls.wasDeclined("1", {}), false);
    assert.equal(window.calls.wasDeclined("other", window.chat), false);
    assert.equal(window.calls.wasDeclined("1", window.chat), true);
    assert.equal(window.calls.wasDeclined("1", window.chat), false);
    assert.equal(await window.calls.make("1"), undefined);
    window.add("2");
    window.drawn.add("2");
    window.now += 100;
    assert.equal(window.calls.wasDeclined("2", window.chat), false);
    assert.deepEqual(await window.calls.make("2"), allowed);
  });

  it("are taken as answered by VS Code where it repeats what the person allowed, and nothing else", async () => {
    window.add("1", "same");
    window.drawn.add("1");
    await window.calls.make("same");
    window.add("2", "same");
    assert.deepEqual(await window.calls.make("same"), { approved: true, by: "VS Code" });
    window.add("3", "other");
    assert.equal(await window.calls.make("other"), undefined);
    window.add("4", "same", "write_file");
    assert.equal(await window.calls.make("same"), undefined);
  });

  it("are refused where the diff editor said no, whatever was pressed in Chat", async () => {
    window.answerInEditor(window.add("1"), "reject");
    window.drawn.add("1");
    const answer = await window.calls.make("1");
    assert.deepEqual(answer, {
      approved: false,
      by: "person",
      feedback: "the change was rejected in the diff editor",
    });
  });

  it("need the person's answer to a hook as well, which VS Code did not show", async () => {
    const asked: string[] = [];
    const hook = (answer: Answer) => async () => {
      asked.push("hook");
      return answer;
    };
    window.add("1");
    assert.equal(await window.calls.make("1", hook(allowed)), undefined);
    assert.deepEqual(asked, []);
    window.add("2");
    window.drawn.add("2");
    assert.deepEqual(await window.calls.make("2", hook({ approved: false, by: "person" })), {
      approved: false,
      by: "person",
    });
    window.add("3");
    window.drawn.add("3");
    assert.deepEqual(await window.calls.make("3", hook(allowed)), allowed);
    assert.deepEqual(asked, ["hook", "hook"]);
  });

  it("replace an equal one, and the oldest of more than fifty", () => {
    const first = window.add("1", "same");
    const second = window.add("2", "same");
    assert.deepEqual(
      [first, second].map((call) => window.calls.state(call)),
      ["made", "prepared"],
    );
    assert.equal(window.calls.byId("1"), undefined);
    for (let count = 3; count <= 51; count++) window.add(String(count));
    assert.equal(window.calls.state(second), "prepared");
    window.add("52");
    assert.equal(window.calls.state(second), "made");
    assert.deepEqual(window.droppedReviews, ["1", "2"]);
  });

  it("lose their diffs after five seconds without an answer, unless the person changed something there", async () => {
    const [left, changed, answered] = ["left", "changed", "answered"].map((id) => window.add(id)) as [
      PendingCall,
      PendingCall,
      PendingCall,
    ];
    window.edited.add(changed.review);
    window.answerInEditor(answered, "accept");
    window.now += 5000;
    await window.calls.closeUnanswered();
    assert.deepEqual(window.droppedReviews, []);
    window.now += 1;
    await window.calls.closeUnanswered();
    assert.deepEqual(window.droppedReviews, ["left"]);
    assert.equal(window.calls.state(left), "prepared");
  });
});
