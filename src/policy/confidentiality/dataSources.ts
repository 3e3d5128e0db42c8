/** Where the data of a call comes from, and how confidential that is (PO-6, PO-7). */

import type { RuleContext } from "../../core/rules/rule";
import { clause } from "../../core/text/clauses/clause";
import type { Effect, ExecEffect, ResolvedPath } from "../../core/vocabulary/effect";
import { secretSource } from "../../core/vocabulary/program";
import { analyse } from "../../lib/shell/analyse";
import { withEveryForm } from "../../lib/shell/bash/forms";
import { usageOf } from "../../lib/shell/usage";
import { withForwardSlashes } from "../../lib/shell/windows/usage";
import { visible } from "../../lib/shell/words/hiddenCharacters";
import type { SimpleCommand, Word } from "../../lib/shell/words/types";
import { knownWord, sliceWord, startOf } from "../../lib/shell/words/words";
import { commandPathText, followPaths } from "../commands/commandPaths";
import { candidates } from "../commands/commandTouches";
import { expandPattern } from "../commands/expandedPatterns";
import { baseOf } from "../commands/programs/repositoryTops";
import { enteredFolders, type Folders, workingFolders } from "../commands/workingFolders";
import { asRun, isInOwnTemporary } from "../files/outsidePlaces";
import { hostOf, hostsIn } from "../network/commandHosts";
import { type Classified, classifyCommand, classifyHost, classifyPath, ordinaryLevel } from "./classification";
import { ownWorkspaceName, taintReason, takenFromOwnWorkspace } from "./workspaceTaint";

/** Something that is read, and how confidential it is. */
export interface Source extends Classified {
  /** A path as shown, a host, or a command. */
  readonly source: string;
  /** Absolute, of a file or folder. */
  readonly path?: string;
  /** It is a host that was spoken to. */
  readonly isHost?: boolean;
  /** It is a secret that a program was given, whose value nobody was shown. */
  readonly isSecret?: true;
}

/** Words of a command line that are followed; no person writes more. */
const maxWords = 500;

/** Places outside the workspace that an argument of an unknown program means in earnest; others may be no paths at all. */
const meantOutside = /^(?:~|\.\.(?:\/|$)|\/(?:etc|var|root|home|Users|mnt|media|srv|tmp|private)\/)/;

/** What a place holds. @param isOwnTemporary a command finds it in the agent's own temporary folder. */
export const sourceOfPath = (
  target: ResolvedPath,
  context: Pick<RuleContext, "settings" | "home" | "ownWorkspace">,
  isOwnTemporary = false,
): Source => ({
  ...classifyPath(target, context, isOwnTemporary),
  source: target.shown,
  path: target.path,
});

/** What comes from a host. @param host with or without its port. */
export const sourceOfHost = (host: string, context: RuleContext): Source => ({
  ...classifyHost(host, context),
  source: host,
  isHost: true,
});

const shorten = (text: string) => visible(text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** A pattern stands for what is left of it without its wildcards, as far as that says anything. */
const pathOf = (word: Word, context: RuleContext) =>
  commandPathText(word, context)?.replace(word.glob ? /[*?]|\[[^\]]*\]/g : /(?!)/, "");

/** A pattern stands for the files it matches, as far as they can be told, and by its name for others. */
async function sourcesIn(word: Word, folders: Folders, context: RuleContext): Promise<Source[]> {
  const named = await sourcesAt(word, folders, context);
  const expanded = word.glob ? await expandPattern(word, folders, context) : undefined;
  if (!expanded) return named;
  const found = expanded.map(({ path, folder }) => sourcesAt(knownWord(path), [folder], context));
  return [...named, ...(await Promise.all(found)).flat()];
}

async function sourcesAt(word: Word, folders: Folders, context: RuleContext): Promise<Source[]> {
  const path = pathOf(word, context);
  if (path === undefined || path === "-" || path.length > 4096 || path.includes("://")) return [];
  const found: Source[] = [];
  for (const folder of /^(?:\/|[A-Za-z]:[\\/])/.test(path) ? ["/"] : (folders ?? []))
    try {
      const target = await followPaths(path, folder, context);
      found.push(sourceOfPath(target, context, await isInOwnTemporary(target, context)));
    } catch {
      // What names no file gives nothing away.
    }
  return found;
}

