/** A command in a sandbox of its own on Linux (D-15). */
import { unlinkSync } from "node:fs";
import { basename, join } from "node:path";
import type { CommandHold, Confinement } from "../../../core/ports/confinement";
import { isInside, shownBelow } from "../../../core/vocabulary/paths";
import type { Starter } from "../../processes/starter";
import {
  absentNote,
  type HeldEnding,
  hiddenNote,
  localNotes,
  machineNotes,
  refusalNotes,
  saidNotes,
  troubleNotes,
} from "../findings";
import type { HeldCommand, HoldRequest, Released } from "../hold";
import { probeLayer } from "../layer/layerProbe";
import { missedAccess, type Touched } from "../missedAccess";
import { namedMasks } from "../namedMasks";
import { type Egress, needsWayOut, reachedBy } from "../network/egress";
import { networkEnvironment, proxyPort } from "../network/relays";
import { openWayOut, type WayOut } from "../network/wayOut";
import { absentPlace } from "../places/absentPlaces";
import { trackedFiles } from "../places/gitIndex";
import type { UsedMasks } from "../places/masks";
import type { Mount } from "../places/mount";
import { seenPlaces, temporaryPlace } from "../places/temporaryPlaces";
import { environmentFor, programPlace } from "../programs";
import { handedOver } from "../secretFiles";
import { stateFolders } from "../stateFolders";
import { supervisorText } from "../supervisor";
import { neverBegan } from "./firstOutput";
import { type Bubblewrap, type Frame, frameOf } from "./frame";
import { handover, waitingText } from "./handover";
import { rootsInPlace, rootsOnLayer } from "./heldRoots";
import { endNext, type NextKind, type NextSandbox, prepareNext, prepareNextReading, takeNext } from "./nextSandbox";
import type { StandBy } from "./standBy";
import { startStandBy } from "./startStandBy";

/** Until then the first processes of the sandbox do not hear that they are to end. */
const settlingMs = 150;

/** Ways to programs outside, which are not there. */
const outsideNames = /^(?:DBUS_.*|XDG_RUNTIME_DIR|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|GPG_AGENT_INFO)$/;

/** For programs that insist on a writable place in the home folder. */
const ownCaches = (temp: string) => ({
  npm_config_cache: `${temp}/.cache/npm`,
  GOCACHE: `${temp}/.cache/go-build`,
});

/** An agent's own workspace has places for caches and temporary files. @param temp where the command may write. */
function environment(
  given: NodeJS.ProcessEnv,
  egress: Egress | undefined,
  { alone, reach }: Pick<Confinement, "alone" | "reach">,
  temp: string,
): NodeJS.ProcessEnv {
  const left = Object.fromEntries(Object.entries(given).filter(([name]) => !outsideNames.test(name)));
  const places = alone ? {} : { ...ownCaches(temp), TMPDIR: temp };
  return { ...left, ...places, ...networkEnvironment(reach, egress && proxyPort) };
}

