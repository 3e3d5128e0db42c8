import assert from "node:assert/strict";
import {
  groupedByKind,
  type WaitingKind,
  type WaitingSource,
  type WaitingThing,
  WaitingThings,
} from "../../../src/features/needsYou/waitingThings";

const thing = (id: string, kind: WaitingKind = "edit", more: Partial<WaitingThing> = {}): WaitingThing => ({
  ...{ id, kind, label: id, facts: [], acts: {} },
  ...more,
});

/** A source whose things can be replaced. */
function sourceOf(...first: WaitingThing[]) {
  const listeners = new Set<() => void>();
  let things: readonly WaitingThing[] = first;
  const source: WaitingSource = {
    waiting: () => things,
    onWaitingChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return {
    source,
    listeners,
    set(...now: WaitingThing[]) {
      things = now;
      for (const listener of listeners) listener();
    },
  };
}

describe("what waits for the person", () => {
  it("is listed newest first over all sources, what is of unknown age last", () => {
    const all = new WaitingThings();
    all.add(sourceOf(thing("skill", "skill"), thing("old", "edit", { since: 1 })).source);
    all.add(sourceOf(thing("new", "plan", { since: 3 }), thing("middle", "call", { since: 2 })).source);
    assert.deepEqual(
      all.all().map(({ id }) => id),
      ["new", "middle", "old", "skill"],
    );
  });

  it("is counted as long as it has no answer", () => {
    const all = new WaitingThings();
    const changing = sourceOf(thing("a"), thing("b", "edit", { isAnswered: true }));
    all.add(changing.source);
    assert.equal(all.count(), 1);
    changing.set();
    assert.equal(all.count(), 0);
  });

  it("is told of until its source is taken out", () => {
    const all = new WaitingThings();
    let told = 0;
    const end = all.onChange(() => told++);
    const changing = sourceOf();
    const remove = all.add(changing.source);
    changing.set(thing("a"));
    assert.equal(told, 2);
    remove();
    assert.deepEqual([told, changing.listeners.size, all.all()], [3, 0, []]);
    end();
    all.add(sourceOf().source);
    assert.equal(told, 3);
  });

  it("is found by its name as it is now, a part of it as well, and by what shows all of it", () => {
    const all = new WaitingThings();
    const changing = sourceOf(thing("call", "edit", { parts: [thing("file")], shownIn: ["2 files"] }));
    all.add(changing.source);
    assert.equal(all.find("file")?.label, "file");
    assert.equal(all.shownIn("2 files")?.id, "call");
    assert.equal(all.shownIn("3 files"), undefined);
    changing.set();
    assert.deepEqual([all.find("call"), all.find("file"), all.shownIn("2 files")], [undefined, undefined, undefined]);
  });

  it("is grouped by kind only where there are many of several kinds", () => {
    const many = Array.from({ length: 9 }, (_, at) => thing(`${at}`, at === 4 ? "plan" : "skill"));
    assert.equal(groupedByKind(many.slice(0, 8)), undefined);
    assert.equal(groupedByKind(many.map((one) => ({ ...one, kind: "skill" }))), undefined);
    assert.deepEqual(
      groupedByKind(many)?.map(({ kind, things }) => [kind, things.length]),
      [
        ["plan", 1],
        ["skill", 8],
      ],
    );
  });
});
