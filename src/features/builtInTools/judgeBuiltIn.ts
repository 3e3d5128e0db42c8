/** Judges a call of a harness's own tool as one of ours is judged, and leaves it to the harness to make it. */

import * as z from "zod";
import { rememberedAnswer } from "../../core/calls/approvals/answer";
import { tightenedByHooks } from "../../core/calls/beside/hooks";
import type { JudgedCall } from "../../core/calls/call";
import { denial } from "../../core/calls/callFailures";
import { factsOf } from "../../core/calls/callRecord";
import type { Crib } from "../../core/calls/crib";
import { judgeCall } from "../../core/calls/prepareCall";
import type { Session } from "../../core/session/session";
import { type AnyTool, type DialectTool, defineTool, type ToolResult } from "../../core/tools/tool";
import type { Decision } from "../../core/vocabulary/decision";
import { strictest } from "../../core/vocabulary/decision";
import type { EffectKind } from "../../core/vocabulary/effect";
import type { Level } from "../../core/vocabulary/level";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import type { BuiltInEditsListener } from "./builtInEdits";
import { type BuiltInCall, failedVerdict, type HookVerdict, harnessTitles, refusedVerdict } from "./harness";
import { harnessShell } from "./harnessShell";
import { planSteps } from "./planSteps";
import { movesAfter, remembersItself, type ShellFolders } from "./shellFolders";
import type { Step } from "./steps";
import { isOurs, stepsOf, type ToolNames } from "./toolMeaning";

/** What judging needs. */
export interface BuiltInJudge {
  /** In the dialect of the settings, whose name policies know. */
  readonly crib: Crib;
  /** Holds what the agents of the workspace have taken in, and whether they only plan. */
  readonly session: Session;
  readonly ours: ToolNames;
  readonly folders: ShellFolders;
  /** The program of VS Code's terminals, in which its own tools run commands; empty or undefined where it is not known. */
  readonly terminal: string | undefined;
  /** Absent where nobody waits for what the call changes. */
  readonly edits?: BuiltInEditsListener;
}

const noOpinion: HookVerdict = { kind: "none", reason: "" };

/** The verdict on a call, which is then on record. Never rejects: whatever fails is a deny. */
export async function judgeBuiltIn(judge: BuiltInJudge, call: BuiltInCall, signal: AbortSignal): Promise<HookVerdict> {
  if (isOurs(call, judge.ours)) return noOpinion;
  const opened = new OpenedJudgement(judge, call, signal);
  try {
    return await opened.verdict();
  } catch (error) {
    return opened.failed(error);
  }
}

const allKinds: readonly EffectKind[] = ["read", "list", "write", "exec", "fetch", "delegate"];

/** What changes nothing that a strict record has to know of before. */
const looks: ReadonlySet<EffectKind> = new Set(["read", "list"]);

/** Our tool by whose name policies and hooks know what most of the steps do. */
const ownNames: Readonly<Record<Step["does"], string>> = {
  run: "run_command",
  edit: "edit_file",
  write: "write_file",
  patch: "apply_patch",
  change: "edit_file",
  read: "read_file",
  list: "list_directory",
  find: "find_files",
  fetch: "web_fetch",
  delegate: "call_tool",
};

/** One call on its way to its verdict. */
class OpenedJudgement {
  readonly #id = crypto.randomUUID();
  readonly #time: number;
  readonly #crib: Crib;

  constructor(
    private readonly judge: BuiltInJudge,
    private readonly call: BuiltInCall,
    private readonly signal: AbortSignal,
  ) {
    this.#crib = asBuiltIn(judge.crib);
    this.#time = judge.crib.host.now();
  }

