/** What both hosts put together in the same way; each brings its own machine, configuration and questions. */

import { Approvals } from "../core/calls/approvals/approvals";
import { allHooks } from "../core/calls/beside/hooks";
import type { NewsSource } from "../core/calls/beside/news";
import type { Crib } from "../core/calls/crib";
import { Jobs } from "../core/jobs/jobs";
import { AddedTools } from "../core/tools/addedTools";
import type { Dialect } from "../core/tools/dialect";
import { registeredName } from "../core/tools/registeredNames";
import type { DialectName } from "../core/vocabulary/dialectNames";
import { forEveryDialect, makeDialects } from "../dialects";
import { Audit } from "../features/audit/audit";
import { failureTeller } from "../features/hooks/hookFailures";
import { ListenerHooks } from "../features/hooks/listenerHooks";
import { UserHooks } from "../features/hooks/userHooks";
import { rules } from "../policy";
import { ClassifiedResponses } from "../policy/confidentiality/classifiedResponses";
import { taintByCaller } from "../policy/confidentiality/workspaceTaint";
import { redacted } from "../policy/secrets/redaction";
import { makeTools } from "./allTools";
import type { CribParts } from "./cribParts";
import { CribsElsewhere } from "./cribsElsewhere";
import { type Features, makeFeatures, makeToolFeatures, runsOver } from "./featureServices";
import { type RecordingPorts, recordingIn } from "./recording";
import { RuleContexts } from "./ruleContexts";

export { unplantable } from "../policy/files/confinement";
export { checkRule } from "../policy/policyFiles/commandRules";
export { allowsDialect } from "../policy/policyFiles/policyFileRule";
export { PolicyReader, problemsInPolicy } from "../policy/policyFiles/policyReader";
export { placeProblems, problemsInSettings } from "../policy/policyFiles/settingsText";
export { redacted } from "../policy/secrets/redaction";
export type { DialectName };

/** What is put together: one crib for each dialect over the same parts, and the features beside them. */
export interface MadeCribs {
  readonly cribs: Readonly<Record<DialectName, Crib>>;
  readonly features: Features;
}

/** Puts the parts together. */
export function makeCribs(parts: CribParts): MadeCribs {
  const { host, workspaces } = parts;
  const warn = (text: string) => parts.warn(text);
  const audit = new Audit({ store: parts.auditStore, now: host.now, redact: redacted, warn });
  const note = audit.note.bind(audit);
  const noteOfPerson = (event: string, detail: string) => audit.note(event, "person", detail);
  const approvals = new Approvals({ store: parts.approvalStore, now: host.now, note: noteOfPerson });
  const contexts = new RuleContexts({ ...parts, approvals, audit });
  const context = contexts.on(host);
  const jobs = new Jobs(parts.outputLogs, host.now);
  const toolFeatures = makeToolFeatures(
    parts,
    noteOfPerson,
    () => cribs.standard,
    () => features.skills,
  );
  const dialects = makeDialects(makeTools(toolFeatures));
  const added = new AddedTools(namesIn(dialects));
  const features = makeFeatures({ parts, added, context, note: noteOfPerson, ...toolFeatures });
  const followers = [features.madeTools, features.skills, features.schedules, features.integrations];
  const recording = recordingPorts(parts, { audit, jobs, followers, context });
  const shared = {
    ...{ host, rules, context, approvals, jobs, added, workspaces },
    journal: features.journal,
    live: features.live,
    ownDialect: dialects.standard,
    hooks: hooksOf(parts, note),
    responses: new ClassifiedResponses({ context, now: host.now, note, taintWorkspace: workspaces.taint }),
    news: newsOf(parts, jobs, features),
    log: recordingIn(recording),
    ...(parts.agents && { agents: parts.agents }),
    ...(parts.askModel && { askModel: parts.askModel }),
    ...(parts.watchWrites && { watchWrites: parts.watchWrites }),
  };
  const elsewhere = new CribsElsewhere({ parts, contexts, recording, note: noteOfPerson });
  const cribs: MadeCribs["cribs"] = forEveryDialect((name) => {
    const crib: Crib = {
      ...shared,
      dialect: dialects[name],
      boundTo: (root) => elsewhere.boundTo(crib, root),
      inWorkspace: (agent) => elsewhere.inWorkspace(crib, agent),
      apart: (workspace) => elsewhere.apart(crib, workspace),
    };
    return crib;
  });
  return {
    cribs,
    features: { ...features, ...runsOver({ ...toolFeatures, ...features, crib: cribs.standard }) },
  };
}

const recordingPorts = (
  parts: CribParts,
  { context, ...ports }: Pick<RecordingPorts, "audit" | "jobs" | "followers"> & Pick<Crib, "context">,
): RecordingPorts => ({
  ...ports,
  execHistory: parts.execHistory,
  before: async ({ judged }) => judged && taintByCaller(judged, parts.workspaces.taint),
  warn: (text) => parts.warn(text),
  log: (record) => parts.log?.(record),
  isStrict: ({ judged }) => (judged?.context ?? context()).settings["audit.strict"],
});

function hooksOf(parts: CribParts, note: Audit["note"]): Crib["hooks"] {
  const tell = failureTeller({ warn: (text) => parts.warn(text), note });
  return allHooks([
    new UserHooks({ run: parts.runHook, tell }),
    ...(parts.listeners ? [new ListenerHooks(parts.listeners, tell)] : []),
  ]);
}

/** What agents are told of beside their calls, in this order. */
export function newsOf(
  { agents }: Pick<CribParts, "agents">,
  jobs: Jobs,
  {
    tasks,
    scheduleNews,
    rejectionComments,
    journal,
  }: Pick<Features, "tasks" | "scheduleNews" | "rejectionComments" | "journal">,
): readonly NewsSource[] {
  return [
    journal.cutOff,
    ...(agents ? [agents] : []),
    { tool: "job_output", news: (agent) => newsIn(jobs.of(agent).news()) },
    { news: (agent) => newsIn(tasks.news(agent)) },
    scheduleNews,
    rejectionComments,
  ];
}

const newsIn = (texts: readonly string[]) => texts.map((text) => ({ text }));

const namesOf = (dialect: Dialect): string[] =>
  dialect.tools.flatMap(({ name, aliases, tool }) => [
    ...[name, tool.name, ...aliases],
    registeredName(dialect.name, name),
  ]);

/** Every dialect is made for the first name that is asked for, and none before. */
function namesIn(dialects: Readonly<Record<DialectName, Dialect>>): Pick<ReadonlySet<string>, "has"> {
  let names: ReadonlySet<string> | undefined;
  return {
    has(name) {
      names ??= new Set(Object.values(dialects).flatMap(namesOf));
      return names.has(name);
    },
  };
}
