/** The only way from a call to a result: translate, plan, judge, confirm, run, record. */
import type { CallJournal } from "./callJournal";
import type { Crib } from "./crib";
import type { EffectKind, ResolvedPath } from "./effect";
import { notesOfHooks, tightenedByHooks } from "./hooks";
import { plannedHost } from "./plannedHost";
import { type Call, type JudgedCall, prepareCall } from "./prepareCall";
import { cancelled, declined, denial, failure } from "./refusals";
import type { Session } from "./session";
import type { Declined, Plan, ToolResult } from "./tool";
import { messageOf, ToolError } from "./toolError";
import { ToolShelf } from "./toolShelf";

/** The answer to an ask. */
export type Approval =
  | {
      readonly approved: true;
      /** Who said yes, for the record: `person`, `remembered (SCOPE)`, `option`. */
      readonly by: string;
      /** What to write instead of the proposal, by real path, where the person changed it (D-16). */
      readonly edits?: ReadonlyMap<string, Uint8Array>;
      /** What they made of a text that was put before them, where they changed it. */
      readonly presented?: string;
      /** Told to the model with the result. */
      readonly note?: string;
    }
  | ({ readonly approved: false } & Declined);

/** Asks whoever can say yes. */
export type Confirm = (call: JudgedCall) => Promise<Approval>;

/** Steps 1 to 7: prepares, asks `confirm` when the verdict is ask, runs, checks the response and records. Never throws. */
export async function executeCall(crib: Crib, session: Session, call: Call, confirm: Confirm): Promise<ToolResult> {
  const time = crib.host.now();
  const id = call.id ?? `${time.toString(36)}-${crypto.randomUUID().slice(0, 8)}`;
  const found: ResolvedPath[] = [];
  const noteFound = (place: ResolvedPath) => found.push(place);
  const { result: raw, prepared, approvedBy } = await attempt(crib, session, call, confirm, { id, noteFound });
  const checked = await crib.responses.check(raw, prepared, session, id, found);
  const ended = { ...checked, durationMs: crib.host.now() - time };
  const hooked = prepared && { id, agent: session.agent, judged: prepared, signal: call.signal };
  const { notes, level } = hooked
    ? await notesOfHooks(crib, session, hooked, ended)
    : { notes: [], level: checked.level };
  const news = [...notes, ...crib.jobs.of(session.agent).news()];
  const { result } = checked;
  const told = news.length > 0 ? { ...result, text: [result.text, ...news].join("\n\n") } : result;
  await crib.record({
    ...recordOf(session, call, id, time, prepared),
    ...(approvedBy && { approvedBy }),
    isError: told.isError,
    result: told,
    level,
    durationMs: crib.host.now() - time,
  });
  return told;
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
}

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
    const announced = { ...recordOf(session, call, id, crib.host.now(), prepared), ...(approvedBy && { approvedBy }) };
    const unrecorded = changesSomething(plan) ? await crib.announce(announced).then(none, toolErrorOf) : undefined;
    if (unrecorded) return refuse(unrecorded, approvedBy);
    const result = await run(crib, session, call, prepared, approval?.approved ? approval : undefined, {
      ...course,
      confirm,
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
  const remembered = prepared.byRules ? undefined : crib.approvals.cover(prepared.plan.effects, prepared.byEffect);
  if (remembered) return { approved: true, by: `remembered (${remembered.join(", ")})` };
  try {
    return await confirm(prepared);
  } catch (error) {
    return { approved: false, by: "nobody", feedback: `the question could not be asked (${messageOf(error)})` };
  }
}

async function run(
  crib: Crib,
  session: Session,
  call: Call,
  { plan, tool, args, context }: JudgedCall,
  approval: Extract<Approval, { approved: true }> | undefined,
  { id, noteFound, confirm }: Course & { readonly confirm: Confirm },
): Promise<ToolResult> {
  const commandNotes: string[] = [];
  const facts = { id, agent: session.agent, tool: tool.name, title: plan.title };
  const journal = crib.journal.begin({ ...facts, ...(call.turn && { turn: call.turn }) });
  const host = plannedHost({
    host: crib.host,
    effects: plan.effects,
    edits: approval?.edits ?? new Map<string, Uint8Array>(),
    ...(approval?.presented !== undefined && { presented: approval.presented }),
    session,
    hiddenVariables: crib.hiddenVariables(context),
    unasked: approval === undefined,
    journal,
    // Read anew: a person may have taken their time to answer.
    closedFiles: await crib.context(context.caller).closedFiles(),
    confinement: crib.confinement(context),
    noteCommand: (note) => commandNotes.push(note),
    noteFound,
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
      ...(agents && { startAgent: (wish) => agents.start(wish, { crib, session, callId: id, ...part }) }),
      call: (name, input) => executeCall(crib, session, { tool: name, input, within: id, ...part }, confirm),
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