  async verdict(): Promise<HookVerdict> {
    const steps = stepsOf(this.call);
    const judged = await this.#judged(steps);
    const refusal = judged.decision.kind === "deny" ? denial(judged).message : await this.#unrecorded(judged);
    if (refusal !== undefined) return this.#recorded(judged, refusedVerdict(refusal));
    const withheld = await this.#takenIn(judged);
    if (withheld !== undefined) return this.#recorded(judged, refusedVerdict(withheld));
    await this.#followShell(steps);
    await this.judge.edits?.expect(this.#id, this.call, judged.plan.title, judged.plan.effects);
    if (judged.decision.kind === "allow") return this.#recorded(judged, noOpinion);
    const remembered = rememberedAnswer(this.#crib, judged);
    if (remembered?.approved) return this.#recorded(judged, noOpinion, remembered.by);
    const by = `asked by ${harnessTitles[this.call.harness]}`;
    const { always } = judged.decision;
    const verdict = {
      kind: "ask",
      reason: questionOf(judged),
      ...(always && { byPersonAlone: true as const }),
    } as const;
    return this.#recorded(judged, verdict, by);
  }

  /** What could not be judged, put on record as far as it is known. */
  async failed(error: unknown): Promise<HookVerdict> {
    const verdict = failedVerdict(error);
    await this.#record(undefined, verdict);
    return verdict;
  }

  /** A file that has to be read for planning may ask for itself; the whole call is judged all the same. */
  async #judged(steps: readonly Step[]): Promise<JudgedCall> {
    const { session } = this.judge;
    const tool = await this.#toolFor(steps);
    const crib = { ...this.#crib, dialect: { ...this.#crib.dialect, tools: [tool] } };
    const request = { tool: tool.name, input: {}, signal: this.signal };
    const asked: Decision[] = [];
    const reads = new Set<string>();
    for (;;) {
      const planned = await judgeCall(crib, session, request, reads);
      if (planned.kind === "failed") throw failureOf(planned.result);
      if (planned.needsFirst === undefined || planned.decision.kind !== "ask" || reads.has(planned.needsFirst)) {
        const decision = strictest([planned.decision, ...asked]);
        const hooked = { id: this.#id, agent: session.agent, signal: this.signal };
        // What was remembered of a whole plan does not answer for a read that the plan only needed.
        const whole = asked.length > 0 ? { ...planned, decision, byRules: planned.decision } : planned;
        return tightenedByHooks(crib.hooks, { ...hooked, judged: whole });
      }
      if (!rememberedAnswer(crib, planned)?.approved) asked.push(planned.decision);
      reads.add(planned.needsFirst);
    }
  }

  async #toolFor(steps: readonly Step[]): Promise<DialectTool> {
    const { call, judge } = this;
    const { ownDialect } = this.#crib;
    const moves = remembersItself(call.harness) ? [] : await judge.folders.movesIn(this.#conversation);
    const shell = call.harness === "vscode" ? harnessShell(judge.terminal) : undefined;
    const planning = { ownDialect, cwd: call.cwd, moves, shell };
    const [first] = steps;
    const tool: AnyTool = defineTool({
      name: first ? ownNames[first.does] : "tool_search",
      displayName: call.tool,
      summary: "",
      description: "",
      metadata: { concurrencySafe: false, readOnly: false, destructive: true, idempotent: false },
      effectKinds: allKinds,
      input: z.object({}),
      plan: (_, context) => planSteps(steps, planning, context),
    });
    const { displayName, description, input } = tool;
    return { name: call.tool, aliases: [], displayName, description, input, tool, toInput: (args) => args };
  }

  get #conversation(): string {
    return `${this.call.harness}:${this.call.session}`;
  }

  /** Why it must not go on: it cannot be recorded, and has to be (`toolcrib.audit.strict`). */
  async #unrecorded(judged: JudgedCall): Promise<string | undefined> {
    if (judged.plan.effects.every(({ kind }) => looks.has(kind))) return undefined;
    try {
      await this.#crib.log.announce(this.#facts(judged));
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  /** The result is not seen here, so what the call reads counts as taken in now. @returns why it may not be read at all. */
  async #takenIn(judged: JudgedCall): Promise<string | undefined> {
    const { session } = this.judge;
    const { result } = await this.#crib.responses.check({ text: "", isError: false }, judged, session, this.#id);
    return result.isError ? result.text : undefined;
  }

  async #followShell(steps: readonly Step[]): Promise<void> {
    if (remembersItself(this.call.harness)) return;
    const { folders } = this.judge;
    const before = await folders.movesIn(this.#conversation);
    const after = steps.reduce(
      (moves, step) => (step.does === "run" ? movesAfter(moves, step.command, step.language) : moves),
      before,
    );
    if (after.length !== before.length || after[0] !== before[0]) await folders.keep(this.#conversation, after);
  }

  async #recorded(judged: JudgedCall, verdict: HookVerdict, approvedBy?: string): Promise<HookVerdict> {
    await this.#record(judged, verdict, approvedBy);
    return verdict;
  }

  async #record(judged: JudgedCall | undefined, { kind, reason }: HookVerdict, approvedBy?: string): Promise<void> {
    const isError = kind === "deny";
    const level: Level = "PUBLIC";
    await this.#crib.log.record({
      ...this.#facts(judged),
      ...(approvedBy !== undefined && { approvedBy }),
      isError,
      result: { text: reason, isError, ...(isError && { data: { error: judged ? "denied" : "invalid_input" } }) },
      level,
      durationMs: this.#crib.host.now() - this.#time,
    });
  }

  /** As the harness names its tool; the agent is named for the harness. */
  #facts(judged: JudgedCall | undefined) {
    const { tool, input } = this.call;
    return factsOf({ id: this.#id, session: this.judge.session, call: { tool, input } }, this.#time, judged);
  }
}

const failureOf = ({ text, data }: ToolResult): ToolError => {
  const { error = "internal" } = (data ?? {}) as { readonly error?: ToolError["code"] };
  return new ToolError(error, text);
};

const questionOf = ({ plan, decision }: JudgedCall): string => `${plan.title}: ${decision.reason} (Toolcrib).`;

/**
 * The crib for what a harness does itself: nothing of ours holds its commands, no layer keeps what they change apart, and
 * no model of ours repairs its edits. Its own tools need not have been used for reading before. What only reads by all
 * that is known of it is left to the harness's own question, and not asked about for want of a sandbox.
 */
const asBuiltIn = (crib: Crib): Crib => ({
  ...crib,
  isMadeElsewhere: true,
  dialect: { ...crib.ownDialect, name: crib.dialect.name, traits: { ...crib.ownDialect.traits, modelRepair: false } },
  context(caller) {
    const { isHeld, hasLayers, ...context } = crib.context(caller);
    return { ...context, settings: { ...context.settings, requireRead: false } };
  },
});
