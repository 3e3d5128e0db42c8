/** A program under a debugger is looked at, stepped through and ended; nothing of it is left. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { DebugRuns } from "../../../src/features/debugging/debugRuns";
import { variablePath } from "../../../src/features/debugging/variableTree";
import { type Answers, debuggingCrib, fakeDebugger } from "./fakeDebugger";

const tree = {
  "src/a.js": "let a = 1;\na++;\n// no code\nconsole.log(a);\n",
  "src/other.js": "// none of this is told\n",
  ".toolcribignore": "src/other.js\n",
};

const variables: Readonly<Record<number, readonly object[]>> = {
  1: [
    { name: "cart", value: "Cart {…}", variablesReference: 3 },
    { name: "n", value: "10", variablesReference: 0 },
  ],
  2: [{ name: "globalThis", value: "Object", variablesReference: 0 }],
  3: [
    { name: "items", value: "(1) ['x']", variablesReference: 4 },
    { name: "total", value: "(...)", variablesReference: 5, presentationHint: { lazy: true } },
    { name: "[[Prototype]]", value: "Object", variablesReference: 9 },
  ],
  4: [{ name: "0", value: "'x\ny'", variablesReference: 0 }],
};

const answersIn = (root: () => string): Answers => ({
  threads: () => ({ threads: [{ id: 7, name: "main" }] }),
  stackTrace: () => ({
    stackFrames: [
      { id: 70, name: "add", line: 2, source: { path: join(root(), "src/a.js") } },
      { id: 71, name: "hidden", line: 1, source: { path: join(root(), "src/other.js") } },
      { id: 72, name: "run", line: 5, source: { path: "<node_internals>/run", sourceReference: 3 } },
    ],
  }),
  scopes: () => ({
    scopes: [
      { name: "Local", variablesReference: 1 },
      { name: "Global", variablesReference: 2, expensive: true },
    ],
  }),
  variables: ({ variablesReference }) => ({ variables: variables[variablesReference as number] ?? [] }),
  evaluate: ({ expression }) => {
    if (expression === "boom") throw new Error("ReferenceError: boom is not defined");
    return { result: `ran ${expression}`, variablesReference: 0 };
  },
});

async function stopped() {
  let root = "";
  const at = await debuggingCrib(
    tree,
    answersIn(() => root),
  );
  root = at.root;
  await at.call("debug_start", { program: "src/a.js", breakpoints: [{ path: "src/a.js", line: 2 }], wait_ms: 0 });
  at.fake.stop(7, "breakpoint");
  return { ...at, text: async (tool: string, input: object = {}) => (await at.call(tool, input)).text };
}

describe("a program under the debugger", () => {
  it("says where it stands, with what is near and what it printed", async () => {
    const { text, fake } = await stopped();
    fake.listener?.onEvent("child", { event: "output", body: { category: "stdout", output: "hello\n" } });
    fake.listener?.onEvent("child", { event: "output", body: { category: "telemetry", output: "not this" } });
    assert.equal(
      await text("debug_step", { action: "wait" }),
      "src/a.js has stopped at a breakpoint in add (src/a.js:2).\n2: a++;\nLocal:\n  cart: Cart {…}\n  n: 10\nOutput:\nhello",
    );
  });

  it("shows its stack, and nothing of files that may not be read", async () => {
    const { text } = await stopped();
    assert.equal(
      await text("debug_stack"),
      "main: stopped\n  0 add (src/a.js:2)\n      2: a++;\n  1 hidden (src/other.js:1)\n  2 run (<node_internals>/run:5)",
    );
  });

  it("shows variables as deep as asked, and runs no getter", async () => {
    const { text, fake } = await stopped();
    assert.equal(
      await text("debug_variables", { depth: 2 }),
      "Local:\n  cart: Cart {…}\n    items: (1) ['x']\n      0: 'x⏎y'\n    total: (a getter, which was not run)\n  n: 10",
    );
    assert.equal(await text("debug_variables", { name: "cart.items[0]" }), "Local:\n  cart.items[0]: 'x⏎y'");
    assert.match(await text("debug_variables", { name: "cart.total.x" }), /^cart\.total is a getter, which runs code/);
    assert.match(
      await text("debug_variables", { name: "cart.no" }),
      /^There is no "no" in cart, which is Cart \{…\} \(there are items, total/,
    );
    assert.match(await text("debug_variables", { frame: 5 }), /^There is no frame 5: the stack has 3/);
    assert.match(await text("debug_variables", { name: "a()" }), /There is no "a\(\)" in this frame/);
    assert.ok(!fake.sent.includes("evaluate"));
  });

  it("runs an expression only after a yes to it, and says what it threw", async () => {
    const { text, asked } = await stopped();
    assert.equal(await text("debug_evaluate", { expression: "a + 1" }), "ran a + 1");
    assert.match(await text("debug_evaluate", { expression: "boom" }), /^The debugger answered: ReferenceError: boom/);
    const prompts = asked.slice(1).map(({ plan }) => plan.effects[0]);
    assert.deepEqual(
      prompts.map((effect) => effect?.kind === "delegate" && effect.prompt),
      ["a + 1", "boom"],
    );
  });

  it("steps, and waits for the next stop however early it comes", async () => {
    const { text, fake } = await stopped();
    const stepping = text("debug_step", { action: "over", wait_ms: 10_000 });
    for (let look = 0; look < 500 && !fake.sent.includes("next"); look++) await new Promise(setImmediate);
    fake.stop(7, "exception", { text: "Error: it broke" });
    assert.match(await stepping, /^src\/a\.js has stopped at an exception \(Error: it broke\) in add/);
    const going = text("debug_step", { action: "continue", wait_ms: 10_000 });
    for (let look = 0; look < 500 && !fake.sent.includes("continue"); look++) await new Promise(setImmediate);
    fake.listener?.onEvent("child", { event: "exited", body: { exitCode: 3 } });
    fake.listener?.onEnd();
    assert.equal(await going, "src/a.js has ended with exit code 3.");
    assert.match(await text("debug_step", { action: "over" }), /has ended: start it again with debug_start/);
  });

  it("that runs has nothing to look at", async () => {
    const { text } = await stopped();
    assert.match(
      await text("debug_step", { action: "continue", wait_ms: 0 }),
      /is running and has not stopped within 0 ms/,
    );
    assert.match(await text("debug_variables"), /is running, so there is nothing to look at/);
  });

  it("ends when it is told to, with its breakpoints", async () => {
    const { text, fake, debugging, session } = await stopped();
    assert.match(
      await text("debug_breakpoints", { breakpoints: [{ path: "src/a.js", line: 3 }] }),
      /src\/a\.js:3, not bound to code yet/,
    );
    assert.equal(await text("debug_stop"), "src/a.js was ended, and your breakpoints are removed.");
    assert.deepEqual([fake.stops, fake.breakpoints, debugging.runOf(session.agent)], [1, [], undefined]);
    assert.match(await text("debug_stop"), /^No program of yours is being debugged: start one with debug_start/);
    assert.equal(await text("debug_breakpoints"), "You have no breakpoints.");
  });

  it("ends by itself when nobody looks at it, and is the agent's own", async () => {
    const fake = fakeDebugger();
    const runs = new DebugRuns(fake.wires, 20);
    const launch = {
      ...{ debugger: "node" as const, runtime: "node", runtimeArgs: [], args: [] },
      cwd: "/",
      env: {},
      stopOnEntry: false,
    };
    await runs.setBreakpoints("one", [{ path: "/a.js", line: 1 }]);
    const run = await runs.start("one", launch, "a.js", []);
    assert.equal(runs.runOf("other"), undefined);
    assert.equal((await run.settled(10_000, new AbortController().signal)).state, "ended");
    assert.deepEqual([fake.stops, fake.breakpoints], [1, []]);
  });
});

describe("the name of a variable", () => {
  it("leads inwards", () => {
    assert.deepEqual(variablePath('cart.items[0]["unit price"].x'), ["cart", "items", "0", "unit price", "x"]);
    for (const wrong of ["cart..x", "a[", "[x]", ".a"])
      assert.throws(() => variablePath(wrong), /is not the name of a variable/);
  });
});
