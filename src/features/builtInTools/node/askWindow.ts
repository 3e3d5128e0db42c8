/** Has a running window judge, which has the policy loaded already. */

import { lstat } from "node:fs/promises";
import { connect } from "node:net";
import { isOwnAlone } from "../../../node/state/ownFolder";
import type { BuiltInCall, HookVerdict } from "../harness";
import { firstLine, maxVerdictBytes, readAnswer, writtenCall } from "./hookMessages";

/** Whether a socket is one that only this user can have made. A pipe's random name is known from the person's profile alone. */
async function isTrusted(socket: string): Promise<boolean> {
  if (process.platform === "win32") return socket.startsWith("\\\\.\\pipe\\toolcrib-");
  const stat = await lstat(socket);
  return stat.isSocket() && isOwnAlone(stat);
}

/**
 * Undefined where no window answers in time, or answers anything but a verdict: then the hook judges itself. Never rejects.
 * @param limitMs milliseconds until the window is not waited for any longer.
 */
export async function askWindow(socket: string, call: BuiltInCall, limitMs: number): Promise<HookVerdict | undefined> {
  try {
    if (!(await isTrusted(socket))) return undefined;
    const answer = await asked(socket, call, limitMs);
    return answer === "elsewhere" ? undefined : answer;
  } catch {
    return undefined;
  }
}

async function asked(path: string, call: BuiltInCall, limitMs: number) {
  const socket = connect(path);
  const limit = setTimeout(() => socket.destroy(new Error("the window did not answer in time")), limitMs);
  try {
    const line = firstLine(socket, maxVerdictBytes);
    socket.write(writtenCall(call));
    return readAnswer(await line);
  } finally {
    clearTimeout(limit);
    socket.destroy();
  }
}
