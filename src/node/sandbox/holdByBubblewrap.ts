/** A command in a sandbox of its own on Linux (D-15). */
import { lstat, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Confinement } from "../../core/confinement";
import { bubblewrapArguments } from "./bubblewrap";
import { moveClosedAside } from "./closedNames";
import { type Egress, needsWayOut, openEgress } from "./egress";
import { refusalNotes } from "./findings";
import type { HeldCommand, HoldRequest } from "./held";
import { hiddenPlaces } from "./hiddenPlaces";
import { type StandIns, standIn } from "./maskedFolders";
import type { Mount } from "./mount";
import { personPlaces } from "./personPlaces";
import type { SandboxProbe } from "./probe";
import { environmentFor, programMounts, programPlace, startFolder, tempOwner } from "./programs";
import { networkEnvironment, proxyPort, relaysOf } from "./relays";
import { removeRedirections, watchedRedirections } from "./repositories";
import { rootPlaces } from "./rootPlaces";
import { type StateFolders, stateFolders } from "./stateFolders";
import { supervisorText } from "./supervisor";

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

/** Prepares the sandbox; nothing runs yet. */
export async function holdByBubblewrap(
  probe: Extract<SandboxProbe, { name: "bubblewrap" }>,
  { request, hold, shell, env, limits, state }: HoldRequest,
): Promise<HeldCommand> {
  const { confinement, closedFiles } = hold;
  const [folders, hidden, persons, inRoots] = await Promise.all([
    stateFolders(state, tempOwner(request.agent, confinement)),
    hiddenPlaces(confinement),
    personPlaces(confinement),
    rootPlaces(confinement, closedFiles),
  ]);
  const began = Date.now();
  const placesOf = (kind: Mount["kind"]) => new Set(inRoots.filter((one) => one.kind === kind).map(({ path }) => path));
  const [hiddenInRoots, writable] = [placesOf("hidden"), placesOf("writable")];
  const redirections = await watchedRedirections(inRoots);
  const standIns = await standIn(inRoots.filter(({ kind }) => kind === "masked").map(({ path }) => path));
  const egress = needsWayOut(confinement) ? await openEgress(confinement.reach) : undefined;
  const asFound = (await Promise.all(inRoots.map((mount) => maskAsFound(mount, standIns)))).flat();
  const layout = {
    mounts: [...tempMounts(folders), ...asFound, ...hidden, ...persons, ...programMounts(confinement)],
    emptyFolder: folders.emptyFolder,
    emptyFile: folders.emptyFile,
    cwd: startFolder(request.cwd.real, confinement),
    ...(egress && { sockets: egress.folder }),
  };
  const supervisor = supervisorText(limits, egress ? relaysOf(egress) : [], `/tmp/${folders.mark}`);
  const inside = [shell, "-c", supervisor, shell, request.command];
  const sandbox = bubblewrapArguments(layout, probe.features);
  const shield = probe.env;
  return {
    sandbox: "bubblewrap",
    program: shield ?? probe.program,
    args: shield
      ? ["--ignore-signal=TERM", probe.program, ...sandbox, shield, "--default-signal=TERM", ...inside]
      : [...sandbox, ...inside],
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
      return {
        notes: [...planted, ...(ending ? refusalNotes(ending, egress?.refused ?? new Map(), confinement) : [])],
        stoppedLeftovers,
      };
    },
  };
}
