/** The folders that a command works in where it works on a clone of them, as seatbelt is to hold it there. */
import { dirname } from "node:path";
import type { Confinement } from "../../../../core/ports/confinement";
import { isInside } from "../../../../core/vocabulary/paths";
import type { HeldEnding } from "../../findings";
import type { HoldRequest } from "../../hold";
import type { Mount } from "../../places/mount";
import { clonesIn } from "../layerFolders";
import { ownPlace } from "../layerProbe";
import { CloneLayer } from "./cloneLayer";
import type { Cloning } from "./cloning";

/** What there is to hold. */
export interface ClonedRoots {
  readonly layer: CloneLayer;
  /** The clones can be changed, the folders themselves are closed, and what is hidden in them is so in the clones. */
  readonly mounts: readonly Mount[];
  /** Folders around what is hidden in the clones: moved away, they would take it to a path that no rule closes. */
  readonly pinned: readonly string[];
  /** Where the command starts. */
  readonly cwd: string;
  /** The same environment, with clones in the place of the folders. */
  environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
  /** What a model should know of a command that met the difference. */
  notes(ending: HeldEnding | undefined): string[];
}

/** All folders around a path, outermost first. */
export const foldersAbove = (path: string): string[] =>
  dirname(path) === path ? [] : [...foldersAbove(dirname(path)), dirname(path)];

const hiddenAt = ({ isFolder }: Pick<Mount, "isFolder">, path: string): Mount => ({ kind: "hidden", path, isFolder });

/** @param places what is to be held in the folders and beside them, were there no clones. */
export async function rootsOnClones(
  cloning: Pick<Cloning, "clone">,
  { request, hold, state }: HoldRequest,
  places: readonly Mount[],
): Promise<ClonedRoots> {
  const { confinement, onLayer } = hold;
  const { roots } = confinement;
  const isIn = (path: string) => roots.some((root) => isInside(root, path));
  const hidden = places.filter(({ kind, path }) => kind === "hidden" && isIn(path));
  const beside = places.filter(({ kind, path }) => !isIn(path) && (kind === "hidden" || onLayer === "open"));
  const wish = { place: await ownPlace(clonesIn(state)), roots, hidden: hidden.map(({ path }) => path) };
  const layer = await CloneLayer.of(cloning, wish);
  const inClone = (path: string) => layer.inClone(path) ?? path;
  const closed = hidden.map((mount) => hiddenAt(mount, inClone(mount.path)));
  const isInClones = (path: string) => layer.clones.some((clone) => isInside(clone, path));
  return {
    layer,
    mounts: [
      ...layer.clones.map((path): Mount => ({ kind: "writable", path, isFolder: true })),
      ...roots.map((root) => hiddenAt({ isFolder: true }, root)),
      ...closed,
      ...beside,
    ],
    pinned: [...new Set(closed.flatMap(({ path }) => foldersAbove(path).filter(isInClones)))],
    cwd: inClone(request.cwd.real),
    environment: (env) => withClones(env, inClone),
    notes: (ending) => cloneNotes(request.command, ending, confinement, layer),
  };
}

/** Variables name folders one by one, or several with colons between them. */
const withClones = (env: NodeJS.ProcessEnv, inClone: (path: string) => string): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value?.split(":").map(inClone).join(":")]));

function cloneNotes(
  command: string,
  ending: HeldEnding | undefined,
  { roots }: Confinement,
  { clones }: CloneLayer,
): string[] {
  const isMet = [...roots, ...clones].some((path) => command.includes(path) || ending?.tail.includes(path));
  if (!ending || !isMet) return [];
  return [
    `[The command ran on a clone of the workspace: ${clones.join(", ")} stands for ${roots.join(", ")}, which commands cannot open by that path. Name files relative to the working folder.]`,
  ];
}
