/** The only way from a call to a result: translate, plan, judge, confirm, run, record. */

import { confirmWithin } from "./answersWithin";
import { type Approval, type Confirm, rememberedAnswer } from "./approval";
import { meantCall } from "./bridge";
import type { Call, JudgedCall } from "./call";
import type { LetLooksIn } from "./callGate";
import type { CallJournal } from "./callJournal";
import type { Crib } from "./crib";
import { metadataOf } from "./dialect";
import type { EffectKind, ExecEffect, FetchEffect, ResolvedPath } from "./effect";
import { notesOfHooks, tightenedByHooks } from "./hooks";
import { highest } from "./level";
import { onlyLooks, runsBesideLooks } from "./looks";
import { otherNews } from "./otherNews";
import { placedCrib, readyWorkspace } from "./placedCrib";
import { plannedHost } from "./plannedHost";
import { prepareCall } from "./prepareCall";
import { cancelled, declined, denial, failure } from "./refusals";
import type { RuleContext } from "./rule";
import type { Session } from "./session";
import type { Plan, ToolResult } from "./tool";
import { messageOf, ToolError } from "./toolError";
import { ToolShelf } from "./toolShelf";
import { ignoredNote } from "./translate";

/** Steps 1 to 7: prepares, asks `confirm` when the verdict is ask, runs, checks the response and records. Never throws. */
export async function executeCall(
  callersCrib: Crib,
  session: Session,
  given: Call,
  confirm: Confirm,
): Promise<ToolResult> {
  const tools = new ToolShelf(callersCrib, session);
  const call = meantCall(tools, given);
  if (call !== given) tools.activateTool(call.tool);
  const time = callersCrib.host.now();
  const id = call.id ?? `${time.toString(36)}-${crypto.randomUUID().slice(0, 8)}`;
  const requests = call.answered ?? [];
  const found = { files: [] as ResolvedPath[], requests };
  const noteFound = (place: ResolvedPath) => found.files.push(place);
  const takeIn = async (judged: JudgedCall) => {
    await (await placing).responses.check(saysNothing, judged, session, id, found);
  };
  // Not waited for before it has its place in the order.
  const placing = placedCrib(callersCrib, session, tools.find(call.tool));
  const checkedAttempt = async (made: Attempt) => ({
    ...made,
    checked: await (await placing).responses.check(made.result, made.prepared, session, id, found),
  });
  // The check is part of the turn: what was read has raised the taint before the next call is judged.
  const made = await inOrder(session, tools, call, async (letLooksIn) => {
    const course = { id, noteFound, requests, takeIn, letLooksIn };
    return checkedAttempt(await attempt(await placing, session, call, confirm, course));
  });
  const notMade = () => checkedAttempt({ result: failure(cancelled(), tools.find(call.tool), {}) });
  const { prepared, approvedBy, checked } = made ?? (await notMade());
  const crib = await placing;
  const ended = { ...checked, durationMs: crib.host.now() - time };
  const hooked = prepared && { id, agent: session.agent, judged: prepared, signal: call.signal };
  const { notes, level } = hooked
    ? await notesOfHooks(crib, session, hooked, ended)
    : { notes: [], level: checked.level };
  const other = await otherNews(crib, session, tools, call, id);
  const news = [...ignoredNotes(tools, given, call), ...notes, ...other.texts];
  const { result } = checked;
  const told = news.length > 0 ? { ...result, text: [result.text, ...news].join("\n\n") } : result;
  await crib.record({
    ...recordOf(session, call, id, time, prepared),
    ...(approvedBy && { approvedBy }),
    isError: told.isError,
    result: told,
    level: highest([level, other.level]),
    durationMs: crib.host.now() - time,
  });
  return told;
}

/** What a call was given that nothing takes, and what the call was given that is made through it. */
const ignoredNotes = (tools: ToolShelf, ...calls: readonly Call[]): string[] =>
  [...new Set(calls)].flatMap(({ tool, input }) => {
    const known = tools.find(tool);
    return (known && ignoredNote(known, input)) ?? [];
  });

/** The line of calls that are not known to be of a turn. */
const noTurn = "";

/**
 * Makes a call when those of its turn have ended that must not run beside it (OR-2).
 * @returns undefined when it was cancelled before.
 */
async function inOrder<T>(
  { gates }: Session,
  tools: ToolShelf,
  { tool: name, signal, within, turn, unordered, progress }: Call,
  make: (letLooksIn: LetLooksIn) => Promise<T>,
): Promise<T | undefined> {
  // One that is cancelled already does nothing, and is refused in its own words.
  if (unordered || signal.aborted) return make(none);
  const tool = tools.find(name);
  const safe = tool === undefined || metadataOf(tool).concurrencySafe;
  const looks = tool !== undefined && onlyLooks(tool);
  const onWait = () => progress?.("Waiting for another call to end");
  return gates.pass(within ?? turn?.id ?? noTurn, { safe, looks, signal, onWait }, make);
}

