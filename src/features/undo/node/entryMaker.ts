/** The process that makes the changes of a journal's entry (D-17). */
import {
  isProcessRunning,
  type ProcessName,
  processNamespace,
  thisProcess,
} from "../../../node/files/writing/processName";

/** A process, and where its number means something. */
export interface EntryMaker extends ProcessName {
  readonly namespace: string;
}

/** Milliseconds after which a process that cannot be looked at from here, as in another container, is taken for gone. */
const unseenMs = 24 * 60 * 60 * 1000;

/** This process. */
export const thisMaker = async (): Promise<EntryMaker> => ({
  ...(await thisProcess()),
  namespace: await processNamespace(),
});

/** Whether it makes no changes any longer. @param time of its entry, in milliseconds since 1970. */
export async function isGone(maker: EntryMaker, time: number): Promise<boolean> {
  if (maker.namespace !== (await processNamespace())) return Date.now() - time > unseenMs;
  return !(await isProcessRunning(maker));
}
