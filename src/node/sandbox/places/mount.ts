/** What a command finds at a path inside the sandbox, and in which order that is put together. */
import { isInside } from "../../../core/vocabulary/paths";

/** One place. Paths are real; nothing is said of a place that no mount names: it is there and cannot be changed. */
export interface Mount {
  /**
   * `writable` and `readOnly`: what is at `from`. `shown`: as `readOnly`, and in a hidden place too. `hidden`: an empty
   * folder or file. `masked`: an empty folder that is there only while the command runs.
   */
  readonly kind: "writable" | "shown" | "readOnly" | "hidden" | "masked";
  readonly path: string;
  /** By default the path itself. */
  readonly from?: string;
  /** What is at `from` is the place itself with changes, so that what is to be hidden in it is there too. */
  readonly isLayer?: true;
  /** Of a hidden place: it is so only because it may hold secrets. */
  readonly isSecret?: true;
  /** A file of the command's own that stands for a hidden one. */
  readonly mask?: string;
  readonly isFolder: boolean;
}

/** Of two mounts on one path the later of these kinds holds. */
const strictness: readonly Mount["kind"][] = ["writable", "shown", "readOnly", "masked", "hidden"];

/** Opened again within a place that shows something else. */
const isOpened = ({ kind }: Mount) => kind === "writable" || kind === "shown";

const depth = (path: string) => path.split("/").length;

const showsOther = (mount: Mount) => !isOpened(mount) || (mount.from !== undefined && !mount.isLayer);

/** True when a path lies in a place that shows something else, and in no folder that was opened again within it. */
function isCovered(mount: Mount, mounts: readonly Mount[]): boolean {
  if (isOpened(mount)) return false;
  const above = mounts
    .filter(({ kind, path }) => kind !== "readOnly" && path !== mount.path && isInside(path, mount.path))
    .sort((one, other) => depth(other.path) - depth(one.path));
  return above[0] !== undefined && showsOther(above[0]);
}

/**
 * One mount for each path, outer ones first, so that none lies under a later one. What lies in a hidden place is left
 * out: a mount of its own would show it again.
 */
export function mountsInOrder(mounts: readonly Mount[]): Mount[] {
  const byPath = new Map<string, Mount>();
  for (const mount of mounts) {
    const other = byPath.get(mount.path);
    if (!other || strictness.indexOf(mount.kind) > strictness.indexOf(other.kind)) byPath.set(mount.path, mount);
  }
  const kept = [...byPath.values()];
  const covers = kept.filter(({ kind }) => kind !== "readOnly");
  return kept
    .filter((mount) => !isCovered(mount, covers))
    .sort((one, other) => depth(one.path) - depth(other.path) || (one.path < other.path ? -1 : 1));
}
