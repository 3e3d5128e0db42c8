/**
 * Patterns of the settings that say by an absolute path, or from another root, which of the workspace's own files they mean:
 * each is joined by what it is below the root, as which files and their copies in a worktree are compared.
 */
import type { ClassificationRule, RaisingRule } from "../../core/settings/sections/classificationRules";
import type { Settings } from "../../core/settings/settings";
import { segments } from "../../core/vocabulary/paths";
import { foldPath } from "./fileNames";
import { matchesGlob } from "./globPattern";

/** Where patterns count from. */
export interface PatternPlace {
  /** Real paths of the person's folders. */
  readonly roots: readonly string[];
  readonly home: string;
  /** True in a worktree, which stands for the first root alone. */
  readonly inWorktree: boolean;
  /** True where nothing else is below a root than what is below the first. */
  readonly isOnlyRoot: boolean;
}

const withSlashes = (path: string) => path.replaceAll("\\", "/").replace(/\/+$/, "");

const isAbsolute = (pattern: string) => /^(?:~?\/|[A-Za-z]:[\\/])/.test(pattern);

/** What is left of a pattern's names where the first of them are those of a folder; `**` may be any number of them. */
function leftOf(parts: readonly string[], folder: readonly string[]): string[] {
  const reached = (places: readonly number[]) => {
    const found = new Set<number>();
    for (let place of places) {
      found.add(place);
      while (parts[place] === "**") found.add(++place);
    }
    return found;
  };
  let places = reached([0]);
  for (const name of folder) {
    const after = [...places].flatMap((place) => {
      const part = parts[place];
      if (part === "**") return [place];
      return part !== undefined && matchesGlob(part, foldPath(name)) ? [place + 1] : [];
    });
    places = reached(after);
  }
  // Behind `**` the rest alone says nothing more.
  const isSaid = (place: number) => parts[place - 1] === "**" && places.has(place - 1);
  return [...places].filter((place) => place < parts.length && !isSaid(place)).map((at) => parts.slice(at).join("/"));
}

/** What an absolute pattern may be below a root. */
function belowRoot(pattern: string, root: string): string[] {
  const top = `${withSlashes(root)}/`;
  if (foldPath(pattern).startsWith(foldPath(top)) && pattern.length > top.length) return [pattern.slice(top.length)];
  // Braces that reach over folders have no part for each of them.
  return /\{[^}]*\//.test(pattern) ? [] : leftOf(segments(pattern), segments(top));
}

/** The pattern, and others that mean the same files below the roots. */
function rooted(pattern: string, { roots, home, inWorktree }: PatternPlace): string[] {
  const [first] = roots;
  const full = pattern.startsWith("~/") ? `${withSlashes(home)}${pattern.slice(1)}` : pattern;
  const counted = inWorktree && first !== undefined ? [first] : roots;
  const below = (root: string) => (isAbsolute(pattern) ? belowRoot(withSlashes(full), root) : []);
  const found = counted.flatMap(below);
  // One without a folder means that name anywhere, from whatever root it counts; a first slash may mean a root.
  const trimmed = pattern.replace(/^(?:\.?\/)+/, "");
  const isOfRoot = trimmed.replace(/\/+$/, "").includes("/") && !/^(?:\*\*|~|[A-Za-z]:)\//.test(trimmed);
  if (inWorktree && first !== undefined && isOfRoot && roots.every((root) => below(root).length === 0))
    found.push(...roots.slice(1).flatMap((root) => belowRoot(`${withSlashes(root)}/${trimmed}`, first)));
  return [...new Set([pattern, ...found])];
}

type AboutMatch = ClassificationRule | RaisingRule;

const rootedRule = <T extends AboutMatch>(rule: T, place: PatternPlace): T[] => {
  const { match } = rule;
  return "path" in match
    ? rooted(match.path, place).map((path) => Object.assign({}, rule, { match: { path } }))
    : [rule];
};

/** The same for rules that may lower: where a wildcard stands for a root, or for what is above it, nothing is added. */
function exactRule(rule: ClassificationRule, place: PatternPlace): ClassificationRule[] {
  const { match } = rule;
  if (!("path" in match)) return [rule];
  const full = match.path.startsWith("~/") ? `${withSlashes(place.home)}${match.path.slice(1)}` : match.path;
  const above = segments(full).slice(0, segments(place.roots[0] ?? "").length);
  return isAbsolute(full) && /[*?[{]/.test(above.join("/")) ? [rule] : rootedRule(rule, place);
}

const known = new WeakMap<object, { readonly key: string; readonly list: unknown }>();

/** The same list while it gets no entries, and for the same place, so that what is remembered by it stays. */
function rootedList<T>(
  list: T[],
  place: PatternPlace,
  key: string,
  entries: (one: T, place: PatternPlace) => T[],
): T[] {
  const before = known.get(list);
  if (before?.key === key) return before.list as T[];
  const all = list.flatMap((one) => entries(one, place));
  const made = all.length === list.length ? list : all;
  known.set(list, { key, list: made });
  return made;
}

/** The settings with every pattern of paths as it is below the roots too. */
export function withRootPatterns(settings: Settings, place: PatternPlace): Settings {
  const { "classification.rules": rules, "classification.raise": raise } = settings;
  // Below another root the same pattern is too strict at most, but a rule may lower as well.
  const isExact = place.inWorktree || place.isOnlyRoot;
  const key = JSON.stringify([place.roots, place.home, place.inWorktree]);
  return {
    ...settings,
    secretPaths: rootedList(settings.secretPaths, place, key, rooted),
    protectedPaths: rootedList(settings.protectedPaths, place, key, rooted),
    "classification.rules": isExact ? rootedList(rules, place, key, exactRule) : rules,
    "classification.raise": rootedList(raise, place, key, rootedRule),
  };
}