/** What is known of a call before it is made. */
const recordOf = (
  session: Session,
  { tool, input }: Call,
  id: string,
  time: number,
  judged: JudgedCall | undefined,
) => ({
  time,
  id,
  agent: session.agent,
  tool,
  title: judged?.plan.title ?? tool,
  input,
  ...(judged && { judged, decision: judged.decision }),
});

interface Attempt {
  readonly result: ToolResult;
  readonly prepared?: JudgedCall;
  readonly approvedBy?: string;
}

/** What goes along with a call. */
interface Course {
  readonly id: string;
  /** Hears of every file of which a search shows something. */
  noteFound(place: ResolvedPath): void;
  /** Takes every request that was answered. */
  readonly requests: FetchEffect[];
  /** Raises the session's taint by what the call has read so far, as its result will (PO-6). */
  takeIn(judged: JudgedCall): Promise<void>;
  readonly letLooksIn: LetLooksIn;
}

const saysNothing: ToolResult = { text: "", isError: false };

async function attempt(crib: Crib, session: Session, call: Call, confirm: Confirm, course: Course): Promise<Attempt> {
  const { id } = course;
  const reads = new Set<string>();
  /** Who let the plan read what it had to read first. */
  let letRead: string | undefined;
  for (;;) {
    const planned = await prepareCall(crib, session, call, reads);
    if (planned.kind === "failed") return { result: planned.result };
    const hooked = { id, agent: session.agent, judged: planned, signal: call.signal };
    const prepared = await tightenedByHooks(crib.hooks, hooked);
    const { plan, decision, tool, args } = prepared;
    call.planned?.(plan.title);
    const refuse = (error: ToolError, approvedBy?: string): Attempt => ({
      result: failure(error, tool, args),
      prepared,
      ...(approvedBy && { approvedBy }),
    });
    if (decision.kind === "deny") return refuse(denial(prepared));
    const approval = await answer(crib, prepared, confirm);
    if (approval && !approval.approved) return refuse(declined(plan, approval), approval.by);
    if (call.signal.aborted) return refuse(cancelled());
    // Nobody's earlier yes holds in plan mode: it is judged again.
    if (session.plan.isOn && !prepared.context.caller.planMode) continue;
    if (prepared.needsFirst !== undefined) {
      reads.add(prepared.needsFirst);
      letRead = approval?.by;
      continue;
    }
    const approvedBy = approval?.by ?? letRead;
    const isEdited = approval?.approved === true && approval.edits !== undefined;
    const refusal = await call.starting?.({ judged: prepared, isEdited, ...(approvedBy && { approvedBy }) });
    if (refusal) return refuse(declined(plan, refusal), refusal.by);
    const announced = { ...recordOf(session, call, id, crib.host.now(), prepared), ...(approvedBy && { approvedBy }) };
    const begin = () => readyWorkspace(crib, session, plan).then(() => crib.announce(announced));
    const unready = changesSomething(plan) ? await begin().then(none, toolErrorOf) : undefined;
    if (unready) return refuse(unready, approvedBy);
    if (runsBesideLooks(plan, crib)) {
      // What it prints may be read while it runs.
      await course.takeIn(prepared);
      course.letLooksIn();
    }
    const result = await run(crib, session, call, prepared, approval?.approved ? approval : undefined, {
      ...course,
      confirm: approval ? confirmWithin(prepared, approval.by, confirm) : confirm,
    });
    return { result, prepared, ...(approvedBy && { approvedBy }) };
  }
}

/** What leaves nothing behind. */
const harmless: ReadonlySet<EffectKind> = new Set(["read", "list", "present"]);
const changesSomething = ({ effects }: Plan) => effects.some(({ kind }) => !harmless.has(kind));

const none = () => undefined;

const toolErrorOf = (error: unknown) =>
  error instanceof ToolError ? error : new ToolError("unrecorded", `This could not be recorded: ${messageOf(error)}.`);

/** Undefined when nobody has to be asked. */
async function answer(crib: Crib, prepared: JudgedCall, confirm: Confirm): Promise<Approval | undefined> {
  if (prepared.decision.kind === "allow") return undefined;
  const remembered = rememberedAnswer(crib, prepared);
  if (remembered) return remembered;
  try {
    return await confirm(prepared);
  } catch (error) {
    return { approved: false, by: "nobody", feedback: `the question could not be asked (${messageOf(error)})` };
  }
}

