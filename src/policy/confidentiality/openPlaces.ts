/**
 * Classified files of the workspace that a command can open without naming them: what a script does is not in the words that
 * started it, so its output counts as what it could have read (PO-6, HB-5).
 */

import type { FolderEntry, RuleContext } from "../../core/rules/rule";
import type { RaisingRule } from "../../core/settings/sections/classificationRules";
import { clause, nested } from "../../core/text/clauses/clause";
import type { Effect, ExecEffect, ResolvedPath } from "../../core/vocabulary/effect";
import { isAbove } from "../../core/vocabulary/level";
import { isInside } from "../../core/vocabulary/paths";
import { analyse } from "../../lib/shell/analyse";
import { withEveryForm } from "../../lib/shell/bash/forms";
import { usageOf } from "../../lib/shell/usage";
import type { SimpleCommand } from "../../lib/shell/words/types";
import { goesThroughFolders } from "../commands/reading/folderReaders";
import { secretsRead } from "../commands/reading/secretReading";
import { enteredFolders, workingFolders } from "../commands/workingFolders";
import { asRun } from "../files/outsidePlaces";
import { secretPattern } from "../files/secretPaths";
import { matchesGlob } from "../matching/globPattern";
import { classifyPath, ordinaryLevel } from "./classification";
import { type Source, sourcesOfLine } from "./dataSources";

/** What is looked for in a workspace; with more it counts as there. */
const bounds = { folders: 2000, found: 20 } as const;

/** They hold what everybody can download, or what a file of the workspace holds as well. */
const unvisited = new Set([".git", "node_modules"]);

type PathRule = RaisingRule & { readonly match: { readonly path: string } };

const isPathRule = (rule: RaisingRule): rule is PathRule => "path" in rule.match && isAbove(rule.level, ordinaryLevel);

const rulesAboutPaths = ({ settings }: Pick<RuleContext, "settings">): readonly PathRule[] =>
  [...settings["classification.rules"], ...settings["classification.raise"]].filter(isPathRule);

/** Walks the workspace, nearest folders first. */
class OpenPlaces {
  readonly #found: Source[] = [];
  #folders = 0;

  constructor(
    private readonly rules: readonly PathRule[],
    private readonly context: RuleContext,
  ) {}

  async below(root: string): Promise<readonly Source[]> {
    const waiting = [""];
    for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
      if (this.#found.length >= bounds.found) break;
      if (++this.#folders > bounds.folders) return [...this.#found, ...this.#unsearched(root)];
      const start = folder === "" ? "" : `${folder}/`;
      for (const { name, isFolder } of await this.#entries(`${root}/${folder}`)) {
        const place = start + name;
        if (isFolder && !unvisited.has(name)) waiting.push(place);
        else if (this.rules.some(({ match }) => matchesGlob(match.path, place))) await this.#add(`${root}/${place}`);
      }
    }
    return this.#found;
  }

  /** What cannot be listed is not read either. */
  async #entries(folder: string): Promise<readonly FolderEntry[]> {
    return this.context.entries(folder).catch(() => []);
  }

  /** Secrets are told by themselves, and an earlier rule may have lowered the place. */
  async #add(path: string): Promise<void> {
    const target = await this.context.resolve(path);
    if (secretPattern(target, this.context) !== undefined) return;
    const { level, reason } = classifyPath(target, this.context);
    if (isAbove(level, ordinaryLevel)) this.#found.push(opened(level, reason, target.shown, target.path));
  }

  #unsearched(root: string): Source[] {
    return this.rules.map(({ level, reason, match }) =>
      opened(level, reason ?? clause`a setting says so`, match.path, root),
    );
  }
}

const opened = (level: Source["level"], reason: string, source: string, path: string): Source => ({
  ...{ level, action: "allow", source, path },
  reason: clause`a command may have opened it; ${nested(reason)}`,
});

/** Those that one command can open: all where it is not known what it reads, else those in folders that it goes through. */
async function openTo(effect: ExecEffect, places: readonly Source[], context: RuleContext): Promise<readonly Source[]> {
  const analysis = analyse(effect.command, effect.language);
  const { commands } = analysis;
  const isUnknown = (one: SimpleCommand) => usageOf(one).asks !== undefined || one.prefixes.includes("xargs");
  if (commands.some(isUnknown)) return places;
  if ((await workingFolders(analysis, effect.cwd.real, context)).includes(undefined)) return places;
  if (!commands.some(goesThroughFolders)) return [];
  const named = (await sourcesOfLine(effect, context)).flatMap(({ path }) => path ?? []);
  if (named.length === 0) return places;
  return places.filter(({ path = "" }) => named.some((folder) => folder !== path && isInside(folder, path)));
}

/** What one command line reads of what may hold secrets; see secretsRead. */
async function secretsOf(effect: ExecEffect, context: RuleContext): Promise<Source[]> {
  const analysis = analyse(effect.command, effect.language);
  const folders = await workingFolders(analysis, effect.cwd.real, context);
  const found: ResolvedPath[] = [];
  for (const [at, command] of analysis.commands.entries())
    for (const form of withEveryForm([command])) {
      const usage = usageOf(form);
      const entered = await enteredFolders(usage, folders[at], context);
      const read = await secretsRead(form, usage, entered, context);
      found.push(...read.found);
      // What was not looked through may hold any.
      if (read.unsure.length > 0) return read.unsure.map(openedUnseen);
    }
  return found.slice(0, bounds.found).flatMap((target) => {
    const { level, reason } = classifyPath(target, context);
    return isAbove(level, ordinaryLevel) ? [opened(level, reason, target.shown, target.path)] : [];
  });
}

const openedUnseen = ({ shown, path }: ResolvedPath): Source =>
  opened("RESTRICTED", clause`it may contain secrets`, shown, path);

/**
 * Classified files and folders that the commands of a call could open, whatever they were given to read. They raise the
 * taint alone: whether the command may run is judged by what its words show.
 */
export async function openToCommands(effects: readonly Effect[], context: RuleContext): Promise<readonly Source[]> {
  const commands = effects.filter((effect) => effect.kind === "exec");
  const secrets = await Promise.all(commands.map((effect) => secretsOf(effect, asRun(context, effect))));
  return [...secrets.flat(), ...(await openByRules(commands, context))];
}

async function openByRules(commands: readonly ExecEffect[], context: RuleContext): Promise<readonly Source[]> {
  const rules = rulesAboutPaths(context);
  if (commands.length === 0 || rules.length === 0) return [];
  const found = await Promise.all(context.roots.map((root) => new OpenPlaces(rules, context).below(root)));
  const places = found.flat();
  if (places.length === 0) return [];
  return (await Promise.all(commands.map((effect) => openTo(effect, places, asRun(context, effect))))).flat();
}
