/** Everything of a sandbox but its command. */
import type { Confinement } from "../../../core/ports/confinement";
import { isInside } from "../../../core/vocabulary/paths";
import type { HandedText } from "../../processes/starter";
import type { HeldCommand, HoldRequest } from "../hold";
import type { LayerMounting } from "../layer/layerFolders";
import type { PreparedNetwork } from "../network/preparedNetwork";
import type { WayOut } from "../network/wayOut";
import { hiddenPlaces } from "../places/hiddenPlaces";
import { Masks } from "../places/masks";
import type { Mount } from "../places/mount";
import { personPlaces } from "../places/personPlaces";
import { type Link, shownPlaces } from "../places/shownPlaces";
import { temporaryMounts, withoutTemporary } from "../places/temporaryPlaces";
import { type SandboxProbe, systemShell } from "../probe";
import { programMounts, startFolder } from "../programs";
import type { StateFolders } from "../stateFolders";
import { argumentsDescriptor, bubblewrapArguments } from "./bubblewrap";
import { type Filter, filterIn, withFilter } from "./filterFiles";
import type { HeldRoots } from "./heldRoots";

/** The sandbox that works here. */
export type Bubblewrap = Extract<SandboxProbe, { name: "bubblewrap" }>;

/** What it is put together from. */
export interface FrameParts {
  readonly folders: StateFolders;
  readonly roots: Promise<HeldRoots>;
  readonly wayOut: Promise<WayOut | undefined>;
  /** The network that it is started in; absent: it makes its own. */
  readonly network?: PreparedNetwork | undefined;
  /** Made ahead for the command. */
  readonly masks?: Masks | undefined;
}

/** How a sandbox is started. */
export interface SandboxProgram extends Pick<HeldCommand, "program" | "args"> {
  /** The arguments of bubblewrap; what runs in the sandbox could read them in its command line. */
  readonly handed: readonly HandedText[];
}

/** A sandbox that is not started. */
export interface Frame {
  readonly mounts: readonly Mount[];
  /** Where a command starts. */
  readonly cwd: string;
  readonly masks: Masks;
  readonly roots: HeldRoots;
  readonly wayOut: WayOut | undefined;
  /** Where nothing of the machine is there but what the mounts show. */
  readonly links: readonly Link[] | undefined;
  /** How a program is started in it, by its command line; it hears the signal that asks a command to end, bubblewrap does not. */
  starting(inside: readonly string[]): SandboxProgram;
}

/** Places beside the roots; a repository that is a root itself is there already, and as its root is to be seen. */
const besideRoots = (places: readonly Mount[], { roots }: Confinement): Mount[] =>
  places.filter(({ path }) => !roots.includes(path));

/** Places, and of what is to be hidden that which lies in them: anything else is not there anyway. */
const withHidden = (places: readonly Mount[], hidden: readonly Mount[]): Mount[] => [
  ...places,
  ...hidden.filter(({ path }) => places.some((place) => place.kind === "shown" && isInside(place.path, path))),
];

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

/** Puts it together. @throws the system's error. */
export async function frameOf(
  probe: Bubblewrap,
  { request, hold, env, state }: HoldRequest,
  { folders, network, ...parts }: FrameParts,
): Promise<Frame> {
  const { confinement } = hold;
  const { onlyReads } = confinement;
  const { temp, emptyFolder, emptyFile } = folders;
  const hidden = hiddenPlaces(confinement);
  const [persons, roots, shown, filter, wayOut] = await Promise.all([
    personPlaces(confinement),
    parts.roots,
    onlyReads ? shownPlaces(confinement, env) : undefined,
    probe.features.filters ? filterIn(state, onlyReads && !hold.onLayer ? "reading" : "held") : undefined,
    parts.wayOut,
  ]);
  const masks = await Masks.over(roots.mounts, state, parts.masks);
  const temps = temporaryMounts(hold, temp, { agent: request.agent, state });
  const beside = shown && withoutTemporary(hold, besideRoots(shown.mounts, confinement));
  const links = shown && withoutTemporary(hold, shown.links);
  const mounts = beside
    ? [...temps, ...withHidden([...masks.mounts, ...beside], hidden)]
    : [...temps, ...roots.mounts, ...hidden, ...persons, ...programMounts(confinement)];
  const cwd = startFolder(request.cwd.real, confinement);
  const layout = {
    ...{ mounts, cwd },
    ...(links && { links }),
    ...{ emptyFolder, emptyFile },
    ...networkOf(wayOut, network),
    secretFiles: Object.keys(request.secretFiles ?? {}),
    ...(roots.mounting && { user: ownUser() }),
  };
  const command = [probe.program, "--args", String(argumentsDescriptor), "--"];
  const text = bubblewrapArguments(layout, probe.features)
    .map((argument) => `${argument}\0`)
    .join("");
  return {
    ...{ mounts, cwd, masks, roots, wayOut, links },
    starting: (inside) => ({
      ...started(probe, filter, [...command, ...shielded(probe, inside)], startedIn(network, roots)),
      handed: [{ descriptor: argumentsDescriptor, text }],
    }),
  };
}
