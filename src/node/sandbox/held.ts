/** A command as it is started, with what holds it (D-15, HB-6). */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Confinement } from "../../core/ports/confinement";
import { limitNote } from "../../core/ports/reachedLimit";
import type { CommandRequest } from "../../core/ports/shell";
import { clause, nested } from "../../core/text/clauses/clause";
import { ToolError } from "../../core/vocabulary/toolError";
import { shellArguments } from "../processes/shells";
import { type Starter, startHere } from "../processes/starter";
import { holdByBubblewrap, takeFor } from "./bubblewrap/holdByBubblewrap";
import { endNext, type NextSandbox } from "./bubblewrap/nextSandbox";
import { mayChangeFolder, type TellingCommand, tellingCommand } from "./finalFolder";
import { lostNote, reachedLimits } from "./findings";
import type { HeldCommand, HoldRequest } from "./hold";
import { holdBySeatbelt } from "./holdBySeatbelt";
import { whyNoClones } from "./layer/clones/cloneProbe";
import { macCloning } from "./layer/clones/cloning";
import { whyNoLayerOver } from "./layer/layerProbe";
import { ProcessMark } from "./markedProcesses";
import { temporaryPlace } from "./places/temporaryPlaces";
import { probeSandbox, type SandboxProbe } from "./probe";
import { environmentFor, tempOwner } from "./programs";
import { filesInside, filesOnDisk } from "./secretFiles";
import { removeTemp, stateFolders } from "./stateFolders";
import { limitedText, limitText } from "./supervisor";

const nothing = async () => ({ notes: [], stoppedLeftovers: false });

/** Where the system does not tell. */
const unknownTasks = 4096;

/** Processes and threads of the whole machine. */
function runningTasks(): number {
  try {
    // The system's memory, which is read in place in a tenth of the time.
    return Number(/\/(\d+) /.exec(readFileSync("/proc/loadavg", "latin1"))?.[1] ?? unknownTasks);
  } catch {
    return unknownTasks;
  }
}

/** The sandbox for a command, or why there is none. */
async function chosen(confinement: Confinement, outsideSandbox: boolean): Promise<SandboxProbe> {
  if (confinement.mode === "off") return { name: "none", reason: clause`the setting toolcrib.sandbox is off` };
  if (outsideSandbox) return { name: "none", reason: clause`this command leaves it` };
  return probeSandbox();
}

function unavailable(reason: string): ToolError {
  return new ToolError(
    "unavailable",
    `Commands are refused here, because the setting toolcrib.sandbox is "required" and no sandbox works (${reason}): ask the person to install bubblewrap or to set it to "auto".`,
  );
}

async function holdByLimits({ request, shell, env: given, limits, hold }: HoldRequest): Promise<HeldCommand> {
  const args = ["-c", limitedText(limits), shell, request.command];
  const env = environmentFor(given, hold.confinement, ({ folder }) => folder);
  const mark = new ProcessMark();
  const release = async () => ({ notes: [], stoppedLeftovers: await mark.endAll() });
  return { sandbox: "none", program: shell, args, settlingMs: 0, env: { ...env, ...mark.env }, release };
}

async function holdBy(
  probe: SandboxProbe,
  wish: HoldRequest,
  start: Starter,
  next?: NextSandbox,
): Promise<HeldCommand> {
  if (probe.name === "bubblewrap") return holdByBubblewrap(probe, wish, start, next);
  return probe.name === "seatbelt" ? holdBySeatbelt(probe, wish) : holdByLimits(wish);
}

/**
 * Prepares a command.
 * @throws ToolError `unavailable` when a sandbox is required and none works.
 */
export async function holdCommand(
  request: CommandRequest,
  shell: string,
  env: NodeJS.ProcessEnv,
  state: () => string,
  start: Starter = startHere,
): Promise<HeldCommand> {
  const { hold, command } = request;
  const { language = "bash" } = request;
  const unheld = () => {
    const args = shellArguments(language, command);
    const own = hold ? environmentFor(env, hold.confinement, ({ folder }) => folder) : env;
    return { sandbox: "none", program: shell, args, env: own, settlingMs: 0, release: nothing } as const;
  };
  if (!hold) return unheld();
  const { confinement, outsideSandbox } = hold;
  const probe = await chosen(confinement, outsideSandbox);
  if (probe.name === "none" && confinement.mode === "required") throw unavailable(probe.reason);
  if (hold.onLayer) {
    const reason = await whyNoLayer(confinement, state());
    if (reason !== undefined) throw noLayer(reason);
  }
  // Only where there is no sandbox (Windows) is the shell another than bash, and the limits are bash's.
  if (language !== "bash") return unheld();
  if (probe.name === "none" && Object.keys(request.secretFiles ?? {}).length > 0) throw noSecretFiles(probe.reason);
  const isBash = basename(shell).startsWith("bash");
  const limits = limitText(confinement.limits, runningTasks(), isBash);
  // What runs unasked finds nothing there that another command left for it.
  const isPassing = confinement.onlyReads && (probe.name === "bubblewrap" || hold.onLayer !== undefined);
  const next = probe.name === "bubblewrap" ? takeFor(hold) : undefined;
  const owner = isPassing ? (next?.standBy?.parts.owner ?? randomUUID()) : tempOwner(request.agent, confinement);
  const inside = probe.name === "bubblewrap" ? temporaryPlace(hold) : undefined;
  const own = [tellingOf(request, owner, inside, isBash, state()), secretsOf(request, inside, state())] as const;
  const [telling, secrets] = await Promise.all(own).catch(orEnd(next));
  const wish = {
    request: telling ? { ...request, command: telling.command } : request,
    ...{ hold, written: request.command, shell, limits, state: state(), owner },
    env: { ...env, ...secrets.variables },
    ...(secrets.folder !== undefined && { secretFolder: secrets.folder }),
  };
  const held = await holdBy(probe, wish, start, next).catch(async (error: unknown) => {
    await secrets.remove();
    throw error;
  });
  return {
    ...held,
    async release(ending) {
      await secrets.remove();
      const released = await held.release(ending);
      const limits = ending ? reachedLimits(ending, confinement.limits) : [];
      const told = await telling?.folder();
      const folder = told === undefined ? undefined : (held.outside?.(told) ?? told);
      const isFilled = isPassing && (await removeTemp(state(), owner));
      const lost = isFilled && hold.onLayer && confinement.namesTemporary ? [lostNote] : [];
      return { ...released, notes: [...limits.map(limitNote), ...released.notes, ...lost], limits, folder };
    },
  };
}

