/** The paths a command reads, looks at and writes, judged like those of any tool (D-5, D-7, D-12, D-13). */

import type { RuleContext } from "../../core/rules/rule";
import { clause } from "../../core/text/clauses/clause";
import { ask, type Decision, deny, strictest } from "../../core/vocabulary/decision";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { shownPath } from "../../core/vocabulary/shownPath";
import { redirectWrites, type Usage } from "../../lib/shell/usage";
import type { SimpleCommand, Word } from "../../lib/shell/words/types";
import { sliceWord, startOf } from "../../lib/shell/words/words";
import { historyReason, isHistory } from "../files/ownFiles";
import { placeOf } from "../files/scope";
import { commandPathText, knownFolder, namesClosed, patternReaches } from "./commandPaths";
import { expandPattern } from "./expandedPatterns";
import {
  closedDenial,
  closedOpinion,
  everywhere,
  holdsNamedOpinion,
  type Judge,
  pathRule,
  reading,
  writing,
} from "./pathOpinions";
import { baseOf } from "./programs/repositoryTops";
import type { Folders } from "./workingFolders";

/** Asks because of files that nobody knows before the shell looks for them. */
export const patternRule = "commands.pattern";
/** Places that hold nothing and lead nowhere. */
const emptyPlace = /^\/dev\/(?:null|stdin|stdout|stderr|fd\/[012])$/;

/** A pattern or a half-known path: judged by the folder it starts in, which may be all that is known. */
async function judgeFolderOf(word: Word, folders: Folders, context: RuleContext, judge: Judge): Promise<Decision[]> {
  const folder = knownFolder(word, context);
  if (folder === undefined) return [];
  return everywhere(folder, folders, context, async (target) =>
    word.glob && patternReaches(word, target.real, context) ? closedDenial : judge(target),
  );
}

const closedOnly =
  (context: RuleContext): Judge =>
  (target) =>
    closedOpinion(target, context);

/** How a word is read. */
interface Reading {
  /** Its content is read, and not its name alone. */
  readonly content: boolean;
  /** Bash expands it, so that what a pattern stands for is known. */
  readonly byBash: boolean;
}

async function judgeRead(word: Word, folders: Folders, context: RuleContext, how: Reading): Promise<Decision[]> {
  const path = commandPathText(word, context);
  const { content } = how;
  if (path === undefined) return judgeFolderOf(word, folders, context, closedOnly(context));
  if (emptyPlace.test(path)) return [];
  if (!word.glob) return everywhere(path, folders, context, reading(context, content));
  if (!content) return judgeFolderOf(word, folders, context, reading(context, content));
  return (
    (how.byBash ? await judgeExpanded(word, folders, context) : undefined) ?? [
      ...(await judgeFolderOf(word, folders, context, reading(context, content))),
      ask(patternRule, clause`${word.source} expands at run time, so its files cannot be checked`),
    ]
  );
}

/**
 * A pattern that is read, judged by every file that it stands for now. Undefined where those cannot be told, and where one
 * of them is closed, which nobody has named.
 */
async function judgeExpanded(word: Word, folders: Folders, context: RuleContext): Promise<Decision[] | undefined> {
  const expanded = await expandPattern(word, folders, context);
  if (!expanded) return undefined;
  const opinions: Decision[] = [];
  for (const { path, folder } of expanded)
    opinions.push(...(await everywhere(path, [folder], context, reading(context, true))));
  if (opinions.some(({ kind }) => kind === "deny")) return undefined;
  return [...opinions, ...(await judgeFolderOf(word, folders, context, closedOnly(context)))];
}

async function judgeWrite(word: Word, folders: Folders, context: RuleContext): Promise<Decision[]> {
  const path = commandPathText(word, context);
  if (path === undefined) return judgeFolderOf(word, folders, context, closedOnly(context));
  if (emptyPlace.test(path)) return [];
  if (!word.glob) return everywhere(path, folders, context, writing(context));
  return [
    ...(await judgeFolderOf(word, folders, context, writing(context))),
    ask(patternRule, clause`${word.source} expands at run time, so its files cannot be checked`),
  ];
}

/** What takes a name away does so with a link itself, unless a slash behind it says otherwise. */
async function judgeRemoval(word: Word, folders: Folders, context: RuleContext): Promise<Decision[]> {
  const path = commandPathText(word, context);
  const [, above = "", name = ""] = (path !== undefined && !word.glob && /^(.*\/)?([^/]+)$/s.exec(path)) || [];
  if (name === "" || name === "." || name === "..") return judgeWrite(word, folders, context);
  const judge = writing(context);
  return everywhere(above === "" ? "." : above, folders, context, (folder) => judge(entryOf(folder, name)));
}

const below = (folder: string, name: string) => (folder === "" ? name : `${folder.replace(/\/$/, "")}/${name}`);

/** A name in a folder, wherever it leads. */
const entryOf = (folder: ResolvedPath, name: string): ResolvedPath => ({
  ...folder,
  path: below(folder.path, name),
  real: below(folder.real, name),
  shown: below(folder.shown, name),
});

/** A repository that is read as a whole: its top, which nobody has named, may lie above the workspace. */
const wholeRepository =
  (context: RuleContext): Judge =>
  async (target) => {
    const opinion = await reading(context, true)(target);
    const isAbove = opinion?.kind === "ask" && opinion.rule === pathRule && placeOf(target, context) === "outside";
    return isAbove
      ? ask(
          pathRule,
          clause`it may print any file of the repository in ${shownPath(target.real)}, which is outside the workspace`,
        )
      : opinion;
  };

