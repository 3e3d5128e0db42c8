/** A debugger that answers as a test says, below the real runs. */
import type { Breakpoint, DebugLaunch } from "../../../src/core/ports/editor/debugging";
import { type DebuggerWires, DebugRuns } from "../../../src/features/debugging/debugRuns";
import type { AdapterListener, AdapterSession } from "../../../src/features/debugging/protocol";
import { type CribOptions, realCrib } from "../../support/realCrib";
import type { Tree } from "../../support/tempFolder";

/** Answers to requests of an adapter, by command. */
export type Answers = Readonly<Record<string, (args: Record<string, unknown>) => unknown>>;

export interface FakeDebugger {
  readonly wires: DebuggerWires;
  readonly launches: { launch: DebugLaunch; title: string; hidden: readonly string[] }[];
  /** Commands that the adapter was sent. */
  readonly sent: string[];
  breakpoints: readonly Breakpoint[];
  stops: number;
  /** Of the last launch. */
  listener?: AdapterListener;
  stop(thread: number, reason: string, more?: object): void;
}

const wiresOf = (fake: FakeDebugger, answers: Answers): DebuggerWires => ({
  async launch(launch, title, hidden, listener) {
    fake.launches.push({ launch, title, hidden });
    fake.listener = listener;
    const session: AdapterSession = {
      id: "child",
      name: title,
      async request(command, args = {}) {
        fake.sent.push(command);
        return answers[command]?.(args as Record<string, unknown>);
      },
    };
    listener.onSession(session);
    return {
      async stop() {
        fake.stops++;
        listener.onSessionEnd("child");
        listener.onEnd();
      },
    };
  },
  addBreakpoints(breakpoints) {
    fake.breakpoints = breakpoints;
    return {
      states: async () => breakpoints.map((one) => ({ ...one, verified: one.line !== 3 })),
      remove: () => {
        fake.breakpoints = [];
      },
    };
  },
});

export function fakeDebugger(answers: Answers = {}): FakeDebugger {
  const fake: FakeDebugger = {
    ...{ launches: [], sent: [], breakpoints: [], stops: 0 },
    wires: undefined as unknown as DebuggerWires,
    stop: (threadId, reason, more) =>
      fake.listener?.onEvent("child", { event: "stopped", body: { threadId, reason, ...more } }),
  };
  return Object.assign(fake, { wires: wiresOf(fake, answers) });
}

/** A crib whose host has that debugger. */
export async function debuggingCrib(tree: Tree, answers: Answers = {}, options: CribOptions = {}) {
  const fake = fakeDebugger(answers);
  const debugging = new DebugRuns(fake.wires);
  return { ...(await realCrib(tree, { ...options, host: { debugging } })), fake, debugging };
}
