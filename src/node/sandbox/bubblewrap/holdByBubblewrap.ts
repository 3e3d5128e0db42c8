/** A command in a sandbox of its own on Linux (D-15). */
import { lstat, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Confinement } from "../../../core/ports/confinement";
import { isInside, shownBelow } from "../../../core/vocabulary/paths";
import { type Egress, needsWayOut, openEgress } from "../egress";
import { absentNote, createdNote, hiddenNote, refusalNotes } from "../findings";
import type { HeldCommand, HoldRequest } from "../hold";
import { absentPlace } from "../places/absentPlaces";
import { moveClosedAside } from "../places/closedNames";
import { hiddenPlaces } from "../places/hiddenPlaces";
import { occupantOf, type StandIns, standIn } from "../places/maskedFolders";
import type { Mount } from "../places/mount";
import { personPlaces } from "../places/personPlaces";
import { removeRedirections, watchedRedirections } from "../places/repositories";
import { type Protected, protectedIn, rootPlaces } from "../places/rootPlaces";
import { shownPlaces } from "../places/shownPlaces";
import { type SandboxProbe, systemShell } from "../probe";
import { environmentFor, programMounts, programPlace, startFolder } from "../programs";
import { networkEnvironment, proxyPort, relaysOf } from "../relays";
import { type StateFolders, stateFolders } from "../stateFolders";
import { supervisorText } from "../supervisor";
import { bubblewrapArguments } from "./bubblewrap";
import { type Filter, filterIn, withFilter } from "./filterFiles";
import { neverBegan } from "./firstOutput";

/** Until then the first processes of the sandbox do not hear that they are to end. */
const settlingMs = 150;

/** Ways to programs outside, which are not there. */
const outsideNames = /^(?:DBUS_.*|XDG_RUNTIME_DIR|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|GPG_AGENT_INFO)$/;

/** Programs that insist on a writable place in the home folder. */
const ownCaches = { npm_config_cache: "/tmp/.cache/npm", GOCACHE: "/tmp/.cache/go-build" } as const;

/** An agent's own workspace has places for caches and temporary files. */
function environment(
  given: NodeJS.ProcessEnv,
  egress: Egress | undefined,
  { alone, reach }: Pick<Confinement, "alone" | "reach">,
): NodeJS.ProcessEnv {
  const left = Object.fromEntries(Object.entries(given).filter(([name]) => !outsideNames.test(name)));
  const places = alone ? {} : { ...ownCaches, TMPDIR: "/tmp" };
  return { ...left, ...places, ...networkEnvironment(reach, egress && proxyPort) };
}

/** The agent's own folder where everyone's temporary folders are. */
const tempMounts = ({ temp }: StateFolders): Mount[] =>
  ["/tmp", "/var/tmp"].map((path) => ({ kind: "writable", path, from: temp, isFolder: true }));

const isRemoved = async (path: string): Promise<boolean> =>
  rm(path).then(
    () => true,
    () => false,
  );

/** A name that is to be masked, with what is there by now: a stand-in, what somebody made meanwhile, or nothing. */
async function maskAsFound(mount: Mount, { held, taken }: StandIns): Promise<Mount[]> {
  const { kind, path } = mount;
  if (kind !== "masked" || held.has(path)) return [mount];
  const found = taken.has(path) ? await lstat(path).catch(() => undefined) : undefined;
  return found && !found.isSymbolicLink() ? [{ kind: "readOnly", path, isFolder: found.isDirectory() }] : [];
}

/** Places, and of what is to be hidden that which lies in them: anything else is not there anyway. */
const withHidden = (places: readonly Mount[], hidden: readonly Mount[]): Mount[] => [
  ...places,
  ...hidden.filter(({ path }) => places.some((place) => place.kind === "shown" && isInside(place.path, path))),
];

/** Protected names in the person's own roots. */
function protectedNames(known: Protected, { ownWorkspace }: Confinement): Set<string> {
  const entries = [...known].flatMap(([root, found]) => (root === ownWorkspace ? [] : found));
  return new Set(entries.filter(({ isSocket }) => !isSocket).map(({ path }) => path));
}

/** Protected names that a command brought to be; the outermost ones, for what lies in them is protected with them. */
async function createdNotes(known: Protected, confinement: Confinement): Promise<string[]> {
  const before = protectedNames(known, confinement);
  const now = protectedNames(await protectedIn(confinement), confinement);
  const created = [...now].filter((path) => !before.has(path));
  const occupants = await Promise.all(created.map(occupantOf));
  // Another command's stand-ins are not of this one.
  const places = created.filter((_, at) => occupants[at] === "other");
  return places.length > 0 ? [createdNote(places.map((path) => shownBelow(path, confinement.roots)))] : [];
}

