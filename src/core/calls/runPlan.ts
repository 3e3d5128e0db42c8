/** Runs a plan that was judged and allowed, on a host that does exactly what was planned. */

import type { CallJournal, JournalEntryFacts } from "../journal/callJournal";
import { judgeReads, type RuleContext } from "../rules/rule";
import type { Session } from "../session/session";
import { cutToWidth } from "../text/displayWidth";
import type { RunContext, ToolResult } from "../tools/tool";
import { ToolCatalog } from "../tools/toolCatalog";
import type { ExecEffect } from "../vocabulary/effect";
import type { ExtraAccess } from "../vocabulary/extraAccess";
import type { Confirm, Yes } from "./approvals/answer";
import type { Call, JudgedCall } from "./call";
import { callFailure } from "./callFailures";
import type { Crib } from "./crib";
import { resultWithout } from "./hosts/givenValues";
import type { Guard } from "./hosts/guard";
import { isListed, liveFolders } from "./hosts/liveCommands";
import { namingRoom } from "./hosts/otherRoom";
import { plannedHost } from "./hosts/plannedHost";
import type { OpenCall } from "./openCall";

/** Makes a call that a running one is made of; see executeCall. */
export type MakeCall = (crib: Crib, session: Session, request: Call, confirm: Confirm) => Promise<ToolResult>;

/** What a run may make calls with. */
export interface NestedCalls {
  readonly make: MakeCall;
  /** How calls within this one are asked about. */
  readonly confirm: Confirm;
  /** Raises the session's taint by what this call has read so far, which what it hands on may come from. */
  raiseTaint(): Promise<void>;
}

/** Never rejects. @param answer absent when nobody was asked. */
export async function runPlan(
  open: OpenCall,
  crib: Crib,
  judged: JudgedCall,
  answer: Yes | undefined,
  nested: NestedCalls,
): Promise<ToolResult> {
  const { plan, tool, args, context } = judged;
  const { signal } = open.call;
  const facts = factsOf(open, judged);
  const journal = crib.journal.begin(facts, [], crib.workspace !== undefined);
  const commandNotes: string[] = [];
  const missed: [ExecEffect, ExtraAccess][] = [];
  const given: string[] = [];
  const host = plannedHost({
    ...(await guardOf(open, crib, judged, answer)),
    journal,
    async follow(effect) {
      if (verdictOn(judged, effect)?.changesNothing || !isListed(context, effect)) return undefined;
      return crib.live.begin({ facts, journal, ...(await liveFolders(context)) });
    },
    noteCommand: (note) => commandNotes.push(note),
    noteMissed(effect, access) {
      missed.push([effect, access]);
      if (context.isDeclined(effect, access)) commandNotes.push(notAskedAgain);
    },
    givenValues(content, real) {
      const values = context.secretValues(content, real);
      context.noteGivenValues(values);
      given.push(...values);
      return values;
    },
    givenSecret(secret) {
      const values = context.secretForms(secret);
      context.noteGivenValues(values);
      given.push(...values);
      return values;
    },
  });
  const written = plan.effects.filter((effect) => effect.kind === "write").map(({ target }) => target);
  const watch = written.length > 0 ? crib.watchWrites?.(written, context, signal) : undefined;
  try {
    const result = await plan.run({ host, ...surroundingsOf(open, crib, judged, nested) });
    const present = result.isError ? tool.presentFailure : tool.present;
    const worded = present?.(result, args);
    const text = worded === undefined ? result.text : withAfterwards(worded, result);
    const notes = [...commandNotes, answer?.note, await watch?.finish()].filter(Boolean);
    const whole = { ...result, text: [text, ...notes].join("\n\n") };
    // The command chooses the names of files as well.
    return withUndo(given.length > 0 ? resultWithout(given, whole) : whole, journal);
  } catch (error) {
    const told = await namingRoom(error, args, { crib, context, from: open.from });
    return withUndo(callFailure(told, tool, args), journal);
  } finally {
    watch?.stop();
    if (mayHaveChanged(judged)) context.noteChange();
    // After what came of the command itself, so that its own changes do not count as made since.
    for (const [effect, access] of missed) context.noteMissed(effect, access);
  }
}

/** Of what a command was after in vain. */
const notAskedAgain = "[The person has declined that twice for this command, and is not asked again.]";

/** Whether it wrote, or ran a command that may have. */
const mayHaveChanged = ({ plan: { effects }, byEffect }: JudgedCall): boolean =>
  effects.some(({ kind }, at) => {
    const { onlyReads, onLayer } = byEffect[at] ?? {};
    return kind === "write" || (kind === "exec" && !onlyReads && onLayer !== "held");
  });

const withAfterwards = (text: string, { afterwards }: ToolResult): string =>
  afterwards === undefined ? text : `${text}\n${afterwards}`;

const withUndo = (result: ToolResult, { undo }: CallJournal): ToolResult => (undo ? { ...result, undo } : result);

function factsOf({ id, session, call: { turn, within } }: OpenCall, { plan, tool }: JudgedCall): JournalEntryFacts {
  const exec = plan.effects.find((effect) => effect.kind === "exec");
  const line = plan.ofCommand ?? exec?.command;
  const command = line !== undefined && {
    command: { id: within ?? id, line: cutToWidth(firstLine(line), maxCommand) },
  };
  return { id, agent: session.agent, tool: tool.name, title: plan.title, ...(turn && { turn }), ...command };
}

