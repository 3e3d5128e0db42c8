/**
 * Folders that a command created or removed, and that are made whole or not at all where a part is held back that decides
 * what the rest is: without its `.git` a new worktree is a part of the repository around it, and a commit goes into that.
 */

import type { LayerChange } from "../../../core/ports/changes/layer";
import { isInside, parentOf, relativeInside } from "../../../core/vocabulary/paths";
import { type HeldUnit, type JudgedChange, strictness } from "./judgedChange";
import type { MadeFolders } from "./madeFolders";

/**
 * What makes its folder a repository, an environment or a package of its own. Programs look for these in the folders above,
 * so without one they take the folder for a part of what is around it.
 */
const marker =
  /^(?:head|pyvenv\.cfg|package\.json|cargo\.toml|pyproject\.toml|gemfile|package\.swift|dune-project|settings\.gradle(?:\.kts)?)$/i;

/** The same, with all that lies in it. */
const repositoryFolder = /^\.(?:git|hg|svn)$/i;

/** What git has in its folder and works without in the same way; a hook waits for its own answer. */
const besideGit = /^(?:hooks|info|branches|description)$/i;

/** The same as a marker of a worktree's or submodule's folder in the `.git` folder of another. */
const gitMarker = /^(.*?\/\.git)\/(?:worktrees|modules)\/(?:.+\/)?(?:commondir|gitdir|config|head)$/is;

/** What could not be made of a command's changes. */
export interface UnmadeChange {
  readonly change: LayerChange;
  readonly shown: string;
  /** Why, as one clause. */
  readonly why: string;
}

interface HeldBack {
  /** A real path. */
  readonly path: string;
  readonly shown: string;
  readonly why: string;
  /** False for what would go. */
  readonly comes: boolean;
  readonly verdict: HeldUnit["verdict"];
}

/** Holds back what is made together with what is. */
export async function withHeldUnits(
  all: readonly JudgedChange[],
  unmade: readonly UnmadeChange[],
  look: MadeFolders,
): Promise<readonly JudgedChange[]> {
  const held = [...unmade.map(unmadeBack), ...all.flatMap(heldBack)];
  const units = new Map<string, HeldUnit>();
  for (const one of held) {
    const unit = await unitOf(one, look);
    const known = unit && units.get(unit.real);
    if (unit && (!known || strictness[known.verdict] < strictness[unit.verdict])) units.set(unit.real, unit);
  }
  if (units.size === 0) return all;
  const found = all.map((change) => inUnit(change, units));
  // Where nothing else is kept from being made, what is held back is told by its own name.
  const taking = new Set(found.flatMap(({ unit }, at) => (unit && all[at]?.verdict !== unit.verdict ? [unit] : [])));
  return found.map((change, at) => (change.unit && taking.has(change.unit) ? change : (all[at] as JudgedChange)));
}

/** Of equally strict ones the first. */
const strictestOf = (units: readonly HeldUnit[]): HeldUnit | undefined =>
  units.toSorted((one, other) => strictness[other.verdict] - strictness[one.verdict])[0];

const unmadeBack = ({ change: { path, before }, shown, why }: UnmadeChange): HeldBack => ({
  ...{ path, shown, why, comes: before === undefined, verdict: "deny" },
});

function heldBack({ effect: { target, after, kinds }, verdict, reason }: JudgedChange): HeldBack[] {
  if (verdict === "allow") return [];
  const comes = after !== undefined || kinds?.after !== undefined;
  return [{ path: target.real, shown: target.shown, why: reason, comes, verdict }];
}

/** What goes whole or not at all with something that is held back; undefined for what stands by itself. */
async function unitOf(
  { path, shown, why, comes, verdict }: HeldBack,
  look: MadeFolders,
): Promise<HeldUnit | undefined> {
  const root = look.roots.find((one) => isInside(one, path));
  if (root === undefined) return undefined;
  const isMade = async (folder: string) => (comes ? look.isNew(folder) : look.isGone(folder));
  const as = (kind: HeldUnit["kind"], real: string, part: string): HeldUnit => {
    const by = part === real ? shown : look.shown(part);
    return { kind, real, part, shown: look.shown(real), by, verdict, reason: why };
  };
  const names = relativeInside(root, path).split("/");
  // Packages that are installed all wait together.
  const most = names.includes("node_modules") ? names.indexOf("node_modules") : names.length;
  for (let at = 0; at < most; at++) {
    const [name = "", below] = names.slice(at);
    const decides = repositoryFolder.test(name) ? !besideGit.test(below ?? "") : !below && marker.test(name);
    if (!decides) continue;
    const part = `${root}/${names.slice(0, at + 1).join("/")}`;
    // Where the folder around it is not the command's, what lies in a `.git` folder still belongs together.
    const folders = [...(at > 0 ? [parentOf(part)] : []), ...(part === path ? [] : [part])];
    for (const folder of folders) if (await isMade(folder)) return as(comes ? "created" : "removed", folder, part);
  }
  const repository = gitMarker.exec(path)?.[1];
  const isPart = repository !== undefined && parentOf(path) !== repository && (await isMade(parentOf(path)));
  return isPart ? as("repository", repository, parentOf(path)) : undefined;
}

function inUnit(change: JudgedChange, units: ReadonlyMap<string, HeldUnit>): JudgedChange {
  const { effect, verdict } = change;
  const unit = strictestOf(withParents(effect.target.real).flatMap((path) => units.get(path) ?? []));
  if (!unit || strictness[unit.verdict] < strictness[verdict]) return change;
  // Settings and hooks of a repository stand by themselves.
  if (unit.kind === "repository" && verdict !== "allow" && !isInside(unit.part, effect.target.real)) return change;
  return { ...change, verdict: unit.verdict, reason: unit.reason, unit };
}

/** Outermost first. */
function withParents(path: string): string[] {
  const above = parentOf(path);
  return above === path || above === "/" ? [path] : [...withParents(above), path];
}

/** A name for a unit, with how much of it there is, and why it is held back, as a clause. */
export function unitText({ kind, shown, by, reason }: HeldUnit, count: number): string {
  const files = `${count} ${count === 1 ? "change" : "changes"}`;
  if (kind === "removed")
    return `the removal of ${shown} (${files}), because ${by} may not be removed with it (${reason})`;
  const name = kind === "created" ? `the new folder ${shown}` : `what the command changed in ${shown}`;
  return `${name} (${files}), because it would work differently without ${by} (${reason})`;
}
