/** A command in a sandbox on macOS (D-15). It shares the machine's processes and loopback address. */
import type { Confinement } from "../../core/ports/confinement";
import { isInside } from "../../core/vocabulary/paths";
import { refusalNotes } from "./findings";
import type { HeldCommand, HoldRequest } from "./hold";
import { type ClonedRoots, foldersAbove, rootsOnClones } from "./layer/clones/clonedRoots";
import { type Cloning, macCloning } from "./layer/clones/cloning";
import { needsWayOut, openEgress, reachedBy } from "./network/egress";
import { networkEnvironment } from "./network/relays";
import { hiddenPlaces } from "./places/hiddenPlaces";
import { type Mount, mountsInOrder } from "./places/mount";
import { personPlaces } from "./places/personPlaces";
import { protectedIn, rootPlaces } from "./places/rootPlaces";
import { unsearchedNotes } from "./places/unsearched";
import type { SandboxProbe } from "./probe";
import { environmentFor } from "./programs";
import { seatbeltProfile } from "./seatbelt";
import { stateFolders } from "./stateFolders";
import { limitedText } from "./supervisor";

const programFolders = ({ program }: Confinement): string[] =>
  program ? [program.folder, ...(program.dependencies === undefined ? [] : [program.dependencies])] : [];

const pathsOf = (mounts: readonly Mount[], ...kinds: Mount["kind"][]) =>
  mounts.filter(({ kind }) => kinds.includes(kind)).map(({ path }) => path);

/** What a command is given beyond its profile, and what is done about it afterwards. */
interface SeatbeltPlaces {
  readonly mounts: readonly Mount[];
  /** Where it works on clones of its folders. */
  readonly clones?: ClonedRoots;
  /** What a model should know of them. */
  readonly notes: readonly string[];
}

async function placesFor(wish: HoldRequest, cloning: Pick<Cloning, "clone">): Promise<SeatbeltPlaces> {
  const { confinement, closedFiles, onLayer } = wish.hold;
  const known = confinement.onlyReads ? undefined : await protectedIn(confinement);
  const inRoots = await rootPlaces(confinement, closedFiles, known);
  const clones = onLayer ? await rootsOnClones(cloning, wish, inRoots) : undefined;
  const places = [...hiddenPlaces(confinement), ...(await personPlaces(confinement)), ...(clones?.mounts ?? inRoots)];
  const notes = clones ? [] : unsearchedNotes(known, confinement);
  return { mounts: mountsInOrder(places), notes, ...(clones && { clones }) };
}

/** @param temp its temporary folder. @param proxy the port on which it finds a way out. */
function profileOf(
  { mounts, clones }: SeatbeltPlaces,
  { hold: { confinement }, secretFolder }: HoldRequest,
  temp: string,
  proxy: number | undefined,
): string {
  const secrets = secretFolder === undefined ? [] : [secretFolder];
  const writable = pathsOf(mounts, "writable");
  const hidden = pathsOf(mounts, "hidden");
  const inHidden = (path: string) => hidden.some((folder) => isInside(folder, path));
  return seatbeltProfile({
    writable: [...writable, temp],
    readOnly: [...pathsOf(mounts, "readOnly", "masked", "shown"), ...secrets],
    hidden,
    ports: [...(proxy === undefined ? [] : [proxy]), ...confinement.reach.localPorts],
    opened: [...writable.filter(inHidden), temp],
    shown: [...pathsOf(mounts, "shown").filter(inHidden), ...programFolders(confinement), ...secrets],
    ...(clones && { passed: clones.layer.clones.flatMap(foldersAbove), pinned: clones.pinned }),
    startsNothing: clones !== undefined && confinement.onlyReads,
  });
}

/** Prepares the sandbox; nothing runs yet. @param cloning how folders are cloned for a command on a layer. */
export async function holdBySeatbelt(
  { program }: Extract<SandboxProbe, { name: "seatbelt" }>,
  wish: HoldRequest,
  cloning: Pick<Cloning, "clone"> = macCloning(program),
): Promise<HeldCommand> {
  const { request, hold, shell, env, limits, state, owner } = wish;
  const { confinement } = hold;
  const { temp } = stateFolders(state, owner);
  const places = await placesFor(wish, cloning);
  const { clones } = places;
  const { reach } = confinement;
  const egress = needsWayOut(hold) ? await openEgress(reach, request, { byPort: true }) : undefined;
  const proxy = typeof egress?.proxy === "number" ? egress.proxy : undefined;
  const own = {
    ...environmentFor(env, confinement, ({ folder }) => folder),
    ...(!confinement.alone && { TMPDIR: temp }),
    ...networkEnvironment(reach, proxy),
  };
  return {
    sandbox: "seatbelt",
    program,
    args: ["-p", profileOf(places, wish, temp, proxy), shell, "-c", limitedText(limits), shell, request.command],
    env: clones ? clones.environment(own) : own,
    settlingMs: 0,
    ...(clones && {
      cwd: clones.cwd,
      layer: clones.layer,
      outside: (path: string) => clones.layer.inWorkspace(path),
    }),
    async release(ending) {
      await egress?.close();
      const notes = ending ? refusalNotes(ending, egress, confinement) : [];
      return {
        notes: [...notes, ...places.notes, ...(clones?.notes(ending) ?? [])],
        ...reachedBy(egress),
        ...(confinement.onlyReads && notes.length > 0 && { needsMore: true as const }),
        stoppedLeftovers: false,
      };
    },
  };
}
