import type { ResolvedPath } from "../core/effect";
import type { PlanContext } from "../core/tool";
import { ToolError } from "../core/toolError";

/**
 * The bytes of a file that is about to be changed; undefined when it does not exist.
 * @throws ToolError when it is no file, or when this agent does not know it as it is now (D-10).
 */
export async function readBeforeChange(
  target: ResolvedPath,
  { host, session, settings, traits }: PlanContext,
): Promise<Uint8Array | undefined> {
  await host.mayWrite(target);
  const stat = await host.stat(target);
  if (!stat) return undefined;
  const { shown, path } = target;
  if (stat.kind === "directory")
    throw new ToolError("is_directory", `${shown} is a folder, not a file: name a file in it.`, { path });
  if (stat.kind === "other")
    throw new ToolError("unwritable", `${shown} is a device, pipe or socket, not a file: it cannot be changed.`, {
      path,
    });
  if (settings.requireRead === "dialect" ? traits.requireRead : settings.requireRead) {
    const knowledge = session.knows(target.real, stat);
    if (knowledge === "unread")
      throw new ToolError(
        "not_read",
        `${shown} exists and was not read yet: read it with read_file first, then repeat this call.`,
        { path },
      );
    if (knowledge === "stale")
      throw new ToolError(
        "stale",
        `${shown} has changed since it was read: read it again with read_file, then repeat the change on what it holds now.`,
        { path },
      );
  }
  return host.read(target);
}

/** What a person should know of a file that has several names. */
export async function linkNotes(target: ResolvedPath, { host }: PlanContext): Promise<string[]> {
  const stat = await host.stat(target);
  return stat && stat.links > 1
    ? [`This file has ${stat.links} hard links: the change shows under every one of its names.`]
    : [];
}
