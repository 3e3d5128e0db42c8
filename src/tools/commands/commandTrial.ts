/** Trying a command: it runs on a layer, and what it changed is proposed as changes of files, reviewed like any. */

import type { CommandLayer, LayerChange } from "../../core/ports/layer";
import type { CommandOutcome } from "../../core/ports/shell";
import { Denial } from "../../core/rules/denial";
import { cutToWidth } from "../../core/text/displayWidth";
import type { Plan, PlanContext, PlanHost, RunContext, ToolResult } from "../../core/tools/tool";
import type { WriteEffect } from "../../core/vocabulary/effect";
import { shownBelow } from "../../core/vocabulary/paths";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";

/** Handed to a tool that runs commands: its command is tried. No model can write it. */
export class CommandTrial {}

/** Handed by a trial to the call that proposes what the command changed. */
export class CommandChanges {
  constructor(
    /** The command's first line. */
    readonly command: string,
    readonly changes: readonly LayerChange[],
  ) {}
}

/** What came of the changes of a command that was tried. */
export interface TrialData {
  /** Shown paths of the files that were written. */
  readonly applied: readonly string[];
  /** What was not, as a sentence each without its full stop. */
  readonly leftOut: readonly string[];
}

const nothingChanged: TrialData = { applied: [], leftOut: [] };

/** Bytes of all files together, before and after: a person has to look at them, and they are kept for undo. */
const maxBytes = 64 * 1024 * 1024;

/** For the person who is asked. */
export const trialNote =
  "It runs on a copy-on-write layer over the workspace: nothing is changed before you have seen what it would change.";

/** What a trial looks at of the wish to run a command. */
interface TriedWish {
  readonly command: string;
  readonly background: boolean;
  readonly tty: boolean;
  readonly outside_sandbox: boolean;
}

/** @throws ToolError `invalid_input` for what cannot be tried. */
export function checkTrial({ background, tty, outside_sandbox }: TriedWish): void {
  if (background || tty || outside_sandbox)
    throw new ToolError(
      "invalid_input",
      "A command in the background, in a terminal or outside the sandbox cannot be tried: leave that out, or run it.",
    );
}

const sizeOf = ({ before, after }: LayerChange) => (before?.size ?? 0) + (after?.size ?? 0);

const isContent = ({ before, after }: LayerChange) => before !== undefined || after !== undefined;

/** What goes makes room for what comes: a folder may stand where a file belongs. */
const byRoom = (one: WriteEffect, other: WriteEffect) =>
  Number(one.after !== undefined) - Number(other.after !== undefined);

/** One change as an effect, or why it is left out, as a clause about the file. */
async function effectOf(change: LayerChange, host: PlanHost): Promise<WriteEffect | string> {
  const { path, before, after, emptied } = change;
  try {
    const target = await host.resolve(path);
    if (target.real !== path) return "now leads to another file";
    await host.mayWrite(target);
    const mode = before ? (after ? undefined : before.mode) : after?.mode;
    return {
      kind: "write",
      target,
      before: await before?.read(),
      after: await after?.read(),
      ...(mode !== undefined && { mode: mode & 0o777 }),
      ...(emptied && { emptied }),
    };
  } catch (error) {
    return `was not changed (${error instanceof Denial ? error.reason : messageOf(error)})`;
  }
}

/**
 * Plans to make the changes that a command made on its layer.
 * @throws ToolError `too_large` for more than anybody could look at.
 */
export async function planChanges(
  { command, changes }: CommandChanges,
  { host, roots }: Pick<PlanContext, "host" | "roots">,
): Promise<Plan> {
  const bytes = changes.reduce((sum, change) => sum + sizeOf(change), 0);
  if (bytes > maxBytes)
    throw new ToolError(
      "too_large",
      `The changes hold ${bytes} bytes, and ${maxBytes} can be reviewed at once: run the command instead of trying it.`,
      { bytes, most: maxBytes },
    );
  const effects: WriteEffect[] = [];
  const leftOut: string[] = [];
  for (const change of changes) {
    const shown = shownBelow(change.path, roots);
    const effect = isContent(change) ? await effectOf(change, host) : undefined;
    if (typeof effect === "object") effects.push(effect);
    const why = typeof effect === "string" ? effect : change.other;
    if (why !== undefined) leftOut.push(`${shown} ${why}`);
  }
  const count = effects.length === 1 ? "1 change" : `${effects.length} changes`;
  effects.sort(byRoom);
  return {
    title: `Apply ${count} of ${command}`,
    effects,
    notes: leftOut.map((one) => `Left out: ${one}`),
    async run({ host }) {
      if (effects.length > 0) await host.write(...effects);
      const data: TrialData = { applied: effects.map(({ target }) => target.shown), leftOut };
      return { text: trialText(data), isError: false, data };
    },
    declined: ({ feedback }) =>
      [
        ...listed(`not applied${feedback ? ` (${feedback})` : ""}`, effects.map(changeText)),
        ...listed("left out", leftOut),
      ].join("\n"),
  };
}

/** A clause on what would become of a file. */
function changeText({ target: { shown }, before, after }: WriteEffect): string {
  if (before === undefined) return `${shown} would be created`;
  return `${shown} would be ${after === undefined ? "deleted" : "changed"}`;
}

const listed = (label: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [`[${label}: ${lines.join("; ")}]`];

const trialText = ({ applied, leftOut }: TrialData): string =>
  [
    ...listed(`applied ${applied.length} ${applied.length === 1 ? "change" : "changes"}`, applied),
    ...listed("left out", leftOut),
  ].join("\n");

/** What was dropped of a command that nobody was asked about, and how the model gets it. */
const droppedText = (why: string): string =>
  `[nothing was applied, because ${why}: call again, and a person is asked before it runs]`;

/**
 * Proposes what a command changed, as a call within the one that ran it. Of a command that nobody was asked about, all is
 * dropped where a part of it cannot be proposed.
 * @param ran what came of running it.
 */
export async function proposeChanges(ran: ToolResult, wish: TriedWish, context: RunContext): Promise<ToolResult> {
  const { layer, ...data } = ran.data as CommandOutcome;
  try {
    const { text, undo, data: trial } = await proposal(layer, wish, context);
    return { ...ran, text: `${ran.text}\n${text}`, data: { ...data, trial }, ...(undo && { undo }) };
  } finally {
    await layer?.discard();
  }
}

async function proposal(layer: CommandLayer | undefined, wish: TriedWish, context: RunContext): Promise<ToolResult> {
  const dropped = (why: string): ToolResult => {
    layer?.noteNeed?.();
    return { text: droppedText(why), isError: true };
  };
  const isUnasked = layer?.noteNeed !== undefined;
  try {
    const changes = (await layer?.changes()) ?? [];
    if (changes.length === 0) return { text: "[the command changed nothing]", isError: false, data: nothingChanged };
    const odd = changes.find(({ other }) => other !== undefined);
    if (isUnasked && odd)
      return dropped(`${shownBelow(odd.path, context.roots)} ${odd.other}, which cannot be reviewed`);
    const command = cutToWidth(wish.command.trim().split("\n")[0] as string, 60);
    const proposed = await context.call("run_command", { command: wish.command }, new CommandChanges(command, changes));
    const { error } = (proposed.data ?? {}) as { readonly error?: unknown };
    return isUnasked && error === "too_large" ? dropped("the changes are too large to review") : proposed;
  } catch (error) {
    if (isUnasked && error instanceof ToolError) return dropped(error.message.replace(/[.:].*$/s, ""));
    throw error;
  }
}
