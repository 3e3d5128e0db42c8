import assert from "node:assert/strict";
import fc from "fast-check";
import { CallGate, CallGates, maxAtOnce } from "../../../src/core/session/callGate";

const never = new AbortController().signal;
/** Lets everything that can go on do so. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Work that is ended by hand. */
function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}

describe("the gate (OR-2)", () => {
  /** Lets calls in, each held until it is ended; `inside` are those that run. */
  function opened(gate = new CallGate()) {
    const inside: string[] = [];
    const enter = (name: string, safe: boolean, signal = never, looks = false) => {
      const { work, end } = held();
      let waited = false;
      let letLooksIn = () => {};
      const onWait = () => {
        waited = true;
      };
      const request = { safe, looks, signal, onWait };
      const passed = gate.pass(request, async (letIn) => {
        letLooksIn = letIn;
        inside.push(name);
        await work();
        inside.splice(inside.indexOf(name), 1);
        return name;
      });
      return { passed, end, waited: () => waited, letLooksIn: () => letLooksIn() };
    };
    const look = (name: string) => enter(name, true, never, true);
    return { gate, inside, enter, look };
  }

  it("lets many calls wait on one signal without being taken for a leak", async () => {
    const warnings: string[] = [];
    const warned = ({ name }: Error) => warnings.push(name);
    process.on("warning", warned);
    const { enter, inside } = opened();
    const stop = new AbortController();
    const calls = Array.from({ length: 30 }, (_, at) => enter(String(at), false, stop.signal));
    await settled();
    stop.abort();
    calls[0]?.end();
    const passed = await Promise.all(calls.map((call) => call.passed));
    process.off("warning", warned);
    assert.deepEqual([passed[0], passed.slice(1).filter(Boolean), inside, warnings], ["0", [], [], []]);
  });

  it("lets safe calls in together, and an unsafe one alone, in the order they came", async () => {
    const { inside, enter, gate } = opened();
    const [a, b, c, d] = [enter("a", true), enter("b", true), enter("C", false), enter("d", true)] as const;
    await settled();
    assert.deepEqual(inside, ["a", "b"], "d does not overtake C");
    assert.deepEqual([a.waited(), c.waited(), d.waited()], [false, true, true]);
    a.end();
    await settled();
    assert.deepEqual(inside, ["b"]);
    b.end();
    await settled();
    assert.deepEqual(inside, ["C"]);
    c.end();
    await settled();
    assert.deepEqual(inside, ["d"]);
    d.end();
    assert.deepEqual(await Promise.all([a.passed, b.passed, c.passed, d.passed]), ["a", "b", "C", "d"]);
    assert.equal(gate.size, 0);
  });

  it("beside one that runs alone and says so, lets those in that only look, and nothing else", async () => {
    const { inside, enter, look } = opened();
    const alone = enter("A", false);
    const [early, send, late] = [look("early"), enter("send", true), look("late")];
    await settled();
    assert.deepEqual(inside, ["A"]);
    alone.letLooksIn();
    await settled();
    assert.deepEqual(inside, ["A", "early", "late"], "a safe call may be passed");
    const other = enter("B", false);
    const last = look("last");
    early.end();
    late.end();
    await settled();
    assert.deepEqual(inside, ["A"], "one that is to run alone is not passed, and A is not over when a look is");
    alone.end();
    await settled();
    assert.deepEqual(inside, ["send"]);
    send.end();
    await settled();
    assert.deepEqual(inside, ["B"]);
    alone.letLooksIn();
    await settled();
    assert.deepEqual(inside, ["B"], "one that is over lets nobody in beside another");
    other.end();
    await settled();
    assert.deepEqual(inside, ["last"]);
    last.end();
    await last.passed;
  });

  it("one that is to run alone waits for looks that one before it let in", async () => {
    const { inside, enter, look } = opened();
    const alone = enter("A", false);
    await settled();
    alone.letLooksIn();
    const looking = look("look");
    const other = enter("B", false);
    await settled();
    alone.end();
    await settled();
    assert.deepEqual(inside, ["look"]);
    looking.end();
    await settled();
    assert.deepEqual(inside, ["B"]);
    other.end();
    await other.passed;
  });

  it("lets ten in at once", async () => {
    const { inside, enter } = opened();
    const all = Array.from({ length: 12 }, (_, index) => enter(String(index), true));
    await settled();
    assert.equal(inside.length, maxAtOnce);
    all[3]?.end();
    await settled();
    assert.deepEqual(inside.slice(-2), ["9", "10"]);
    for (const { end } of all) end();
    await Promise.all(all.map(({ passed }) => passed));
  });

  it("a call that is cancelled while it waits leaves the queue, and those behind it go on", async () => {
    const { inside, enter, gate } = opened();
    const stop = new AbortController();
    const first = enter("a", true);
    const unsafe = enter("B", false, stop.signal);
    const behind = enter("c", true);
    await settled();
    stop.abort();
    assert.equal(await unsafe.passed, undefined);
    await settled();
    assert.deepEqual(inside, ["a", "c"]);
    assert.equal(await enter("d", true, AbortSignal.abort()).passed, undefined);
    for (const { end } of [first, behind]) end();
    await Promise.all([first.passed, behind.passed]);
    assert.equal(gate.size, 0);
  });

  it("a call that fails lets the next in", async () => {
    const gate = new CallGate();
    const failed = gate.pass({ safe: false, signal: never }, () => Promise.reject(new Error("no")));
    const next = gate.pass({ safe: false, signal: never }, async () => "next");
    await assert.rejects(failed, /^Error: no$/);
    assert.equal(await next, "next");
  });

  it("each line has an order of its own, and is forgotten when it is through", async () => {
    const gates = new CallGates();
    const order: string[] = [];
    const request = { safe: false, signal: never };
    await gates.pass("", request, async () => {
      await gates.pass("outer", request, async () => {
        await gates.pass("inner", request, async () => void order.push("innermost"));
        order.push("inner");
      });
      const inTurn = ["x", "y"].map((name) =>
        gates.pass("outer", request, async () => {
          order.push(`${name} begins`);
          await settled();
          order.push(`${name} ends`);
        }),
      );
      assert.equal(gates.size, 3);
      await Promise.all(inTurn);
    });
    assert.deepEqual(order, ["innermost", "inner", "x begins", "x ends", "y begins", "y ends"]);
    assert.equal(gates.size, 0);
  });

  type Step =
    | { readonly kind: "looks" | "safe" | "unsafe" }
    | { readonly kind: "end" | "cancel" | "letIn"; readonly which: number };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ kind: fc.constantFrom("looks" as const, "safe" as const, "unsafe" as const) }),
    fc.record({ kind: fc.constantFrom("end" as const, "cancel" as const, "letIn" as const), which: fc.nat(30) }),
  );

  it("whatever comes, ends and is cancelled in whatever order: those run that a plain list says, and all get through", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        const { gate, inside, enter } = opened();
        interface Known extends ReturnType<typeof enter> {
          readonly name: string;
          readonly safe: boolean;
          readonly looks: boolean;
          readonly stop: AbortController;
        }
        let open: Known | undefined;
        let queue: Known[] = [];
        let running: Known[] = [];
        const all: Promise<unknown>[] = [];
        const admit = () => {
          const isFree = ({ safe, looks }: Known) => {
            if (!safe) return running.length === 0;
            const alone = running.find((one) => !one.safe);
            return running.length < maxAtOnce && (alone === undefined || (looks && alone === open));
          };
          for (;;) {
            const barrier = queue.findIndex(({ safe }) => !safe);
            const next = queue.find((one, at) => isFree(one) && (barrier === -1 || at <= barrier));
            if (!next) return;
            running.push(next);
            queue = queue.filter((one) => one !== next);
          }
        };
        const end = (one: Known) => {
          one.end();
          running = running.filter((other) => other !== one);
          admit();
        };
        for (const [index, taken] of steps.entries()) {
          if (!("which" in taken)) {
            const stop = new AbortController();
            const [safe, looks] = [taken.kind !== "unsafe", taken.kind === "looks"];
            const entered = enter(String(index), safe, stop.signal, looks);
            const one = { name: String(index), safe, looks, stop, ...entered };
            all.push(one.passed);
            queue.push(one);
            admit();
          } else if (taken.kind === "end") {
            const one = running[taken.which % Math.max(1, running.length)];
            if (one) end(one);
          } else if (taken.kind === "letIn") {
            const one = running[taken.which % Math.max(1, running.length)];
            one?.letLooksIn();
            if (one && !one.safe) open = one;
            admit();
          } else {
            const one = queue[taken.which % Math.max(1, queue.length)];
            one?.stop.abort();
            queue = queue.filter((other) => other !== one);
            admit();
          }
          await settled();
          assert.deepEqual([...inside].sort(), running.map(({ name }) => name).sort());
          assert.equal(gate.size, running.length + queue.length);
        }
        while (running.length > 0) {
          end(running[0] as Known);
          await settled();
        }
        await Promise.all(all);
        assert.deepEqual([queue.length, gate.size], [0, 0]);
      }),
      { numRuns: 100 },
    );
  });
});
