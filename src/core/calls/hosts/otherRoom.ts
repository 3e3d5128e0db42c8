/** Names the room that a path was meant for: an agent works in the person's folders and in a workspace of its own (EX-3). */
import type { PlanHost } from "../../tools/tool";
import type { ResolvedPath } from "../../vocabulary/effect";
import { ToolError } from "../../vocabulary/toolError";
import type { CallPolicy } from "../callPolicy";
import type { Crib } from "../crib";
import { planHost } from "./planHost";

/** Absolute paths of every system, and those in a home. */
const anchored = /^(?:[\\/~]|[A-Za-z]:)/;

/** What tools of all dialects call the path that they are given. */
const pathNames = ["path", "file_path", "absolute_path", "file", "directory", "cwd"] as const;

async function found(host: PlanHost, path: string, rooms: readonly string[]): Promise<ResolvedPath | undefined> {
  for (const room of rooms) {
    const target = await host.resolve(path, room);
    if (await host.stat(target)) return target;
  }
  return undefined;
}

/** Where a call works, and where it was made. */
export interface CallRooms {
  readonly crib: Crib;
  readonly context: CallPolicy;
  /** In which it was made: the person's, also of a call that works in the agent's workspace. */
  readonly from: Crib;
}

/**
 * Every look into the other room is judged as a call there, so that what the agent may not see is not named either.
 * @param error of a call that found nothing under a path.
 * @param args of the call, by its dialect's names.
 * @returns the same, with where the path leads to something.
 */
export async function namingRoom(
  error: unknown,
  args: Readonly<Record<string, unknown>>,
  { crib, context, from }: CallRooms,
): Promise<unknown> {
  if (!(error instanceof ToolError) || error.code !== "not_found") return error;
  const path = pathNames.map((name) => args[name]).find((value) => typeof value === "string");
  if (typeof path !== "string" || path === "" || anchored.test(path)) return error;
  const { inWorkspace, workspace = [], ownWorkspace } = context;
  const host = inWorkspace
    ? planHost(from, from.context(context.caller), new Set())
    : planHost(crib, context, new Set());
  const rooms = inWorkspace ? workspace : ownWorkspace === undefined ? [] : [ownWorkspace];
  const there = await found(host, path, rooms).catch(() => undefined);
  if (!there) return error;
  const where = inWorkspace
    ? "is in the person's folder, and this call works in your own workspace: use a tool for the person's folder"
    : "is in your own workspace, and this call works in the person's folder: use an exec tool";
  return new ToolError(error.code, `${error.message} ${path} ${where}, or the path ${there.path}.`, error.details);
}