/** Whether a command is held to only read by what is known of its programs. */
const isHeldToRead = ({ plan, byEffect }: JudgedCall, effect: ExecEffect): boolean =>
  byEffect[plan.effects.indexOf(effect)]?.onlyReads === true;

/**
 * Whether what programs are configured to do besides is switched off for a command that nobody was asked about. A person's
 * own rule about git means git as they have it, and in its own workspace an agent may run anything anyway.
 */
const isKeptPlain = ({ plan, byEffect, context }: JudgedCall, effect: ExecEffect): boolean =>
  byEffect[plan.effects.indexOf(effect)]?.freesGit !== true && context.inWorkspace !== true;

async function hiddenByOtherNames(reals: readonly string[], context: RuleContext): Promise<ReadonlySet<string>> {
  const named = (await context.otherNames?.(reals)) ?? new Map();
  return new Set([...named].flatMap(([real, { secret, closed }]) => ((secret ?? closed) === undefined ? [] : [real])));
}

async function run(
  crib: Crib,
  session: Session,
  call: Call,
  judged: JudgedCall,
  approval: Extract<Approval, { approved: true }> | undefined,
  { id, noteFound, requests, takeIn, confirm }: Course & { readonly confirm: Confirm },
): Promise<ToolResult> {
  const { plan, tool, args, context } = judged;
  const commandNotes: string[] = [];
  const facts = { id, agent: session.agent, tool: tool.name, title: plan.title };
  const journal = crib.journal.begin({ ...facts, ...(call.turn && { turn: call.turn }) }, [], !!crib.workspace);
  const host = plannedHost({
    host: crib.host,
    effects: plan.effects,
    edits: approval?.edits ?? new Map<string, Uint8Array>(),
    ...(approval?.presented !== undefined && { presented: approval.presented }),
    session,
    hiddenVariables: crib.hiddenVariables(context),
    isPlain: (effect) => approval === undefined && isKeptPlain(judged, effect),
    journal,
    // Read anew: a person may have taken their time to answer.
    closedFiles: await crib.context(context.caller).closedFiles(),
    ownWorkspace: context.ownWorkspace,
    web: {
      userAgent: context.settings["web.userAgent"],
      asksRobots: context.settings["web.respectRobots"],
      signal: call.signal,
    },
    hiddenByOtherNames: (reals) => hiddenByOtherNames(reals, context),
    reach: (effect) => crib.reach(effect, context),
    confinement: (effect) =>
      crib.confinement(context, { ...effect, onlyReads: approval === undefined && isHeldToRead(judged, effect) }),
    disk: crib.diskGuard(context),
    noteCommand: (note) => commandNotes.push(note),
    noteNeed: (effect) => crib.needs.note(effect),
    noteFound,
    noteAnswered: (request) => requests.push(request),
  });
  const written = plan.effects.filter((effect) => effect.kind === "write").map(({ target }) => target);
  const watch = written.length > 0 ? crib.watchWrites?.(written, context, call.signal) : undefined;
  try {
    const { settings, roots } = context;
    const { traits } = crib.dialect;
    const hiddenGlobs = crib.hiddenGlobs(context);
    const progress = (line: string) => call.progress?.(line);
    const jobs = crib.jobs.of(session.agent);
    const { agents } = crib;
    const { signal, turn } = call;
    const part = { signal, progress, ...(turn && { turn }) };
    const result = await plan.run({
      ...{ host, session, settings, roots, traits, signal, hiddenGlobs, progress, jobs },
      tools: new ToolShelf(crib, session),
      tasks: crib.tasks,
      schedules: crib.schedules,
      ownAgents: () => (agents?.all() ?? []).filter(({ parent }) => parent === session.agent),
      ...(agents && { startAgent: (wish) => agents.start(wish, { crib, session, callId: id, ...part }) }),
      async call(name, input, handed) {
        // What it is given may come from what this one has read.
        await takeIn(judged);
        const own = { ...crib, dialect: crib.ownDialect };
        const place = { within: id, handed, answered: requests, ...(call.unordered && { unordered: true }) };
        return executeCall(own, session, { tool: name, input, ...place, ...part }, confirm);
      },
    });
    const present = result.isError ? tool.presentFailure : tool.present;
    const text = present?.(result, args) ?? result.text;
    const notes = [...commandNotes, approval?.note, await watch?.finish()].filter(Boolean);
    return withUndo({ ...result, text: [text, ...notes].join("\n\n") }, journal);
  } catch (error) {
    return withUndo(failure(error, tool, args), journal);
  } finally {
    watch?.stop();
  }
}

const withUndo = (result: ToolResult, { undo }: CallJournal): ToolResult => (undo ? { ...result, undo } : result);
