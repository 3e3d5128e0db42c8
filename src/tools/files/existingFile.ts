import { mistyped } from "../../core/calls/hosts/meantPlaces";
import type { FileStat } from "../../core/ports/files";
import { clause } from "../../core/text/clauses/clause";
import type { PlanContext } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside, relativeInside } from "../../core/vocabulary/paths";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import { decode, type Encoding, encode, mustHold } from "../../lib/edits/text/encoding";
import { keepLineEndings } from "../../lib/edits/text/lineEndings";
import { alikeNote } from "./alikeNote";

/** A file that is there, and what it holds. */
export interface ExistingFile {
  readonly bytes: Uint8Array;
  readonly stat: FileStat;
}

/**
 * The bytes of a file that is about to be changed; undefined when it does not exist.
 * @throws ToolError when it is no file, or when this agent does not know it as it is now (D-10).
 */
export async function readBeforeChange(target: ResolvedPath, context: PlanContext): Promise<Uint8Array | undefined> {
  return (await checkBeforeChange(target, context)) && context.host.read(target);
}

/** The same without its bytes, for a tool that has to fetch what it would write first. */
export async function checkBeforeChange(target: ResolvedPath, context: PlanContext): Promise<FileStat | undefined> {
  const stat = await changeable(target, context);
  if (stat) mustKnow(target, stat, context);
  else await mustBeMeant(target, context);
  return stat;
}

/** @throws ToolError `invalid_input` for a path that was hardly meant as it is written, where it would name a new file. */
async function mustBeMeant({ path, shown, root }: ResolvedPath, { host }: PlanContext): Promise<void> {
  if (root === undefined || !isInside(root, path)) return;
  const place = relativeInside(root, path);
  // A folder of such a name is there on purpose.
  const isFolderThere = (await host.stat(await host.resolve("..", path))) !== undefined;
  const start = isFolderThere ? place.lastIndexOf("/") + 1 : 0;
  const meant = mistyped(place.slice(start));
  if (meant === undefined) return;
  const whole = isInside(root, meant) ? relativeInside(root, meant) : place.slice(0, start) + meant;
  throw new ToolError(
    "invalid_input",
    `The path ${JSON.stringify(shown)} looks mistyped, so nothing was written: give ${shownPath(whole)}, or create a file of exactly that name with a command.`,
    { path, shown },
  );
}

/**
 * A file that is about to go away or to get another name.
 * @param known true when the agent must know what it holds (D-10): deleting loses the bytes, moving keeps them.
 * @throws ToolError `not_found`, `is_directory`, `unwritable` for a link, or by D-10.
 */
export async function fileToRemove(target: ResolvedPath, context: PlanContext, known: boolean): Promise<ExistingFile> {
  const { shown, path } = target;
  const stat = await changeable(
    target,
    context,
    "give the path of a file in it, or use run_command for the whole folder",
  );
  if (!stat)
    throw new ToolError(
      "not_found",
      `${shown} does not exist: check the path, or find it with find_files.${await alikeNote(target, context)}`,
      { path, shown },
    );
  if (await isLink(target, context))
    throw new ToolError(
      "unwritable",
      `${shownPath(path)} is a symbolic link to ${shown}: give the path of the target, or remove the link with a command.`,
      { path, shown },
    );
  if (known) mustKnow(target, stat, context);
  return { bytes: await context.host.read(target), stat };
}

/**
 * A file that is about to be changed by somebody who knows what it holds, such as a language: the agent need not (D-10).
 * @throws ToolError `not_found`, or when it is no file.
 */
export async function fileToRewrite(target: ResolvedPath, context: PlanContext): Promise<ExistingFile> {
  const { shown, path } = target;
  const stat = await changeable(target, context);
  if (!stat)
    throw new ToolError("not_found", `${shown} no longer exists, so nothing was written: repeat the call.`, { path });
  return { bytes: await context.host.read(target), stat };
}

/** @throws ToolError `exists` when there is something at a path where a file is to be created. */
export async function mustBeFree(target: ResolvedPath, { host }: PlanContext): Promise<void> {
  const { shown, path } = target;
  await host.mayWrite(target);
  const stat = await host.stat(target);
  if (stat?.kind === "directory")
    throw new ToolError("exists", `${shown} is a folder: give the whole path of a file that is to be in it.`, {
      path,
      shown,
    });
  if (stat)
    throw new ToolError("exists", `${shown} already exists: choose another name, or delete or edit that file first.`, {
      path,
      shown,
    });
}

/** True when the last name of the path is itself a link; a link on the way there is none. */
async function isLink({ path, real }: ResolvedPath, { host }: PlanContext): Promise<boolean> {
  const folder = await host.resolve("..", path);
  return real !== folder.real + path.slice(folder.path.length);
}

/** Whether the agent knows the file as it is now. */
export const isKnown = (target: ResolvedPath, stat: FileStat, { session }: PlanContext): boolean =>
  session.knows(target.real, stat) === "current";

/** @param instead what to do when it is a folder. */
async function changeable(
  target: ResolvedPath,
  { host }: PlanContext,
  instead = "give the path of a file in it",
): Promise<FileStat | undefined> {
  await host.mayWrite(target);
  const stat = await host.stat(target);
  const { shown, path } = target;
  if (stat?.kind === "directory")
    throw new ToolError("is_directory", `${shown} is a folder, not a file: ${instead}.`, { path });
  if (stat?.kind === "other")
    throw new ToolError("unwritable", `${shown} is a device, pipe or socket, not a file: it cannot be changed.`, {
      path,
    });
  return stat;
}

function mustKnow(target: ResolvedPath, stat: FileStat, { session, settings, traits }: PlanContext): void {
  if (!(settings.requireRead === "dialect" ? traits.requireRead : settings.requireRead)) return;
  const { shown, path } = target;
  const knowledge = session.knows(target.real, stat);
  if (knowledge === "unread")
    throw new ToolError(
      "not_read",
      `${shown} exists and has not been read yet: read it with read_file first, then repeat this call.`,
      { path },
    );
  if (knowledge === "stale")
    throw new ToolError(
      "stale",
      `${shown} has changed since it was read: read it again with read_file, then redo the change on its current content.`,
      { path },
    );
}

/**
 * Content that a file gets anew, as the file stores it: its encoding, its mark and its line endings stay (D-9, WR-9).
 * @throws ToolError `not_text`, or `invalid_input` when the encoding cannot hold the content.
 */
export async function stored(
  target: ResolvedPath,
  before: Uint8Array,
  content: string,
  { host }: PlanContext,
): Promise<{ readonly after: Uint8Array; readonly encoding: Encoding }> {
  const { text, encoding } = decode(before, target.shown, await host.encodingOf(target));
  mustHold(encoding, content, target.shown);
  return { after: encode(keepLineEndings(text, content), encoding), encoding };
}

/** What a person should know of a file that has several names. */
export async function linkNotes(target: ResolvedPath, { host }: PlanContext): Promise<string[]> {
  const stat = await host.stat(target);
  return stat && stat.links > 1
    ? [clause`This file has ${stat.links} hard links: the change appears under all of its names.`]
    : [];
}