/** Arguments of a program that is not understood, `-d@file` and `--file=…` too: those that lead to what is not a regular file. */
async function strangeSources(command: SimpleCommand, folders: Folders, context: RuleContext): Promise<Source[]> {
  const found: Source[] = [];
  for (const word of command.args.flatMap(candidates)) {
    const at = startOf(word).indexOf("@");
    const words = at >= 0 ? [word, sliceWord(word, at + 1)] : [word];
    for (const one of words) {
      const isMeant = meantOutside.test(pathOf(one, context) ?? "") || one.tilde;
      const sources = await sourcesAt(one, folders, context);
      found.push(...sources.filter(({ level }) => level === "RESTRICTED" || isMeant));
    }
  }
  return found;
}

async function sourcesOfCommand(
  command: SimpleCommand,
  shellFolders: Folders,
  context: RuleContext,
): Promise<Source[]> {
  const usage = usageOf(command);
  const entered = await enteredFolders(usage, shellFolders, context);
  const folders = usage.runsIn ? [...(shellFolders ?? []), ...(entered ?? [])] : shellFolders;
  const input = command.redirects.filter(({ op }) => op === "<" || op === "<>").map(({ target }) => target);
  const words = [...usage.reads, ...usage.looks, ...input].slice(0, maxWords);
  const read = await Promise.all(
    words.map(async (word) => sourcesIn(word, await baseOf(word, usage, folders, context), context)),
  );
  const strange = usage.asks === undefined ? [] : await strangeSources(command, folders, context);
  const own = { ...classifyCommand(command, context), source: shorten(command.text) };
  return [own, ...hostsIn(command).map((host) => sourceOfHost(host, context)), ...read.flat(), ...strange];
}

/** What a command line reads, as far as it shows. */
export async function sourcesOfLine(effect: ExecEffect, given: RuleContext): Promise<Source[]> {
  const context = asRun(given, effect);
  const analysis = analyse(effect.command, effect.language);
  const commands = analysis.commands.map(withForwardSlashes);
  const folders = await workingFolders({ ...analysis, commands }, effect.cwd.real, context);
  const found: Source[] = [];
  for (const [at, command] of commands.slice(0, maxWords).entries())
    for (const form of withEveryForm([command])) found.push(...(await sourcesOfCommand(form, folders[at], context)));
  for (const file of effect.extra?.files ?? []) found.push(sourceOfPath(await context.resolve(file), context));
  return found;
}

/** What one effect of a call reads, and what that was made of where it is in the agent's own workspace. */
export async function sourcesOf(effect: Effect, context: RuleContext): Promise<Source[]> {
  const taint = await takenFromOwnWorkspace(effect, context);
  const own: Source[] = taint
    ? [{ level: taint.level, reason: taintReason(taint), action: "allow", source: ownWorkspaceName }]
    : [];
  return [...own, ...(await plainSourcesOf(effect, context))];
}

/** Secrets that a program is given; it may leave them wherever it writes. */
const givenTo = ({ program }: ExecEffect): Source[] =>
  program?.secrets
    ? [
        {
          level: "CONFIDENTIAL",
          reason: clause`a program was given it`,
          action: "allow",
          source: secretSource(program.secrets),
          isSecret: true,
        },
      ]
    : [];

async function plainSourcesOf(effect: Effect, context: RuleContext): Promise<Source[]> {
  switch (effect.kind) {
    case "read":
    case "list":
      return [sourceOfPath(effect.target, context)];
    case "write":
      return effect.before ? [sourceOfPath(effect.target, context)] : [];
    case "fetch":
      return hostOf(effect.url).map((host) => sourceOfHost(host, context));
    case "delegate":
      return [{ level: ordinaryLevel, reason: clause`another agent worked on it`, action: "allow", source: effect.to }];
    case "present":
      return [];
    case "exec":
      return [
        {
          level: ordinaryLevel,
          reason: clause`it ran in the workspace`,
          action: "allow",
          source: shorten(effect.command),
        },
        ...givenTo(effect),
        ...(await sourcesOfLine(effect, context)),
      ];
  }
}
