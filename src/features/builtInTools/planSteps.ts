/** The steps of a built-in tool as a plan of effects, which our own tools make where they can. */

import { resolve } from "node:path";
import type { Crib } from "../../core/calls/crib";
import { Denial } from "../../core/rules/denial";
import { findTool } from "../../core/tools/dialect";
import type { Plan, PlanContext } from "../../core/tools/tool";
import { translate } from "../../core/tools/translate";
import type { Effect, ResolvedPath } from "../../core/vocabulary/effect";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import type { HarnessShell } from "./harnessShell";
import { shownStep } from "./shownStep";
import type { Step } from "./steps";

/** What planning needs beside the steps. */
export interface StepsPlanning {
  readonly ownDialect: Crib["ownDialect"];
  /** Absolute path of the folder in which the harness works. */
  readonly cwd: string;
  /** Where earlier commands may have led the harness's shell, as command lines; see ShellFolders. */
  readonly moves: readonly string[];
  /** The shell of the harness where it is another than Toolcrib's own may be. */
  readonly shell?: HarnessShell | undefined;
}

/** Which path is meant; what is copied from a result of ours is read back by the host, so what is not is written that way. */
const inFolder = (path: string, cwd: string): string =>
  shownPath(/^(?:~|[A-Za-z][A-Za-z0-9+.-]+:\/\/)/.test(path) ? path : resolve(cwd, path));

/** @throws ToolError for a path that no file has. */
const placeOf = (path: string, cwd: string, { host }: PlanContext): Promise<ResolvedPath> =>
  host.resolve(inFolder(path, cwd));

/** Only what our tools refuse to plan for reasons of their own is planned by its path instead. */
async function ownPlan(name: string, input: object, { ownDialect }: StepsPlanning, context: PlanContext) {
  const tool = findTool(ownDialect, name);
  if (!tool) throw new ToolError("internal", `There is no tool ${name} to plan with.`);
  try {
    return (await tool.tool.plan(translate(tool, input).input, context)).effects;
  } catch (error) {
    if (error instanceof ToolError && !(error instanceof Denial)) return undefined;
    throw error;
  }
}

/** A change of which only the place is known, and what is put there. */
async function changeOf(target: ResolvedPath, content: string, { host }: PlanContext): Promise<Effect> {
  const before = (await host.stat(target)) ? new Uint8Array() : undefined;
  return { kind: "write", target, before, after: Buffer.from(content) };
}

/** As the most lenient reader takes it: one that is only a line of context names a file too many, which does no harm. */
const patchHeader = /^[^\S\n]*\*\*\*[^\S\n]*(?:(?:Add|Update|Delete)[^\S\n]+File|Move[^\S\n]+to)[^\S\n]*:(.+)$/gim;

/** The patch with absolute paths, and those paths: the harness's folder need not be the first root. */
function patchIn(patch: string, cwd: string): { readonly patch: string; readonly paths: readonly string[] } {
  const paths: string[] = [];
  const absolute = patch.replace(patchHeader, (line, named: string) => {
    const path = named.trim();
    if (path === "") return line;
    paths.push(path);
    return `${line.slice(0, line.indexOf(":") + 1)} ${inFolder(path, cwd)}`;
  });
  if (paths.length === 0)
    throw new ToolError(
      "invalid_input",
      "Toolcrib cannot tell which files this patch changes: give it in the form *** Begin Patch with *** Update File lines.",
    );
  return { patch: absolute, paths };
}

