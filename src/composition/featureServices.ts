/** What features keep and do beside calls; made once for all cribs of a window or process. */

import { basename } from "node:path";
import type { Crib } from "../core/calls/crib";
import { LiveCommands } from "../core/calls/hosts/liveCommands";
import type { AgentWorkspace } from "../core/ports/workspaces";
import type { AddedTools } from "../core/tools/addedTools";
import type { ToolResult } from "../core/tools/tool";
import { approvedIn } from "../features/integrations/approvedIntegrations";
import { callIntegration, type IntegrationCall, type IntegrationRuns } from "../features/integrations/integrationCalls";
import { Integrations, type UsableIntegration } from "../features/integrations/integrations";
import { madeTool } from "../features/madeTools/madeTool";
import { MadeTools } from "../features/madeTools/madeTools";
import { RejectionComments } from "../features/needsYou/rejectionComments";
import { callScheduled, type FindDependencies } from "../features/schedules/scheduledRun";
import { ScheduleNews } from "../features/schedules/scheduleNews";
import type { ScheduleBook } from "../features/schedules/scheduleRuns";
import { Schedules, type UsableSchedule } from "../features/schedules/schedules";
import { describedSkill } from "../features/skills/node/skillFrontMatter";
import { SkillCatalog } from "../features/skills/skillCatalog";
import { SkillInstaller } from "../features/skills/skillInstaller";
import type { PersonalSkillStore, SkillServices } from "../features/skills/skillUse";
import { TaskStore } from "../features/tasks/tasks";
import { TestRuns } from "../features/tests/testRuns";
import { Journal } from "../features/undo/journal";
import type { AccessGrants } from "../features/workspaces/accessWish";
import type { IntegrationServices } from "../features/workspaces/integrationRun";
import { rules } from "../policy";
import type { CribParts } from "./cribParts";

/** The features of one window or process that have something of their own beside calls. */
export interface Features {
  /** Changes to the person's folders, and how they are taken back. */
  readonly journal: Journal;
  /** Commands that change them in their place. */
  readonly live: LiveCommands;
  readonly tasks: TaskStore;
  /** Tools that agents made. */
  readonly madeTools: MadeTools;
  /** Skills that agents wrote. */
  readonly skills: SkillCatalog;
  /** Work that agents arranged to run later. */
  readonly schedules: Schedules;
  /** Runs of tests by agents. */
  readonly testRuns: TestRuns;
  /** Makes the call that a run of an approved schedule is, in a workspace of its own (EX-5). Never rejects. */
  runSchedule(schedule: UsableSchedule, place: AgentWorkspace, signal: AbortSignal): Promise<ToolResult>;
  /** What schedules and approved integrations ran. */
  readonly book: ScheduleBook;
  /** What the person said when they rejected something that an agent made. */
  readonly rejectionComments: RejectionComments;
  /** Results of schedules for the agents' next sessions. */
  readonly scheduleNews: ScheduleNews;
  /** What people said of what those may reach. */
  readonly grants: AccessGrants;
  /** Programs that agents keep in their workspaces. */
  readonly integrations: Integrations;
  /** Runs one, or its tests, in a folder of its own. @throws ToolError while a run of it goes on. */
  runIntegration(integration: UsableIntegration, call: IntegrationCall): Promise<ToolResult>;
}

/** Where there is no home folder to look in. */
const noSkills: PersonalSkillStore = { all: async () => [], read: async () => undefined };

/** What runs wait for until the cribs are there. */
type Runs = Pick<Features, "runSchedule" | "runIntegration">;

/** Runs of schedules and integrations over a crib. */
export function runsOver({ crib, book, findDependencies, grants }: IntegrationRuns): Runs {
  return {
    runSchedule: (...run) => callScheduled(crib, findDependencies, ...run),
    runIntegration: (integration, call) => callIntegration({ crib, book, findDependencies, grants }, integration, call),
  };
}

/** Features that tools stand on, so that they are there before the dialects are. */
export type ToolFeatures = Pick<Features, "tasks" | "schedules" | "testRuns" | "book" | "integrations"> & {
  readonly findDependencies: FindDependencies;
  readonly integrationServices: IntegrationServices;
  readonly skillServices: SkillServices;
};

interface FeatureParts extends ToolFeatures {
  readonly parts: CribParts;
  readonly added: AddedTools;
  readonly context: Crib["context"];
  /** Puts on record what a person did. */
  note(event: string, detail: string): Promise<void>;
}

/**
 * @param note puts on record what a person did.
 * @param standard the crib in which approved work runs, asked for when it does.
 * @param skills asked for when they are used.
 */
export function makeToolFeatures(
  { host, schedules, integrations: store, grants }: CribParts,
  note: FeatureParts["note"],
  standard: () => Crib,
  skills: () => SkillCatalog,
): ToolFeatures {
  const { findDependencies } = schedules;
  const book = schedules.bookFor(host.now, () => standard().context().givenValues?.() ?? []);
  const integrations = new Integrations({ store, note });
  const runs = () => ({ crib: standard(), book, findDependencies, grants });
  return {
    tasks: new TaskStore(host.now),
    schedules: new Schedules({ ...schedules, note }),
    testRuns: new TestRuns(),
    ...{ book, findDependencies, integrations },
    skillServices: { all: () => skills().all(), describe: describedSkill, personal: () => skills().personal },
    integrationServices: { grants, approved: approvedIn(integrations, runs) },
  };
}

/** Makes the others. */
export function makeFeatures({
  parts,
  added,
  context,
  note,
  tasks,
  schedules,
  testRuns,
  book,
  integrations,
  integrationServices,
}: FeatureParts): Omit<Features, keyof Runs> {
  const { host, madeTools: store } = parts;
  const live: LiveCommands = new LiveCommands(host.shell.checkpoints, () => journal, context);
  const journal: Journal = new Journal({ store: parts.journalStore, files: host.files, now: host.now, live, note });
  return {
    ...{ journal, live, tasks, schedules, testRuns, book, integrations },
    grants: parts.grants,
    rejectionComments: new RejectionComments(),
    scheduleNews: new ScheduleNews(schedules, book, parts.workspaces.isElsewhere),
    madeTools: new MadeTools({
      store,
      added,
      make: (tool, noticed) => madeTool(store, tool, noticed, integrationServices.approved),
      note: (event, detail) => void note(event, detail),
    }),
    skills: new SkillCatalog({
      store: parts.skills,
      personal: parts.disk?.personalSkills(() => context().home) ?? noSkills,
      installer: new SkillInstaller({ files: host.files, journal, store: parts.skills, rules, context }),
      ownerOf: basename,
      note: (event, detail) => void note(event, detail),
    }),
  };
}
