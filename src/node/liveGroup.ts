/** Whether anything of a process group still runs. */
import { readdir, readFile } from "node:fs/promises";

/** True when the system knows the group, be it by a process that has ended and was not collected yet. */
export const signalGroup = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    // ESRCH: nothing of the group is left, which is what was wanted.
    return false;
  }
};

/**
 * Whether a process of the group runs. In a container the first process may collect the ended ones late or never, so
 * those are looked for and not counted.
 */
export async function isGroupRunning(pid: number): Promise<boolean> {
  if (!signalGroup(pid, 0)) return false;
  if (process.platform !== "linux") return true;
  try {
    const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
    const running = await Promise.all(names.map((name) => runsIn(pid, name)));
    return running.includes(true);
  } catch {
    // Without /proc the system's word has to do.
    return true;
  }
}

/** The line reads `PID (NAME) STATE PARENT GROUP …`, and the name may hold anything. */
async function runsIn(group: number, name: string): Promise<boolean> {
  const line = await readFile(`/proc/${name}/stat`, "latin1").catch(() => "");
  const [state = "", , itsGroup] = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return Number(itsGroup) === group && !/^[ZX]/.test(state);
}