/** Of what was hidden in the roots from a command that may have come by it. */
function hiddenNotes(hidden: ReadonlySet<string>, confinement: Confinement): string[] {
  if (!confinement.onlyReads || !confinement.goesThroughFolders || hidden.size === 0) return [];
  return [hiddenNote([...hidden].map((path) => shownBelow(path, confinement.roots)))];
}

/** What is started: bubblewrap, which is to read its filter and not to hear the signal that asks the command to end. */
function started(
  { program, env }: Extract<SandboxProbe, { name: "bubblewrap" }>,
  filter: Filter | undefined,
  args: readonly string[],
  inside: readonly string[],
): Pick<HeldCommand, "program" | "args"> {
  const command = env ? [env, "--default-signal=TERM", ...inside] : inside;
  const text = `${env ? "trap '' TERM; " : ""}${withFilter(filter)}`;
  return { program: systemShell, args: ["-c", text, filter?.file ?? "sh", program, ...args, ...command] };
}

/** Prepares the sandbox; nothing runs yet. */
export async function holdByBubblewrap(
  probe: Extract<SandboxProbe, { name: "bubblewrap" }>,
  { request, hold, shell, env, limits, state, owner }: HoldRequest,
): Promise<HeldCommand> {
  const { confinement, closedFiles } = hold;
  const { onlyReads } = confinement;
  const known = onlyReads ? undefined : await protectedIn(confinement);
  const [folders, hidden, persons, inRoots, shown, filter] = await Promise.all([
    stateFolders(state, owner),
    hiddenPlaces(confinement),
    personPlaces(confinement),
    rootPlaces(confinement, closedFiles, known),
    onlyReads ? shownPlaces(confinement, env) : undefined,
    probe.features.filters ? filterIn(state, onlyReads ? "reading" : "held") : undefined,
  ]);
  const mayPlant = !request.background && confinement.program?.permissions.writes !== "none";
  const began = Date.now();
  const placesOf = (kind: Mount["kind"]) => new Set(inRoots.filter((one) => one.kind === kind).map(({ path }) => path));
  const [hiddenInRoots, writable] = [placesOf("hidden"), placesOf("writable")];
  const redirections = await watchedRedirections(inRoots);
  const standIns = await standIn(inRoots.filter(({ kind }) => kind === "masked").map(({ path }) => path));
  const egress = needsWayOut(confinement) ? await openEgress(confinement.reach) : undefined;
  const asFound = (await Promise.all(inRoots.map((mount) => maskAsFound(mount, standIns)))).flat();
  const layout = {
    mounts: shown
      ? [...tempMounts(folders), ...withHidden([...asFound, ...shown.mounts], hidden)]
      : [...tempMounts(folders), ...asFound, ...hidden, ...persons, ...programMounts(confinement)],
    ...(shown && { links: shown.links }),
    emptyFolder: folders.emptyFolder,
    emptyFile: folders.emptyFile,
    cwd: startFolder(request.cwd.real, confinement),
    ...(egress && { sockets: egress.folder }),
  };
  const supervisor = supervisorText(limits, egress ? relaysOf(egress) : [], `/tmp/${folders.mark}`);
  const inside = [shell, "-c", supervisor, shell, request.command];
  const args = bubblewrapArguments(layout, probe.features);
  return {
    sandbox: "bubblewrap",
    ...started(probe, filter, args, inside),
    env: environment(
      environmentFor(env, confinement, () => programPlace),
      egress,
      confinement,
    ),
    settlingMs,
    async release(ending) {
      const [created] = await Promise.all([standIns.remove(), egress?.close()]);
      // Long after a background command began nobody knows any more whether it was the person who created a name.
      const checked = request.background ? [] : confinement.roots.filter((root) => writable.has(root));
      const closed = await moveClosedAside(checked, closedFiles, hiddenInRoots, began);
      const planted = [...created, ...closed, ...(await removeRedirections(redirections))];
      const stoppedLeftovers = await isRemoved(join(folders.temp, folders.mark));
      if (ending && (await neverBegan(ending, layout.mounts)))
        return { notes: [], stoppedLeftovers, neverBegan: true as const };
      const refusals = ending ? refusalNotes(ending, egress?.refused ?? new Map(), confinement) : [];
      const absent =
        ending && shown && refusals.length === 0 ? absentPlace(ending, [...layout.mounts, ...shown.links]) : undefined;
      const missed = absent === undefined ? refusals : [absentNote(absent)];
      return {
        notes: [
          ...planted,
          ...(known && mayPlant ? await createdNotes(known, confinement) : []),
          ...missed,
          ...(ending ? hiddenNotes(hiddenInRoots, confinement) : []),
        ],
        ...(onlyReads && missed.length > 0 && { needsMore: true as const }),
        stoppedLeftovers,
      };
    },
  };
}
