/** Every tool; a new one is a file here and a line below. */
import type { AnyTool } from "../core/tools/tool";
import { callHierarchy } from "../features/codeIntelligence/callHierarchy";
import { codeAction } from "../features/codeIntelligence/codeAction";
import { diagnostics } from "../features/codeIntelligence/diagnostics";
import { findReferences } from "../features/codeIntelligence/findReferences";
import { findSymbol } from "../features/codeIntelligence/findSymbol";
import { formatCode } from "../features/codeIntelligence/formatCode";
import { goTo } from "../features/codeIntelligence/goTo";
import { hover } from "../features/codeIntelligence/hover";
import { renameSymbol } from "../features/codeIntelligence/renameSymbol";
import { typeHierarchy } from "../features/codeIntelligence/typeHierarchy";
import { debugBreakpoints } from "../features/debugging/debugBreakpoints";
import { debugEvaluate } from "../features/debugging/debugEvaluate";
import { debugStack } from "../features/debugging/debugStack";
import { debugStart } from "../features/debugging/debugStart";
import { debugStep } from "../features/debugging/debugStep";
import { debugStop } from "../features/debugging/debugStop";
import { debugVariables } from "../features/debugging/debugVariables";
import { gitCommit } from "../features/git/gitCommit";
import { gitRestore } from "../features/git/gitRestore";
import { gitStash } from "../features/git/gitStash";
import { createTool } from "../features/madeTools/createTool";
import { recall } from "../features/memory/recall";
import { remember } from "../features/memory/remember";
import { editNotebook } from "../features/notebooks/editNotebook";
import { runCell } from "../features/notebooks/runCell";
import { askUser } from "../features/questions/askUser";
import { scheduleCreate } from "../features/schedules/scheduleCreate";
import { scheduleList } from "../features/schedules/scheduleList";
import type { ScheduleBook } from "../features/schedules/scheduleRuns";
import type { Schedules } from "../features/schedules/schedules";
import { serve } from "../features/servers/serve";
import { skillSave } from "../features/skills/skillSave";
import { type SkillServices, skillList, skillRead } from "../features/skills/skillUse";
import { runAgent } from "../features/subAgents/runAgent";
import { taskCreate } from "../features/tasks/taskCreate";
import { taskList } from "../features/tasks/taskList";
import type { TaskStore } from "../features/tasks/tasks";
import { taskUpdate } from "../features/tasks/taskUpdate";
import { runTests } from "../features/tests/runTests";
import type { TestRuns } from "../features/tests/testRuns";
import { webSearch } from "../features/webSearch/webSearch";
import { execRun } from "../features/workspaces/execRun";
import { execLs, execRead, execWrite } from "../features/workspaces/execTools";
import { integrationCreate } from "../features/workspaces/integrationCreate";
import { type IntegrationServices, integrationRun } from "../features/workspaces/integrationRun";
import { callTool } from "../tools/callTool";
import { jobOutput } from "../tools/commands/jobOutput";
import { jobStop } from "../tools/commands/jobStop";
import { runCommand } from "../tools/commands/runCommand";
import { applyPatch } from "../tools/files/applyPatch";
import { deleteFile } from "../tools/files/deleteFile";
import { editFile } from "../tools/files/editFile";
import { gitignore } from "../tools/files/gitignore";
import { listDirectory } from "../tools/files/listDirectory";
import { moveFile } from "../tools/files/moveFile";
import { readFile } from "../tools/files/readFile";
import { writeFile } from "../tools/files/writeFile";
import { findFiles } from "../tools/search/findFiles";
import { searchText } from "../tools/search/searchText";
import { submitPlan } from "../tools/submitPlan";
import { toolSearch } from "../tools/toolSearch";
import { downloadFile } from "../tools/web/downloadFile";
import { webFetch } from "../tools/web/webFetch";

/** What tools of features need beside the call. */
export interface ToolServices {
  readonly tasks: TaskStore;
  readonly schedules: Schedules;
  readonly testRuns: TestRuns;
  readonly book: ScheduleBook;
  readonly integrationServices: IntegrationServices;
  readonly skillServices: SkillServices;
}

export const makeTools = ({ tasks, schedules, testRuns, book, integrationServices, skillServices }: ToolServices) =>
  ({
    readFile,
    writeFile,
    editFile,
    applyPatch,
    editNotebook,
    runCell,
    moveFile,
    deleteFile,
    listDirectory,
    findFiles,
    searchText,
    findSymbol,
    findReferences,
    goTo,
    callHierarchy,
    typeHierarchy,
    hover,
    diagnostics: diagnostics(),
    renameSymbol,
    codeAction,
    formatCode,
    gitignore,
    gitCommit,
    gitRestore,
    gitStash,
    runCommand,
    runTests: runTests(testRuns),
    serve,
    debugStart,
    debugBreakpoints,
    debugStep,
    debugStack,
    debugVariables,
    debugEvaluate,
    debugStop,
    jobOutput,
    jobStop,
    webFetch,
    webSearch,
    downloadFile,
    submitPlan,
    askUser,
    remember,
    recall,
    runAgent,
    taskCreate: taskCreate(tasks),
    taskList: taskList(tasks),
    taskUpdate: taskUpdate(tasks),
    toolSearch,
    callTool,
    createTool,
    execWrite,
    execRead,
    execRun: execRun(integrationServices.grants),
    execLs,
    integrationCreate,
    integrationRun: integrationRun(integrationServices),
    scheduleCreate: scheduleCreate(schedules),
    scheduleList: scheduleList(schedules, book),
    skillSave,
    skillList: skillList(skillServices),
    skillRead: skillRead(skillServices),
  }) satisfies Record<string, AnyTool>;

/** The tools by the key under which dialects know them. */
export type Tools = ReturnType<typeof makeTools>;
