import type { CommandLayer } from "../../ports/changes/layer";
import type { RunUse } from "../../ports/diskQuota";
import type { CommandOutcome, CommandRequest } from "../../ports/shell";
import type { PlannedHost } from "../../tools/tool";
import type { ExecEffect } from "../../vocabulary/effect";
import { ToolError } from "../../vocabulary/toolError";
import { secretsGiven, valuesGiven, withoutValues } from "./givenValues";
import { type Guard, plannedOf, unplanned } from "./guard";
import type { PlannedTargets } from "./plannedTargets";

function withUse(outcome: CommandOutcome, { limit, note }: RunUse = {}): CommandOutcome {
  if (!limit || note === undefined) return outcome;
  const { limits = [], notes } = outcome;
  return { ...outcome, limits: [...limits, limit], notes: [...notes, note] };
}

const withNote = (outcome: CommandOutcome, note: string | undefined): CommandOutcome =>
  note === undefined ? outcome : { ...outcome, notes: [...outcome.notes, note] };

type Ran = Pick<CommandRequest, "command" | "language" | "cwd" | "timeoutMs" | "input" | "tty">;

const sameCommand = (effect: ExecEffect, request: Ran): boolean =>
  effect.command === request.command &&
  effect.language === request.language &&
  effect.cwd.real === request.cwd.real &&
  effect.timeoutMs === request.timeoutMs &&
  effect.input === request.input &&
  effect.tty === request.tty;

/** Runs planned commands, as the policy confines them. */
export const plannedCommands =
  (guard: Guard, targets: PlannedTargets): PlannedHost["exec"] =>
  async ({ onLive, ...request }) => {
    const { host, closedFiles, hiddenVariables, disk } = guard;
    const effect = plannedOf(guard, "exec").find((planned) => sameCommand(planned, request));
    if (!effect) throw unplanned(`Running "${request.command}"`);
    await targets.same(request.cwd);
    const quota = await disk?.begin(request.command);
    const confinement = guard.confinement(effect);
    const onLayer =
      guard.onLayer(effect) ?? (effect.onLayer && !confinement.onlyReads ? ("tried" as const) : undefined);
    const hold = {
      confinement,
      closedFiles,
      outsideSandbox: effect.outsideSandbox === true,
      ...(quota && { quota }),
      // A trial of what can change nothing needs no layer.
      ...(onLayer && { onLayer }),
    };
    const own = { hiddenVariables, unasked: guard.isPlain(effect), agent: guard.session.agent, hold };
    const run = (whole: CommandRequest) =>
      host.shell.run(whole).catch((error: unknown) => {
        if (error instanceof ToolError && error.details.needsMore === true) guard.noteNeed(effect);
        throw error;
      });
    const secrets = effect.program?.secrets;
    const given = secrets && (await secretsGiven(secrets, guard));
    const values = [
      ...(confinement.extra ? await valuesGiven(confinement.extra, guard) : []),
      ...Object.values({ ...given?.variables, ...given?.secretFiles }).flatMap((value) => guard.givenSecret(value)),
    ];
    const told = { ...own, ...given };
    const onReached = guard.noteReaching?.bind(guard);
    const live = onLayer || confinement.onlyReads ? undefined : await guard.follow?.(effect);
    if (live) onLive?.(() => live.look());
    let changed: string | undefined;
    const whole = { ...request, ...told, ...(onReached && { onReached }) };
    const outcome = await withoutValues(values, whole, run).finally(async () => {
      changed = await live?.end();
    });
    if (outcome.reached) guard.noteReached?.(outcome.reached);
    if (outcome.needsMore) guard.noteNeed(effect);
    if (outcome.missed) guard.noteMissed(effect, outcome.missed);
    const ended = withNote(withUse(outcome, await disk?.end()), changed);
    ended.notes.forEach(guard.noteCommand);
    const { layer } = ended;
    const way = guard.onLayer(effect);
    if (!layer || way === undefined) return ended;
    const judged: CommandLayer = {
      changes: () => layer.changes(),
      discard: () => layer.discard(),
      ...(way === "held" && { noteNeed: () => guard.noteNeed(effect) }),
      isApproved: guard.isApproved === true,
    };
    return { ...ended, layer: judged };
  };
