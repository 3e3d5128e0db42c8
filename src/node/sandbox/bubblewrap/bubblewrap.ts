/** The arguments of bubblewrap. Pure; see docs/sandbox.md for why each is there. */
import { isInside } from "../../../core/vocabulary/paths";
import { type Mount, mountsInOrder } from "../places/mount";
import type { Link } from "../places/shownPlaces";
import { secretArguments } from "../secretFiles";

/** What a sandbox is made of. */
export interface Layout {
  readonly mounts: readonly Mount[];
  /** An empty folder and an empty file, for what is hidden. */
  readonly emptyFolder: string;
  readonly emptyFile: string;
  /** The folder whose sockets lead out, when there are any; it is found at {@link socketFolder}. */
  readonly sockets?: string;
  /** True where it is started in a network of its own already. */
  readonly isInNetwork?: boolean;
  /** Names of the secrets that are files in it, in the order in which they are handed over; absent: none. */
  readonly secretFiles?: readonly string[];
  /** Links of a sandbox in which nothing of the machine is there but what the mounts show; absent: all of it is. */
  readonly links?: readonly Link[];
  /** Real path of the folder to start in. */
  readonly cwd: string;
  /** Set where bubblewrap is started as root of a namespace of its own: whom the command is to be. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/** What the installed bubblewrap can do. */
export interface BubblewrapFeatures {
  /** Since 0.8. */
  readonly disableUserns: boolean;
  /** Whether the kernel takes a filter of system calls. */
  readonly filters: boolean;
}

/** The descriptor at which bubblewrap reads the filter. */
export const filterDescriptor = 9;

/** The descriptor at which bubblewrap reads its arguments. */
export const argumentsDescriptor = 3;

/** Where the sockets that lead out are found inside. */
export const socketFolder = "/run/toolcrib";

const unsharesNetwork = "--unshare-net";

const isolation = [
  "--unshare-user",
  "--unshare-ipc",
  "--unshare-pid",
  unsharesNetwork,
  "--unshare-uts",
  "--unshare-cgroup-try",
  "--die-with-parent",
  "--cap-drop",
  "ALL",
];

/** Devices and processes of its own; sockets of the machine's services gone. */
const system = ["--dev", "/dev", "--tmpfs", "/dev/shm", "--tmpfs", "/run", "--proc", "/proc"];

/**
 * A user who is root here owns the system's switches below /proc/sys and may write them without any capability; bubblewrap
 * covers them only for others. Where the system keeps its programs in /run they have to be found again.
 */
const afterSystem = [
  ...["--remount-ro", "/proc", "--remount-ro", "/dev"],
  ...["--ro-bind-try", "/run/current-system", "/run/current-system"],
];

function mountArguments({ kind, path, from = path, isFolder, mask }: Mount, layout: Layout): string[] {
  // The system does not note when a place is read that nobody can change.
  if (mask !== undefined) return ["--bind", mask, path];
  if (kind === "writable") return ["--bind", from, path];
  if (kind === "readOnly" || kind === "shown") return ["--ro-bind", from, path];
  return ["--ro-bind", isFolder ? layout.emptyFolder : layout.emptyFile, path];
}

/** A hidden folder with a place in it that was opened again: that needs a name there, which the one empty folder has not. */
const isReopened = ({ kind, path }: Mount, mounts: readonly Mount[]) =>
  kind === "hidden" && mounts.some((other) => other.path !== path && isInside(path, other.path));

/** All places, the outer ones first; what stands for a reopened folder is closed when everything in it has its place. */
function placeArguments(layout: Layout): string[] {
  const mounts = mountsInOrder(layout.mounts);
  const reopened = mounts.filter((mount) => isReopened(mount, mounts));
  return [
    ...mounts.flatMap((mount) => (reopened.includes(mount) ? ["--tmpfs", mount.path] : mountArguments(mount, layout))),
    ...reopened.flatMap(({ path }) => ["--remount-ro", path]),
  ];
}

/** Everything but the command and the `--` in front of it. */
export const bubblewrapArguments = (layout: Layout, { disableUserns, filters }: BubblewrapFeatures): string[] => [
  ...isolation.filter((option) => !(layout.isInNetwork && option === unsharesNetwork)),
  ...(layout.user ? ["--uid", String(layout.user.uid), "--gid", String(layout.user.gid)] : []),
  ...(disableUserns ? ["--disable-userns"] : []),
  ...(filters ? ["--seccomp", String(filterDescriptor)] : []),
  ...(layout.links ? [] : ["--ro-bind", "/", "/"]),
  ...system,
  ...afterSystem,
  ...placeArguments(layout),
  ...(layout.links ?? []).flatMap(({ path, target }) => ["--symlink", target, path]),
  ...(layout.sockets === undefined ? [] : ["--ro-bind", layout.sockets, socketFolder]),
  ...secretArguments(layout.secretFiles ?? []),
  ...["--remount-ro", "/run"],
  ...(layout.links ? ["--remount-ro", "/"] : []),
  ...["--chdir", layout.cwd],
];