/** Judges everything the table of programs knows a command to touch. */
export async function judgePaths(
  { language }: Pick<SimpleCommand, "language">,
  usage: Usage,
  folders: Folders,
  context: RuleContext,
  allowed: boolean,
): Promise<Decision[]> {
  const opinions: Decision[] = [];
  const byBash = language === undefined;
  const read = async (word: Word, content: boolean) => {
    const base = await baseOf(word, usage, folders, context);
    if (content && base !== folders && word.value === ".")
      opinions.push(...(await everywhere(".", base, context, wholeRepository(context))));
    else opinions.push(...(await judgeRead(word, base, context, { content, byBash })));
  };
  for (const word of usage.reads) await read(word, true);
  for (const word of usage.looks) await read(word, false);
  for (const word of usage.writes) {
    const judge = usage.removes?.includes(word) ? judgeRemoval : judgeWrite;
    opinions.push(...(await judge(word, folders, context)));
  }
  // A read-only program without arguments works on the folder it runs in.
  if (usage.asks === undefined || allowed)
    opinions.push(...(await everywhere(".", folders, context, reading(context, false))));
  return opinions;
}

/** Judges words whose names alone are looked at. */
export async function judgeLooks(words: readonly Word[], folders: Folders, context: RuleContext): Promise<Decision[]> {
  const opinions: Decision[] = [];
  for (const word of words)
    opinions.push(...(await judgeRead(word, folders, context, { content: false, byBash: false })));
  return opinions;
}

/** Pieces of an argument that may be a path: the whole, the value of `--x=…`, and of `-C…`. */
export const candidates = (word: Word): Word[] => {
  const start = startOf(word);
  const equals = start.indexOf("=");
  return [
    word,
    ...(equals >= 0 ? [sliceWord(word, equals + 1)] : []),
    ...(/^-[A-Za-z][./~]/.test(start) ? [sliceWord(word, 2)] : []),
  ];
};

/** Whether an argument is a path rather than a word that happens to be a file's name. */
const looksLikePath = (path: string) => /[/\\]|^~|^\.\.?$/.test(path);

/**
 * For programs that are not understood: no argument may name, or contain the name of, a closed folder, nor name a file
 * that `.toolcribignore` does. What else they touch is unknown, which is why they ask.
 */
export async function judgeStrangePaths(
  command: SimpleCommand,
  folders: Folders,
  context: RuleContext,
): Promise<Decision[]> {
  const closedFiles = await context.closedFiles();
  const doubts: Decision[] = [];
  const strange = async (path: string, target: ResolvedPath) => {
    if (isHistory(target, context)) return deny(pathRule, historyReason);
    if (!looksLikePath(path) && !(await closedFiles.examine(target)).exists) return undefined;
    const refused = await closedOpinion(target, context);
    const doubt = refused ? undefined : await holdsNamedOpinion(target, context);
    if (doubt) doubts.push(doubt);
    return refused;
  };
  for (const word of [...(command.word ? [command.word] : []), ...command.args]) {
    const known = word.pieces.map((piece) => ("text" in piece ? piece.text : "")).join("");
    if (namesClosed(known, context)) return [closedDenial];
    for (const candidate of candidates(word)) {
      const path = commandPathText(candidate, context);
      if (!path || path.length > 4096 || folders === undefined) continue;
      if (closedFiles.isEmpty && !looksLikePath(path)) continue;
      const found = await everywhere(path, folders, context, (target) => strange(path, target));
      const refused = found.find((decision) => decision.kind === "deny");
      if (refused) return [refused];
    }
  }
  return doubts;
}

/** Judges one redirect; undefined when it neither reads nor writes a file. */
export async function judgeRedirect(
  redirect: SimpleCommand["redirects"][number],
  folders: Folders,
  context: RuleContext,
): Promise<Decision | undefined> {
  const { op, target } = redirect;
  if (/^<<-?$/.test(op)) return undefined;
  if (op === "<<<") return undefined;
  const path = commandPathText(target, context);
  if (path !== undefined && /^\/+dev\/+(?:tcp|udp)\//.test(path))
    return {
      ...deny("commands.redirect", clause`it opens a network connection that no rule can check`),
      instead: "use a tool or program that is given the address to connect to, or tell the person what you need",
    };
  const process =
    target.pieces.length === 1 &&
    target.pieces[0] !== undefined &&
    "runs" in target.pieces[0] &&
    target.pieces[0].runs === "process";
  if (process) return undefined;
  if (op === "<&")
    return /^(?:\d+-?|-)$/.test(path ?? "")
      ? undefined
      : ask("commands.redirect", clause`the file descriptor it reads from is computed at run time`);
  const writes = redirectWrites(redirect);
  if (path === undefined || target.glob) {
    const [strict] = (await judgeFolderOf(target, folders, context, closedOnly(context))).filter(
      (decision) => decision.kind === "deny",
    );
    return strict ?? ask("commands.redirect", clause`the target of ${op} ${target.source} is computed at run time`);
  }
  if (op === ">&" && !writes) return undefined;
  const opinions = await everywhere(path, folders, context, writes ? writing(context) : reading(context, true));
  if (emptyPlace.test(path)) return undefined;
  const own = writes ? [ask("commands.write", clause`it writes ${shownPath(path)}`)] : [];
  const found = [...opinions, ...own];
  return found.length === 0 ? undefined : strictest(found);
}
