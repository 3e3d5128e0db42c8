/** A command in a sandbox of its own on Linux (D-15). */
import { unlinkSync } from "node:fs";
import { basename, join } from "node:path";
import type { Confinement } from "../../../core/ports/confinement";
import { isInside, shownBelow } from "../../../core/vocabulary/paths";
import { absentNote, type HeldEnding, hiddenNote, refusalNotes, saidNotes, troubleNotes } from "../findings";
import type { HeldCommand, HoldRequest, Released } from "../hold";
import type { LayerMounting } from "../layer/layerFolders";
import { probeLayer } from "../layer/layerProbe";
import { missedAccess, type Touched } from "../missedAccess";
import { type Egress, needsWayOut, reachedBy } from "../network/egress";
import type { PreparedNetwork } from "../network/preparedNetwork";
import { networkEnvironment, proxyPort } from "../network/relays";
import { openWayOut, type WayOut } from "../network/wayOut";
import { absentPlace } from "../places/absentPlaces";
import { hiddenPlaces } from "../places/hiddenPlaces";
import { Masks } from "../places/masks";
import type { Mount } from "../places/mount";
import { personPlaces } from "../places/personPlaces";
import { shownPlaces } from "../places/shownPlaces";
import { seenPlaces, temporaryMounts, temporaryPlace, withoutTemporary } from "../places/temporaryPlaces";
import { type SandboxProbe, systemShell } from "../probe";
import { environmentFor, programMounts, programPlace, startFolder } from "../programs";
import { handedOver } from "../secretFiles";
import { stateFolders } from "../stateFolders";
import { supervisorText } from "../supervisor";
import { bubblewrapArguments } from "./bubblewrap";
import { type Filter, filterIn, withFilter } from "./filterFiles";
import { neverBegan } from "./firstOutput";
import { type HeldRoots, rootsInPlace, rootsOnLayer } from "./heldRoots";
import { endNext, type NextSandbox, prepareNext, takeNext } from "./nextSandbox";

type Bubblewrap = Extract<SandboxProbe, { name: "bubblewrap" }>;

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

/** Places beside the roots; a repository that is a root itself is there already, and as its root is to be seen. */
const besideRoots = (places: readonly Mount[], { roots }: Confinement): Mount[] =>
  places.filter(({ path }) => !roots.includes(path));

/** Places, and of what is to be hidden that which lies in them: anything else is not there anyway. */
const withHidden = (places: readonly Mount[], hidden: readonly Mount[]): Mount[] => [
  ...places,
  ...hidden.filter(({ path }) => places.some((place) => place.kind === "shown" && isInside(place.path, path))),
];

/** Of what was hidden in the roots from a command that may have come by it. */
function hiddenNotes(hidden: ReadonlySet<string>, confinement: Confinement): string[] {
  if (!confinement.onlyReads || !confinement.goesThroughFolders || hidden.size === 0) return [];
  return [hiddenNote([...hidden].map((path) => shownBelow(path, confinement.roots)))];
}

/** What a command met that is held closely. @param places that it could see. */
function closerFindings(
  touched: Touched & { readonly ending: HeldEnding; readonly egress: Egress | undefined },
  confinement: Confinement,
  places: readonly Pick<Mount, "path">[],
): Pick<Released, "notes" | "needsMore" | "missed"> {
  const { ending, egress } = touched;
  const { notes, missed, needsMore } = missedAccess(touched, confinement);
  const troubles = troubleNotes(ending, egress);
  const said = saidNotes(ending, confinement, troubles.length > 0 || (egress?.refused.size ?? 0) > 0);
  const absent = said.length === 0 && notes.length === 0 ? absentPlace(ending, places) : undefined;
  const other = absent === undefined ? said : [absentNote(absent)];
  return {
    notes: [...notes, ...troubles, ...other],
    ...(missed && { missed }),
    ...((needsMore || other.length > 0) && { needsMore: true as const }),
  };
}

/** Whom commands are run as. */
const ownUser = () => ({ uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 });

/** The command, which hears the signal that asks it to end even where bubblewrap is not to. */
const shielded = ({ env }: Bubblewrap, inside: readonly string[]): readonly string[] =>
  env ? [env, "--default-signal=TERM", ...inside] : inside;

/** What is started: bubblewrap, which is to read its filter and not to hear the signal that asks the command to end. */
function started(
  { env }: Bubblewrap,
  filter: Filter | undefined,
  command: readonly string[],
  { starter, text: first }: Pick<LayerMounting, "starter" | "text"> = { starter: [], text: "" },
): Pick<HeldCommand, "program" | "args"> {
  const text = `${env ? "trap '' TERM; " : ""}${first}${withFilter(filter)}`;
  const [program = systemShell, ...args] = [...starter, systemShell, "-c", text, filter?.file ?? "sh", ...command];
  return { program, args };
}

/** Where what listens inside finds the sockets, and where the network comes from. */
const networkOf = (wayOut: WayOut | undefined, network: PreparedNetwork | undefined) => ({
  ...(wayOut && wayOut.relays.length > 0 && { sockets: wayOut.egress.folder }),
  isInNetwork: network !== undefined,
});

