/** A command in a sandbox on macOS (D-15). It shares the machine's processes and loopback address. */
import type { Confinement } from "../../core/ports/confinement";
import { isInside } from "../../core/vocabulary/paths";
import { needsWayOut, openEgress, reachedBy } from "./egress";
import { refusalNotes } from "./findings";
import type { HeldCommand, HoldRequest } from "./hold";
import { hiddenPlaces } from "./places/hiddenPlaces";
import { type Mount, mountsInOrder } from "./places/mount";
import { personPlaces } from "./places/personPlaces";
import { rootPlaces } from "./places/rootPlaces";
import type { SandboxProbe } from "./probe";
import { environmentFor, tempOwner } from "./programs";
import { networkEnvironment } from "./relays";
import { seatbeltProfile } from "./seatbelt";
import { stateFolders } from "./stateFolders";
import { limitedText } from "./supervisor";

const programFolders = ({ program }: Confinement): string[] =>
  program ? [program.folder, ...(program.dependencies === undefined ? [] : [program.dependencies])] : [];

const pathsOf = (mounts: readonly Mount[], ...kinds: Mount["kind"][]) =>
  mounts.filter(({ kind }) => kinds.includes(kind)).map(({ path }) => path);

/** Prepares the sandbox; nothing runs yet. */
export async function holdBySeatbelt(
  { program }: Extract<SandboxProbe, { name: "seatbelt" }>,
  { request, hold, shell, env, limits, state, secretFolder }: HoldRequest,
): Promise<HeldCommand> {
  const { confinement, closedFiles } = hold;
  const { temp } = stateFolders(state, tempOwner(request.agent, confinement));
  const mounts = mountsInOrder([
    ...hiddenPlaces(confinement),
    ...(await personPlaces(confinement)),
    ...(await rootPlaces(confinement, closedFiles)),
  ]);
  const { reach } = confinement;
  const egress = needsWayOut(confinement) ? await openEgress(reach, request, true) : undefined;
  const proxy = typeof egress?.proxy === "number" ? egress.proxy : undefined;
  const writable = pathsOf(mounts, "writable");
  const hidden = pathsOf(mounts, "hidden");
  const inHidden = (path: string) => hidden.some((folder) => isInside(folder, path));
  const secrets = secretFolder === undefined ? [] : [secretFolder];
  const profile = seatbeltProfile({
    writable: [...writable, temp],
    readOnly: [...pathsOf(mounts, "readOnly", "masked", "shown"), ...secrets],
    hidden,
    ports: [...(proxy === undefined ? [] : [proxy]), ...reach.localPorts],
    opened: [...writable.filter(inHidden), temp],
    shown: [...pathsOf(mounts, "shown").filter(inHidden), ...programFolders(confinement), ...secrets],
  });
  return {
    sandbox: "seatbelt",
    program,
    args: ["-p", profile, shell, "-c", limitedText(limits), shell, request.command],
    env: {
      ...environmentFor(env, confinement, ({ folder }) => folder),
      ...(!confinement.alone && { TMPDIR: temp }),
      ...networkEnvironment(reach, proxy),
    },
    settlingMs: 0,
    async release(ending) {
      await egress?.close();
      const notes = ending ? refusalNotes(ending, egress, confinement) : [];
      return {
        notes,
        ...reachedBy(egress),
        ...(confinement.onlyReads && notes.length > 0 && { needsMore: true as const }),
        stoppedLeftovers: false,
      };
    },
  };
}
