/** Recursive deletions of folders that hold everything else, in PowerShell and cmd.exe (D-14). */

import type { RuleContext } from "../../../core/rules/rule";
import { clause } from "../../../core/text/clauses/clause";
import { here } from "../../../lib/shell/programs/program";
import { windowsProgramName } from "../../../lib/shell/windows/carried";
import { cmdletName } from "../../../lib/shell/windows/cmdlets";
import { wordFrom } from "../../../lib/shell/windows/word";
import type { CommandAnalysis, Piece, SimpleCommand, Word } from "../../../lib/shell/words/types";
import type { Folders } from "../workingFolders";
import { anyHoldsAll } from "./destroyedFolders";

const reason = clause`it deletes an entire workspace, home or system folder`;

/** A drive, a folder that holds the system or everybody's homes, or everything in one of them. */
const systemFolder = /^(?:[a-z]:)?\/*(?:(?:windows|users|program files(?: \(x86\))?|programdata)\/*)?[*.]*\/*$/i;
const startsAtDrive = /^(?:[a-z]:|\/)/i;

/** Variables that stand for the same folder on every machine. */
const known: Readonly<Record<string, Piece>> = {
  home: { variable: "HOME" },
  "env:home": { variable: "HOME" },
  "env:userprofile": { variable: "HOME" },
  "env:homepath": { variable: "HOME" },
  "env:homedrive": { text: "" },
  pwd: { variable: "PWD" },
  "env:cd": { variable: "PWD" },
  "env:systemdrive": { text: "C:" },
  "env:systemroot": { text: "C:/Windows" },
  "env:windir": { text: "C:/Windows" },
  "env:programfiles": { text: "C:/Program Files" },
};

/** A word with those variables put in as the rule for bash knows them. */
function spelledOut(word: Word): Word {
  const pieces = word.pieces.map((piece) =>
    "variable" in piece ? (known[piece.variable.toLowerCase()] ?? piece) : piece,
  );
  const spelled = wordFrom(word.source, pieces, word.quoted);
  return { ...spelled, glob: pieces.some((piece) => "text" in piece && /[*?[]/.test(piece.text)) };
}

/** Parameters of Remove-Item after which no value follows, or a path. */
const ownParameter = /^-(?:r|re.*|fo.*|conf.*|cf|wh.*|wi|verb.*|vb|deb.*|db|pa.*|ps.*|l.*)$/i;

/** What a call of Remove-Item may delete: all arguments but parameters and the values of filters. */
function deletedBy(args: readonly Word[]): Word[] {
  return args.filter((word, at) => {
    const before = args[at - 1]?.value ?? "";
    if (/^-/.test(word.value ?? word.source)) return false;
    return !/^-[a-z]/i.test(before) || ownParameter.test(before);
  });
}

const isRecursive = (args: readonly Word[]) =>
  args.some(
    ({ source, value = source }, at) =>
      /^-r(?:e(?:c(?:u(?:r(?:se?)?)?)?)?)?$/i.test(value) && !/^\$false$/i.test(args[at + 1]?.source ?? ""),
  );

/** The members of the same pipeline that stand right before a command. */
function pipedInto(
  { pipeline: [index], place }: SimpleCommand,
  { commands }: CommandAnalysis,
): SimpleCommand | undefined {
  const id = place.pipes[0]?.id;
  return index === 0
    ? undefined
    : commands.find((other) => other.place.pipes[0]?.id === id && other.pipeline[0] === index - 1);
}

const listers = new Set(["get-childitem", "get-item"]);

/** `Get-ChildItem C:\ | Remove-Item -Recurse` deletes what the first lists, unless that is only a part. */
function listedBefore(command: SimpleCommand, analysis: CommandAnalysis): readonly Word[] {
  const lister = pipedInto(command, analysis);
  if (!lister || !listers.has(cmdletName(lister.name ?? ""))) return [];
  const isPart = lister.args.some(({ value = "" }) => /^-/.test(value) && !/^-(?:r|fo|pa|l|ps|h)/i.test(value));
  const listed = isPart ? [] : deletedBy(lister.args);
  return listed.length > 0 || isPart ? listed : [here];
}

/** The words a command deletes with everything in them; none when it deletes no folder. */
function deletedTrees(command: SimpleCommand, analysis: CommandAnalysis): readonly Word[] {
  const { name = "", args, language } = command;
  if (language === "powershell")
    return cmdletName(name) === "remove-item" && isRecursive(args)
      ? [...deletedBy(args), ...listedBefore(command, analysis)]
      : [];
  const isDeletion = /^(?:rd|rmdir|del|erase)$/.test(windowsProgramName(name));
  const hasTree = args.some(({ value = "" }) => /^(?:\/[a-z])*\/s/i.test(value));
  return isDeletion && hasTree ? args.filter(({ value = "" }) => !/^(?:\/[a-z])+$/i.test(value)) : [];
}

/** Why a command whose words have forward slashes would ruin a drive, the home or a root; undefined when it would not. */
export async function ruinsWindowsFolder(
  command: SimpleCommand,
  analysis: CommandAnalysis,
  folders: Folders,
  context: RuleContext,
): Promise<string | undefined> {
  const words = deletedTrees(command, analysis).map(spelledOut);
  const isSystem = words.some(({ value = "" }) => startsAtDrive.test(value) && systemFolder.test(value));
  return isSystem || (await anyHoldsAll(words, folders, context, "everything")) ? reason : undefined;
}
