/** What features keep and do beside calls; made once for all cribs of a window or process. */

import { basename } from "node:path";
import type { Crib } from "../core/calls/crib";
import type { AgentWorkspace } from "../core/ports/workspaces";
import type { AddedTools } from "../core/tools/addedTools";
import type { ToolResult } from "../core/tools/tool";
import { madeTool } from "../features/madeTools/madeTool";
import { MadeTools } from "../features/madeTools/madeTools";
import { Schedules, type UsableSchedule } from "../features/schedules/schedules";
import { SkillCatalog } from "../features/skills/skillCatalog";
import { SkillInstaller } from "../features/skills/skillInstaller";
import { TaskStore } from "../features/tasks/tasks";
import { TestRuns } from "../features/tests/testRuns";
import { Journal } from "../features/undo/journal";
import { rules } from "../policy";
import type { CribParts } from "./cribParts";

/** The features of one window or process that have something of their own beside calls. */
export interface Features {
  /** Changes to the person's folders, and how they are taken back. */
  readonly journal: Journal;
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
}

/** Features that tools stand on, so that they are there before the dialects are. */
export type ToolFeatures = Pick<Features, "tasks" | "schedules" | "testRuns">;

interface FeatureParts extends ToolFeatures {
  readonly parts: CribParts;
  readonly added: AddedTools;
  readonly context: Crib["context"];
  /** Puts on record what a person did. */
  note(event: string, detail: string): Promise<void>;
}

/** @param note puts on record what a person did. */
export const makeToolFeatures = ({ host, schedules }: CribParts, note: FeatureParts["note"]): ToolFeatures => ({
  tasks: new TaskStore(host.now),
  schedules: new Schedules({ ...schedules, note }),
  testRuns: new TestRuns(),
});

/** Makes the others. */
export function makeFeatures({
  parts,
  added,
  context,
  note,
  tasks,
  schedules,
  testRuns,
}: FeatureParts): Omit<Features, "runSchedule"> {
  const { host, madeTools: store } = parts;
  const journal = new Journal({ store: parts.journalStore, files: host.files, now: host.now, note });
  return {
    ...{ journal, tasks, schedules, testRuns },
    madeTools: new MadeTools({
      store,
      added,
      make: (tool, noticed) => madeTool(store, tool, noticed),
      note: (event, detail) => void note(event, detail),
    }),
    skills: new SkillCatalog({
      store: parts.skills,
      installer: new SkillInstaller({ files: host.files, journal, store: parts.skills, rules, context }),
      ownerOf: basename,
      note: (event, detail) => void note(event, detail),
    }),
  };
}
