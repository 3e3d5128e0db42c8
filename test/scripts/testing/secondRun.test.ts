import assert from "node:assert/strict";
import { type RunFile, runFailedAgain } from "../../../scripts/testing/secondRun.mjs";

describe("failed tests", () => {
  const failure = (file: string | undefined, title = "a test") => ({ title, text: `${title}\nit differs`, file });
  const suite = (failures: ReturnType<typeof failure>[], again?: RunFile) => ({
    ...{ name: "unit", passed: 10, failed: failures.length, failures, again },
  });
  const green = { passed: 3, failed: 0, failures: [], passes: ["one", "two", "three"] };
  const red = { passed: 2, failed: 1, failures: [failure("b.ts", "three")], passes: ["four", "five"] };

  it("are run once more by their files, and what passes then is counted so and named", async () => {
    const run: string[] = [];
    const again = async (file: string) => {
      run.push(file);
      return file === "a.ts" ? green : red;
    };
    const failures = [failure("a.ts", "one"), failure("a.ts", "two"), failure("b.ts", "three")];
    const { results, unsteady } = await runFailedAgain([suite(failures, again), suite([])]);
    assert.deepEqual(run, ["a.ts", "b.ts"]);
    assert.deepEqual(
      results.map(({ passed, failed }) => [passed, failed]),
      [
        [12, 1],
        [10, 0],
      ],
    );
    assert.deepEqual(results[0]?.failures, [failures[2]]);
    assert.deepEqual(unsteady, [failures[0], failures[1]]);
  });

  it("are settled one by one where another test of their file fails in the second run", async () => {
    const failures = [failure("b.ts", "four"), failure("b.ts", "three"), failure("b.ts", '"before all" hook')];
    const alone = { ...red, failures: [...red.failures, failure("b.ts", "new")] };
    const { results, unsteady } = await runFailedAgain([suite(failures, async () => alone)]);
    assert.deepEqual(results[0]?.failures, [failures[1], failures[2]]);
    assert.deepEqual(unsteady, [failures[0], alone.failures[1]]);
  });

  it("stay failed when the second run crashes, runs nothing or is not offered", async () => {
    const crash = async () => Promise.reject(new Error("It ended before its tests did."));
    const nothing = async () => ({ passed: 0, failed: 0, failures: [], passes: [] });
    for (const again of [crash, nothing, undefined]) {
      const { results, unsteady } = await runFailedAgain([suite([failure("a.ts")], again)]);
      assert.deepEqual([results[0]?.failed, unsteady.length], [1, 0]);
    }
  });

  it("stay failed when they are many, or nobody knows their file", async () => {
    const many = Array.from({ length: 21 }, (_, at) => failure(`${at}.ts`));
    for (const failures of [many, [failure(undefined)]]) {
      const { results } = await runFailedAgain([suite(failures, async () => green)]);
      assert.equal(results[0]?.failed, failures.length);
    }
  });
});