/** The folder in which a glob begins: everything before its first pattern character. */
function folderOfGlob(pattern: string): string {
  const fixed = pattern.split(/[\\/]/);
  const end = fixed.findIndex((part) => /[*?[{(!]/.test(part));
  const folder = (end < 0 ? fixed : fixed.slice(0, end)).join("/");
  return folder === "" && /^[\\/]/.test(pattern) ? "/" : folder;
}

const climbs = (pattern: string) => /(^|[\\/{,(|])\.\.([\\/},)|]|$)/.test(pattern);

async function findEffects(path: string, pattern: string, planning: StepsPlanning, context: PlanContext) {
  const base = await placeOf(path, planning.cwd, context);
  const start = await placeOf(resolve(base.path, folderOfGlob(pattern)), planning.cwd, context);
  const rest = pattern.slice(folderOfGlob(pattern).length);
  if (climbs(rest))
    throw new ToolError(
      "invalid_input",
      `Toolcrib cannot tell which folders the pattern ${JSON.stringify(pattern)} leads to: name the folder without "..".`,
    );
  return [base, start].map((target): Effect => ({ kind: "list", target }));
}

async function commandEffects(
  { command, language, cwd, background }: Extract<Step, { does: "run" }>,
  planning: StepsPlanning,
  context: PlanContext,
): Promise<Effect[]> {
  if (command.includes("\0"))
    throw new ToolError("invalid_input", "The command contains a NUL character, which no shell accepts: remove it.");
  const { shell } = planning;
  const read = shell && "language" in shell ? shell.language : context.host.shellLanguage();
  const written = language ?? read;
  const effect = {
    kind: "exec",
    command,
    ...(written !== "bash" && { language: written }),
    cwd: await placeOf(planning.cwd, planning.cwd, context),
    timeoutMs: context.settings.limits.commandTimeoutMs,
    ...(background && { background }),
  } as const;
  const moved = planning.moves.length > 0 && { ...effect, command: [...planning.moves, command].join("\n") };
  const named = cwd !== undefined && { ...effect, cwd: await placeOf(cwd, planning.cwd, context) };
  // The shell may still be where it was, and a harness may not know an argument for its folder: all have to be fine.
  const all = [effect, ...(moved ? [moved] : []), ...(named ? [named] : [])];
  if (language || !shell || "language" in shell) return all;
  // What is denied in our own reading stays denied; for the rest nobody here knows what that shell makes of it.
  return [...all, { kind: "delegate", to: `terminal's shell ${shell.strange}`, prompt: command, readOnly: false }];
}

async function effectsOf(step: Step, planning: StepsPlanning, context: PlanContext): Promise<readonly Effect[]> {
  const place = (path: string) => placeOf(path, planning.cwd, context);
  const own = (name: string, input: object) => ownPlan(name, input, planning, context);
  switch (step.does) {
    case "run":
      return commandEffects(step, planning, context);
    case "write": {
      const path = inFolder(step.path, planning.cwd);
      const planned = await own("write_file", { path, content: step.content });
      return planned?.length ? planned : [await changeOf(await place(step.path), step.content, context)];
    }
    case "edit": {
      const path = inFolder(step.path, planning.cwd);
      const text = step.edits.map(({ new_string }) => new_string).join("\n");
      const planned = await own("edit_file", { path, edits: step.edits });
      return planned?.length ? planned : [await changeOf(await place(step.path), text, context)];
    }
    case "patch": {
      const { patch, paths } = patchIn(step.patch, planning.cwd);
      const planned = await own("apply_patch", { patch });
      const targets = await Promise.all(paths.map(place));
      // What the plan leaves out, as a header that only this harness takes for one, is written all the same.
      const missing = targets.filter(
        ({ real }) => !planned?.some((one) => "target" in one && one.target.real === real),
      );
      const others = missing.map((target) => changeOf(target, step.patch, context));
      return [...(planned ?? []), ...(await Promise.all(others))];
    }
    case "change":
      return [await changeOf(await place(step.path), step.content, context)];
    case "read": {
      const target = await place(step.path);
      const isFolder = (await context.host.stat(target))?.kind === "directory";
      return [{ kind: isFolder ? "list" : "read", target }];
    }
    case "list":
      return [{ kind: "list", target: await place(step.path) }];
    case "find":
      return findEffects(step.path, step.pattern, planning, context);
    case "fetch":
      return [{ kind: "fetch", url: step.url, method: "GET" }];
    case "delegate":
      return [{ kind: "delegate", to: step.to, prompt: step.prompt, ...(step.readOnly && { readOnly: true }) }];
  }
}

/** @throws ToolError when it cannot be told what the steps would do. */
export async function planSteps(steps: readonly Step[], planning: StepsPlanning, context: PlanContext): Promise<Plan> {
  const effects: Effect[] = [];
  for (const step of steps) effects.push(...(await effectsOf(step, planning, context)));
  return {
    title: steps.map(shownStep).join("; "),
    effects,
    run: () => Promise.reject(new ToolError("internal", "The harness makes this call itself.")),
  };
}