const firstLine = (text: string) => text.trim().split("\n")[0] as string;

/** Of a command line, in a list. */
const maxCommand = 120;

/** What the planned host may do for this call, and what it reports. */
async function guardOf(
  { id, session, call, trace }: OpenCall,
  crib: Crib,
  judged: JudgedCall,
  answer: Yes | undefined,
): Promise<Omit<Guard, "journal" | "follow" | "noteCommand" | "noteMissed" | "givenValues" | "givenSecret">> {
  const { plan, context } = judged;
  const { settings } = context;
  const isUnasked = answer === undefined;
  // One that is given more was asked about for that alone, and stays held otherwise.
  const isHeld = (effect: ExecEffect) => isUnasked || effect.extra !== undefined;
  const onLayer = (effect: ExecEffect) => {
    const way = verdictOn(judged, effect)?.onLayer;
    return way === "held" && !isHeld(effect) ? "open" : way;
  };
  return {
    host: crib.host,
    effects: plan.effects,
    edits: answer?.edits ?? new Map<string, Uint8Array>(),
    ...(answer?.presented !== undefined && { presented: answer.presented }),
    ...(answer?.answers && { answers: answer.answers }),
    isApproved: answer?.by === "person",
    session,
    hiddenVariables: context.hiddenVariables(),
    // A yes to a command that reads is none to what git is configured to start, which may change something.
    isPlain: (effect) => context.caller.planMode || (isHeld(effect) && isKeptPlain(judged, effect)),
    // Read again: a person may have taken their time to answer.
    closedFiles: await crib.context(context.caller).closedFiles(),
    ownWorkspace: context.ownWorkspace,
    web: { userAgent: settings["web.userAgent"], asksRobots: settings["web.respectRobots"], signal: call.signal },
    hiddenByOtherNames: (reals) => hiddenByOtherNames(reals, context),
    judgeReads: (targets) => judgeReads(crib.rules, targets, context),
    reach: (effect) => context.reach(effect),
    confinement: (effect) =>
      context.confinement({
        ...effect,
        onlyReads: isHeld(effect) && (verdictOn(judged, effect)?.onlyReads ?? onLayer(effect) === "held"),
      }),
    onLayer,
    disk: context.diskGuard(),
    noteNeed: (effect) => context.noteNeed(effect),
    noteFound: (place) => trace.files.push(place),
    noteAnswered: (request) => trace.requests.push(request),
    async noteReaching(host) {
      const reached = [{ host, methods: [], sent: 0, received: 0 }];
      // What it prints may be read, and acted upon, before it has ended.
      await crib.responses.check({ text: "", isError: false }, judged, session, id, {
        files: [],
        requests: [],
        reached,
      });
    },
    noteReached(hosts) {
      trace.reached.push(...hosts);
      session.taint.addExchanged(hosts);
    },
  };
}

const verdictOn = ({ plan, byEffect }: JudgedCall, effect: ExecEffect) => byEffect[plan.effects.indexOf(effect)];

/**
 * Whether what programs are configured to do besides is switched off for a command that nobody was asked about. A person's
 * own rule about git means git as they have it; in its own workspace, and on a layer, an agent may run anything anyway.
 */
const isKeptPlain = (judged: JudgedCall, effect: ExecEffect): boolean => {
  const { freesGit, onLayer } = verdictOn(judged, effect) ?? {};
  return !freesGit && onLayer !== "held" && judged.context.inWorkspace !== true;
};

async function hiddenByOtherNames(reals: readonly string[], context: RuleContext): Promise<ReadonlySet<string>> {
  const named = (await context.otherNames?.(reals)) ?? new Map();
  return new Set(
    [...named].flatMap(([real, { secret, closed, isUnsure }]) =>
      (secret ?? closed ?? isUnsure) === undefined ? [] : [real],
    ),
  );
}

/** What a run may know and use beside the host. */
function surroundingsOf(
  { id, session, call, trace }: OpenCall,
  crib: Crib,
  { context }: JudgedCall,
  { make, confirm, raiseTaint }: NestedCalls,
): Omit<RunContext, "host"> {
  const { agents } = crib;
  const { settings, roots } = context;
  const { signal, turn, unordered } = call;
  const progress = (line: string) => call.progress?.(line);
  const part = { signal, progress, ...(turn && { turn }) };
  return {
    ...{ session, settings, roots, signal, progress },
    traits: crib.dialect.traits,
    hiddenGlobs: context.hiddenGlobs(),
    jobs: crib.jobs.of(session.agent),
    tools: new ToolCatalog(crib, session),
    ownAgents: () => (agents?.all() ?? []).filter(({ parent }) => parent === session.agent),
    ...(agents && { startAgent: (wish) => agents.start(wish, { crib, session, callId: id, ...part }) }),
    async call(name, input, privateInput) {
      // What it is given may come from what this one has read.
      await raiseTaint();
      const place = { within: id, privateInput, trace, ...(unordered && { unordered: true }) };
      return make({ ...crib, dialect: crib.ownDialect }, session, { tool: name, input, ...place, ...part }, confirm);
    },
  };
}