/** Where nothing is held, what was made for it ends. */
const orEnd = (next: NextSandbox | undefined) => (error: unknown) => {
  if (next) endNext(next);
  throw error;
};

/** @param inside absent where a sandbox has no files of its own. */
const secretsOf = async (request: CommandRequest, inside: string | undefined, state: string) =>
  inside === undefined ? filesOnDisk(request, state) : filesInside(request);

/** The report is in its temporary folder. @param inside that folder as the command sees it, where it is another path. */
async function tellingOf(
  { command, tellsFolder }: CommandRequest,
  owner: string,
  inside: string | undefined,
  isBash: boolean,
  state: string,
): Promise<TellingCommand | undefined> {
  if (!tellsFolder || !isBash || !mayChangeFolder(command)) return undefined;
  const { temp } = stateFolders(state, owner);
  return tellingCommand(command, inside ?? temp, temp);
}

/** @param reason one clause. */
const noLayer = (reason: string): ToolError =>
  new ToolError("unavailable", `Commands cannot be tried here, because ${reason}.`);

/** @param reason one clause. */
const noSecretFiles = (reason: string): ToolError =>
  new ToolError("unavailable", `Secrets are given as files only in a sandbox, and none holds this command: ${reason}.`);

/** Why no command can run on a layer here, as one clause; undefined when it can. @param state the state folder. */
export async function whyNoLayer(confinement: Confinement, state: string): Promise<string | undefined> {
  const probe = await chosen(confinement, false);
  if (probe.name === "none") return clause`no sandbox holds them: ${nested(probe.reason)}`;
  if (probe.name === "bubblewrap") return whyNoLayerOver(confinement.roots, state);
  if (!confinement.clonesWorkspace)
    return clause`layers are made on Linux alone, and the setting toolcrib.commands.cloneWorkspace is off`;
  return whyNoClones(confinement.roots, state, macCloning(probe.program));
}

/** True when a sandbox will hold a command. */
export const isHeld = async (confinement: Confinement, outsideSandbox: boolean): Promise<boolean> =>
  (await chosen(confinement, outsideSandbox)).name !== "none";

function changedIn({ changesNothing, alone }: Confinement): string {
  if (changesNothing) return clause`change nothing`;
  return alone
    ? clause`change the agent's own workspace only, see none of your folders`
    : clause`change the workspace only`;
}

function reachedFrom({ reach, program, asksForHosts, talksToNetwork }: Confinement): string {
  if (reach.isEmpty)
    return talksToNetwork && !program
      ? clause`reach no host, so it fails unless toolcrib.web.allowedHosts or allowLocal names its host`
      : clause`reach no host`;
  if (!program)
    return asksForHosts
      ? clause`reach only what is asked for here and the hosts of toolcrib.web.allowedHosts and allowLocal`
      : clause`reach only the hosts of toolcrib.web.allowedHosts and allowLocal`;
  const hosts = program.permissions.network.join(", ");
  return program.isGranted
    ? clause`reach only ${hosts}`
    : clause`reach only ${hosts}, as far as toolcrib.web.allowedHosts and allowLocal name them`;
}

/** One sentence for the person who is asked. */
export async function describeHold(confinement: Confinement, outsideSandbox: boolean): Promise<string> {
  const probe = await chosen(confinement, outsideSandbox);
  if (probe.name === "none" && confinement.mode === "required")
    return clause`It will be refused: a sandbox is required, and none works here (${nested(probe.reason)}).`;
  if (probe.name === "none") return clause`It runs without a sandbox, with your rights: ${nested(probe.reason)}.`;
  const [change, reach] = [changedIn(confinement), reachedFrom(confinement)];
  return clause`It runs in a sandbox (${probe.name}): it can ${nested(change)}, and ${nested(reach)}.`;
}
