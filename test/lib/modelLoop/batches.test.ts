import assert from "node:assert/strict";
import fc from "fast-check";
import { maxAtOnce } from "../../../src/core/session/callGate";
import { batchesOf, inBatches } from "../../../src/lib/modelLoop/batches";

const safe = new Set(["Glob", "Grep", "Read"]);
const isSafe = (name: string) => safe.has(name);

describe("batches (OR-1)", () => {
  it("consecutive safe calls are one batch, each other its own", () => {
    assert.deepEqual(batchesOf(["Glob", "Grep", "Edit", "Glob", "Grep", "Bash"], isSafe), [
      ["Glob", "Grep"],
      ["Edit"],
      ["Glob", "Grep"],
      ["Bash"],
    ]);
    assert.deepEqual(batchesOf(["Edit", "Bash", "Read"], isSafe), [["Edit"], ["Bash"], ["Read"]]);
    assert.deepEqual(batchesOf([], isSafe), []);
  });

  const names = fc.array(fc.constantFrom("Glob", "Grep", "Read", "Edit", "Bash"), { maxLength: 60 });

  it("keep all calls in order; two neighbours are never both safe, and an unsafe call is alone", () => {
    fc.assert(
      fc.property(names, (calls) => {
        const batches = batchesOf(calls, isSafe);
        assert.deepEqual(batches.flat(), calls);
        for (const [index, batch] of batches.entries()) {
          assert.ok(batch.length === 1 || batch.every(isSafe));
          const next = batches[index + 1];
          assert.ok(!next || !(batch.every(isSafe) && next.every(isSafe)));
        }
      }),
    );
  });

  it("run one after the other, at most ten calls at once, with the results in the order of the calls", async () => {
    await fc.assert(
      fc.asyncProperty(names, fc.infiniteStream(fc.nat(5)), async (calls, waits) => {
        const running: { name: string; batch: number }[] = [];
        const batchOf = batchesOf(calls, isSafe).flatMap((batch, index) => batch.map(() => index));
        let most = 0;
        const results = await inBatches(
          [...calls.entries()],
          ([, name]) => isSafe(name),
          async ([index, name]) => {
            const call = { name, batch: batchOf[index] as number };
            running.push(call);
            assert.ok(running.every(({ batch }) => batch === call.batch));
            most = Math.max(most, running.length);
            for (let wait = waits.next().value as number; wait >= 0; wait--) await Promise.resolve();
            running.splice(running.indexOf(call), 1);
            return `${index} ${name}`;
          },
        );
        assert.deepEqual(
          results,
          calls.map((name, index) => `${index} ${name}`),
        );
        assert.ok(most <= maxAtOnce);
        const longest = Math.max(0, ...batchesOf(calls, isSafe).map(({ length }) => length));
        assert.equal(most, Math.min(maxAtOnce, longest), "as many at once as there may be");
      }),
    );
  });
});
