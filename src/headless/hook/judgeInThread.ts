/** Judges a call where no window does; see hook.ts. */

import { once } from "node:events";
import { parentPort } from "node:worker_threads";
import { agentOf, failedVerdict, type HookVerdict } from "../../features/builtInTools/harness";
import { judgeBuiltIn } from "../../features/builtInTools/judgeBuiltIn";
import { hookFolderIn } from "../../features/builtInTools/node/hookPlaces";
import { shellFolderFiles } from "../../features/builtInTools/node/shellFolderFiles";
import { saveSession } from "../../node/state/sessionFiles";
import { type Machine, startMachine } from "../machine";
import type { MachineOptions } from "../machineOptions";
import { followWindowPlan } from "../mcp/windowPlan";
import type { ThreadTask } from "./hook";

/**
 * Tells the verdict on the call that the thread that started this one hands over.
 * @param before what is done first: the process ends with the answer.
 */
export async function judgeInThread(before: () => void = () => {}): Promise<void> {
  if (!parentPort) throw new Error("only a hook starts this thread");
  const [task] = (await once(parentPort, "message")) as [ThreadTask];
  const verdict = await verdictOn(task);
  before();
  parentPort.postMessage(verdict);
}

async function verdictOn(task: ThreadTask): Promise<HookVerdict> {
  try {
    const machine = await startMachine(machineOptionsOf(task));
    try {
      return await judgedBy(machine, task);
    } finally {
      await machine.close();
    }
  } catch (error) {
    return failedVerdict(error);
  }
}

/** As the workspace's window had it when it last told, else as the command line says. */
function machineOptionsOf({ options, call, place }: ThreadTask): MachineOptions {
  const agent = options.givenAgent ?? agentOf(call.harness, place !== undefined);
  const onlyJudges = true;
  if (!place) return { ...options, agent, onlyJudges };
  const { roots, stateFolder, sessionState, settings, trusted } = place;
  return { ...options, agent, roots, stateFolder, sessionState, settings, trusted, onlyJudges };
}

async function judgedBy({ crib, session, ...machine }: Machine, { call, place }: ThreadTask): Promise<HookVerdict> {
  if (place) followWindowPlan(session.plan, place.stateFolder)();
  const folders = shellFolderFiles(hookFolderIn(machine.stateFolder));
  const verdict = await judgeBuiltIn(
    { crib, session, ours: machine.toolNames, folders, terminal: process.env.SHELL },
    call,
    new AbortController().signal,
  );
  // What was read has to be known to the next call.
  await saveSession(machine.sessionState, session);
  return verdict;
}