/** In place, as hardly ever anything is there. */
function isRemoved(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Of what is hidden in the roots, that which a command may have come by without being told of it otherwise. */
function metHidden(
  { roots, masks }: Frame,
  used: UsedMasks,
  { request, hold, written }: HoldRequest,
): readonly string[] {
  const { confinement } = hold;
  const { goesThroughFolders, onlyReads, usesGit, takesFolders } = confinement;
  if (onlyReads && goesThroughFolders) return [...roots.hidden];
  const command = { command: written, cwd: request.cwd.real, ...(takesFolders && { takesFolders }) };
  const named = namedMasks(command, masks.paths);
  // Git takes a file that it keeps and that is hidden for a changed one.
  const tracked = usesGit ? confinement.roots.flatMap((root) => trackedFiles(inRoot(masks.paths, root), root)) : [];
  const told = new Set([...used.read, ...used.changed]);
  return [...new Set([...named, ...tracked])].filter((path) => !told.has(path)).sort();
}

const inRoot = (paths: readonly string[], root: string) => paths.filter((path) => isInside(root, path));

function hiddenNotes(hidden: readonly string[], { roots }: Confinement): string[] {
  return hidden.length === 0 ? [] : [hiddenNote(hidden.map((path) => shownBelow(path, roots)))];
}

/** Of what the sandbox has of its own beside the machine's. */
const ownNotes = (ending: HeldEnding, confinement: Confinement) => [
  ...machineNotes(ending, confinement),
  ...localNotes(ending, confinement),
];

/** What a command met that is held closely. @param places that it could see. */
function closerFindings(
  touched: Touched & { readonly ending: HeldEnding; readonly egress: Egress | undefined },
  confinement: Confinement,
  places: readonly Pick<Mount, "path">[],
): Pick<Released, "notes" | "needsMore" | "missed"> {
  const { ending, egress } = touched;
  const { notes, missed, needsMore } = missedAccess(touched, confinement);
  const troubles = troubleNotes(ending, egress);
  const own = ownNotes(ending, confinement);
  if (own.length > 0)
    return { notes: [...notes, ...own], ...(missed && { missed }), ...(needsMore && { needsMore: true as const }) };
  const said = saidNotes(ending, confinement, troubles.length > 0 || (egress?.refused.size ?? 0) > 0);
  const absent = said.length === 0 && notes.length === 0 ? absentPlace(ending, places) : undefined;
  const other = absent === undefined ? said : [absentNote(absent)];
  return {
    notes: [...notes, ...troubles, ...other],
    ...(missed && { missed }),
    ...((needsMore || other.length > 0) && { needsMore: true as const }),
  };
}

/** What a command met that is let do what the settings say. */
function openFindings(ending: HeldEnding, egress: Egress | undefined, confinement: Confinement): string[] {
  const own = ownNotes(ending, confinement);
  return own.length > 0 ? own : refusalNotes(ending, egress, confinement);
}

/** Which of what is made ahead such a command can have; undefined: nothing. */
function kindOf(hold: CommandHold): NextKind | undefined {
  // Without a layer nothing is started as root of a namespace of its own, from which a network can be entered.
  if (hold.onLayer) return needsWayOut(hold) ? "layer" : undefined;
  return hold.confinement.onlyReads && !needsWayOut(hold) ? "reading" : undefined;
}

/** Thrown where a layer that was mounted ahead may show what is there no more, hidden or not. */
class StaleLayer extends Error {}

/** What was made ahead for a command, to be given to {@link holdByBubblewrap}, or ended. */
export function takeFor(hold: CommandHold): NextSandbox | undefined {
  const kind = kindOf(hold);
  return kind && takeNext(kind);
}

/**
 * Prepares the sandbox; nothing runs yet.
 * @param start how programs are started. @param next what {@link takeFor} gave for it, ended with it.
 * @throws the system's error.
 */
export async function holdByBubblewrap(
  probe: Bubblewrap,
  wish: HoldRequest,
  start: Starter,
  next?: NextSandbox,
): Promise<HeldCommand> {
  const { hold, request } = wish;
  const opened = next?.network && (await openWayOut(hold, request, next.network).catch(() => undefined));
  if (next?.network && !opened) {
    endNext(next);
    return holdByBubblewrap(probe, wish, start);
  }
  // Elsewhere it is opened while places are looked for.
  const opening = opened ? Promise.resolve(opened) : openWayOut(hold, request);
  return holdIn(probe, wish, opening, start, next);
}

async function holdIn(
  probe: Bubblewrap,
  wish: HoldRequest,
  opening: Promise<WayOut | undefined>,
  starter: Starter,
  next?: NextSandbox,
): Promise<HeldCommand> {
  try {
    const held = await holdWithWayOut(probe, wish, opening, starter, next);
    return {
      ...held,
      async release(ending) {
        next?.standBy?.stop();
        next?.network?.end();
        const released = await held.release(ending);
        void prepareLike(probe, wish);
        return released;
      },
    };
  } catch (error) {
    await opening.then((wayOut) => wayOut?.close()).catch(() => {});
    if (error instanceof StaleLayer) {
      // What waited in it has ended, but for what this command has of it.
      const { standBy: _, ...others } = next ?? {};
      endNext(others);
      return holdByBubblewrap(probe, wish, starter);
    }
    if (next) endNext(next);
    throw error;
  }
}

/** Has the next sandbox of this kind made when this one is over. */
async function prepareLike(probe: Bubblewrap, wish: HoldRequest): Promise<void> {
  const { hold, state } = wish;
  const kind = kindOf(hold);
  const standBy = (next: NextSandbox) => startStandBy(probe, wish, next);
  if (kind === "reading") return prepareNextReading(standBy);
  if (kind === undefined) return;
  const layer = await probeLayer(state);
  const layerWish = "reason" in layer ? undefined : { ...layer, roots: hold.confinement.roots };
  await prepareNext(probe.program, layerWish, standBy);
}

async function holdWithWayOut(
  probe: Bubblewrap,
  wish: HoldRequest,
  opening: Promise<WayOut | undefined>,
  starter: Starter,
  next: NextSandbox | undefined,
): Promise<HeldCommand> {
  const { request, hold, shell, env, limits, state, owner } = wish;
  const { confinement } = hold;
  const folders = stateFolders(state, owner);
  const frame = await frameOf(probe, wish, {
    folders,
    roots: hold.onLayer ? rootsOnLayer(wish, next?.layer) : rootsInPlace(wish),
    wayOut: opening,
    network: next?.network,
    masks: next?.standBy?.parts.masks,
  });
  const { masks, roots, wayOut, links, mounts } = frame;
  const { egress, relays = [] } = wayOut ?? {};
  const ownEnvironment = environmentFor(env, confinement, () => programPlace);
  const given = environment(ownEnvironment, egress, confinement, temporaryPlace(hold));
  const mark = `${temporaryPlace(hold)}/${folders.mark}`;
  const supervisor = (exports?: string) => supervisorText(limits, relays, mark, exports);
  const handed = () => handover(request.command, given, supervisor);
  const waiting = next?.standBy && standByFor(frame, wish, next.standBy, handed);
  if (next?.layer && next.standBy && !waiting && !next.standBy.isAsFound) {
    masks.remove();
    await roots.release(undefined);
    throw new StaleLayer();
  }
  const { handed: first, ...program } = frame.starting([shell, "-c", supervisor(), shell, request.command]);
  return {
    sandbox: "bubblewrap",
    maker: basename(probe.program),
    ...program,
    ...(waiting && { start: waiting(starter) }),
    env: given,
    ...{ settlingMs, handed: [...first, ...handedOver(request)] },
    ...(roots.layer && { layer: roots.layer }),
    async release(ending) {
      const used = await masks.used();
      masks.remove();
      const [planted] = await Promise.all([roots.release(ending), wayOut?.close()]);
      const stoppedLeftovers = isRemoved(join(folders.temp, folders.mark));
      if (ending && (await neverBegan(ending, mounts)))
        return { notes: [], stoppedLeftovers, neverBegan: true as const };
      if (!ending) return { notes: planted, stoppedLeftovers };
      const met = links
        ? closerFindings({ ending, masks: used, egress }, confinement, seenPlaces(hold, [...mounts, ...links]))
        : { notes: openFindings(ending, egress, confinement) };
      const notes = [...planted, ...met.notes, ...hiddenNotes(metHidden(frame, used, wish), confinement)];
      return { ...met, notes, stoppedLeftovers, ...reachedBy(egress) };
    },
  };
}

/** The sandbox that waits, where it is the one that would be made now; it is ended otherwise. */
function standByFor(
  { mounts, cwd, masks, starting }: Frame,
  { request, shell, owner }: HoldRequest,
  standBy: StandBy,
  handed: () => Buffer | undefined,
): ((otherwise: Starter) => Starter) | undefined {
  const needsInput = request.input !== undefined || request.tty === true;
  const text = needsInput || standBy.parts.owner !== owner ? undefined : handed();
  if (text && standBy.isFor({ ...starting([shell, "-c", waitingText, shell]), mounts, cwd }))
    return (otherwise) => standBy.starter(text, otherwise);
  standBy.endBut({ owner, masks });
  return undefined;
}