/** Where there is a network to be started in, whoever enters it is root there, and may find everything mounted. */
function startedIn(network: PreparedNetwork | undefined, { mounting, namespace }: HeldRoots) {
  if (!mounting || !network) return mounting;
  if (namespace !== undefined) return { starter: network.entering(namespace), text: "" };
  return { starter: [...network.entering(), ...mounting.starterOfRoot], text: mounting.text };
}

/** Prepares the sandbox; nothing runs yet. @throws the system's error. */
export async function holdByBubblewrap(probe: Bubblewrap, wish: HoldRequest): Promise<HeldCommand> {
  const { hold, request } = wish;
  // Where there is no layer, nothing is started as root of a namespace of its own, from which a network can be entered.
  const next = hold.onLayer && needsWayOut(hold) ? takeNext() : undefined;
  const opened = next && (await openWayOut(hold, request, next.network).catch(() => undefined));
  if (opened) return holdIn(probe, wish, Promise.resolve(opened), next);
  if (next) endNext(next);
  // It is opened while places are looked for.
  return holdIn(probe, wish, openWayOut(hold, request));
}

async function holdIn(
  probe: Bubblewrap,
  wish: HoldRequest,
  opening: Promise<WayOut | undefined>,
  next?: NextSandbox,
): Promise<HeldCommand> {
  const { hold } = wish;
  try {
    const held = await holdWithWayOut(probe, wish, opening, next);
    return {
      ...held,
      async release(ending) {
        next?.network.end();
        const released = await held.release(ending);
        if (hold.onLayer && needsWayOut(hold)) void prepareLike(probe.program, wish);
        return released;
      },
    };
  } catch (error) {
    await opening.then((wayOut) => wayOut?.close()).catch(() => {});
    if (next) endNext(next);
    throw error;
  }
}

/** Has the next sandbox of this kind made when this one is over. */
async function prepareLike(bubblewrap: string, { hold, state }: HoldRequest): Promise<void> {
  const layer = await probeLayer(state);
  await prepareNext(bubblewrap, "reason" in layer ? undefined : { ...layer, roots: hold.confinement.roots });
}

async function holdWithWayOut(
  probe: Bubblewrap,
  wish: HoldRequest,
  opening: Promise<WayOut | undefined>,
  next: NextSandbox | undefined,
): Promise<HeldCommand> {
  const { request, hold, shell, env, limits, state, owner } = wish;
  const { confinement } = hold;
  const { onlyReads } = confinement;
  const { temp, mark, emptyFolder, emptyFile } = stateFolders(state, owner);
  const hidden = hiddenPlaces(confinement);
  const [persons, roots, shown, filter, wayOut] = await Promise.all([
    personPlaces(confinement),
    hold.onLayer ? rootsOnLayer(wish, next?.layer) : rootsInPlace(wish),
    onlyReads ? shownPlaces(confinement, env) : undefined,
    probe.features.filters ? filterIn(state, onlyReads && !hold.onLayer ? "reading" : "held") : undefined,
    opening,
  ]);
  const { egress, relays = [] } = wayOut ?? {};
  const masks = await Masks.over(roots.mounts, state);
  const temps = temporaryMounts(hold, temp, { agent: request.agent, state });
  const beside = shown && withoutTemporary(hold, besideRoots(shown.mounts, confinement));
  const links = shown && withoutTemporary(hold, shown.links);
  const layout = {
    mounts: beside
      ? [...temps, ...withHidden([...masks.mounts, ...beside], hidden)]
      : [...temps, ...roots.mounts, ...hidden, ...persons, ...programMounts(confinement)],
    ...(links && { links }),
    ...{ emptyFolder, emptyFile },
    cwd: startFolder(request.cwd.real, confinement),
    ...networkOf(wayOut, next?.network),
    secretFiles: Object.keys(request.secretFiles ?? {}),
    ...(roots.mounting && { user: ownUser() }),
  };
  const ownEnvironment = environmentFor(env, confinement, () => programPlace);
  const supervisor = supervisorText(limits, relays, `${temporaryPlace(hold)}/${mark}`);
  const command = [probe.program, ...bubblewrapArguments(layout, probe.features)];
  const inside = shielded(probe, [shell, "-c", supervisor, shell, request.command]);
  return {
    sandbox: "bubblewrap",
    maker: basename(probe.program),
    ...started(probe, filter, [...command, ...inside], startedIn(next?.network, roots)),
    env: environment(ownEnvironment, egress, confinement, temporaryPlace(hold)),
    ...{ settlingMs, handed: handedOver(request) },
    ...(roots.layer && { layer: roots.layer }),
    async release(ending) {
      const used = await masks.used();
      const [planted] = await Promise.all([roots.release(ending), wayOut?.close(), masks.remove()]);
      const stoppedLeftovers = isRemoved(join(temp, mark));
      if (ending && (await neverBegan(ending, layout.mounts)))
        return { notes: [], stoppedLeftovers, neverBegan: true as const };
      if (!ending) return { notes: planted, stoppedLeftovers };
      const met = links
        ? closerFindings({ ending, masks: used, egress }, confinement, seenPlaces(hold, [...layout.mounts, ...links]))
        : { notes: refusalNotes(ending, egress, confinement) };
      const notes = [...planted, ...met.notes, ...hiddenNotes(roots.hidden, confinement)];
      return { ...met, notes, stoppedLeftovers, ...reachedBy(egress) };
    },
  };
}
