/** What a language would change when a file is moved: the paths in imports of it, in its own, and in settings. */
import type { FoundEdit } from "../../core/tools/knownCode";
import type { PlanContext } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { byFile, changedFile, type LanguageEdit } from "./languageEdits";

/** The files that change. A move is made without what cannot be changed. */
export interface MovedImports {
  /** The file that is moved, by its old path. */
  readonly own?: LanguageEdit;
  readonly others: readonly LanguageEdit[];
  /** What is not changed, and why. */
  readonly notes: readonly string[];
}

const clause = (error: ToolError) => error.message.replace(/\.$/, "");

async function editOf(
  target: ResolvedPath,
  place: ResolvedPath,
  { host, settings, signal }: PlanContext,
): Promise<FoundEdit | ToolError | undefined> {
  const wait = { limitMs: settings["code.waitMs"], signal };
  return host.code?.moved?.(target, place, wait).catch((error: unknown) => {
    if (error instanceof ToolError && error.code !== "cancelled") return error;
    throw error;
  });
}

/** The file as it would be written; a ToolError where it may not be, or does not fit the change. */
async function changeable(
  { target, edits }: FoundEdit["files"][number],
  context: PlanContext,
): Promise<LanguageEdit | ToolError | undefined> {
  try {
    const file = await changedFile(target, edits, undefined, context);
    const verdict = file && (await context.host.verdict(file.effect));
    return verdict?.kind === "deny" ? new ToolError("denied", verdict.reason) : file;
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
}

/** Asks the language of a file. Without one nothing changes, and nothing is said. */
export async function movedImports(
  target: ResolvedPath,
  place: ResolvedPath,
  context: PlanContext,
): Promise<MovedImports> {
  const edit = await editOf(target, place, context);
  if (edit instanceof ToolError) return { others: [], notes: [`Paths are not updated: ${clause(edit)}.`] };
  const files: LanguageEdit[] = [];
  const notes: string[] = [];
  for (const one of edit ? byFile(edit) : []) {
    const file = await changeable(one, context);
    if (file instanceof ToolError) notes.push(`Paths in ${one.target.shown} are not updated: ${clause(file)}.`);
    else if (file) files.push(file);
  }
  const own = files.find(({ effect }) => effect.target.real === target.real);
  return { ...(own && { own }), others: files.filter((file) => file !== own), notes };
}
