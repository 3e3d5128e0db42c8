/** Recursive commands on folders that hold everything else (D-14). */

import type { RuleContext } from "../../../core/rules/rule";
import { clause } from "../../../core/text/clauses/clause";
import { isInside } from "../../../core/vocabulary/paths";
import type { Piece, SimpleCommand, Word } from "../../../lib/shell/words/types";
import { baseName } from "../../../lib/shell/words/wrappers";
import { followPaths } from "../commandPaths";
import type { Folders } from "../workingFolders";

/** `${HOME%/}`, `${HOME:?}` and the like, which mean the folder where it is known. */
const variableWithin = /^\$\{(HOME|PWD)(?:%%?\/|:?[?=-][^}]*)\}$/;
/** `$(pwd)`, `~+` and everything in it. */
const currentFolder = /^(?:\$\(\s*pwd(?:\s+-[LP])?\s*\)|`\s*pwd(?:\s+-[LP])?\s*`|~\+(?:\/+[.*]*)?)$/;

/** The known folder that one piece of a word stands for. */
function folderOf(piece: Exclude<Piece, { text: string }>, folder: string, home: string): string | undefined {
  const source = "variable" in piece ? "" : (piece.source ?? "");
  if (currentFolder.test(source)) return folder;
  const name = "variable" in piece ? piece.variable : variableWithin.exec(source)?.[1];
  return name === "HOME" ? home : name === "PWD" ? folder : undefined;
}

/** A word's text with `~`, `$HOME` and `$PWD` put in; undefined when more than that is unknown. */
function spelledOut(word: Word, folder: string, home: string): string | undefined {
  const texts = word.pieces.map((piece) => ("text" in piece ? piece.text : folderOf(piece, folder, home)));
  if (texts.some((text) => text === undefined)) return undefined;
  const text = texts.join("");
  return word.tilde ? `${home}${text.slice(1)}` : text;
}

/** `folder/*` and the like stand for the folder; other patterns are left to the path rules. */
const withoutWildcard = (text: string): string =>
  text.replace(/(^|\/)(?:[*?]+|\.[*?]+|\.\[[!^]\.\][*?]*|\[[!^]?\.\][*?]*)\/*$/, "$1.");

type Reach = "everything" | "above";

/** `everything`: `/`, the home, a root or above it; `above`: the same but for the roots themselves. */
async function holdsAll(word: Word, folders: Folders, context: RuleContext, reach: Reach): Promise<boolean> {
  const important = [...context.roots, context.home];
  for (const folder of folders ?? context.roots.slice(0, 1)) {
    // `~name` is somebody's home.
    if (/^~[\w.-]+\/*[*.]*$/.test(word.source)) return true;
    const text = spelledOut(word, folder, context.home);
    if (text === undefined || text === "") continue;
    const { real, path } = await followPaths(word.glob ? withoutWildcard(text) : text, folder, context);
    const held = [real, path].some(
      (one) =>
        /^(?:\/|[A-Za-z]:[\\/]?)$/.test(one) ||
        important.some(
          (inner) =>
            isInside(one, inner, false) &&
            (reach === "everything" || inner === context.home || !isInside(inner, one, false)),
        ),
    );
    if (held) return true;
  }
  return false;
}

/** True when one of the words names a folder that holds everything else; see {@link Reach}. */
export async function anyHoldsAll(
  words: readonly Word[],
  folders: Folders,
  context: RuleContext,
  reach: Reach,
): Promise<boolean> {
  for (const word of words) if (await holdsAll(word, folders, context, reach)) return true;
  return false;
}

const operandsOf = (words: readonly Word[]) => {
  const end = words.findIndex((word) => word.value === "--");
  const before = end < 0 ? words : words.slice(0, end);
  return [...before.filter((word) => !/^-./.test(word.value ?? "")), ...(end < 0 ? [] : words.slice(end + 1))];
};

/** GNU programs take any unique beginning of a long option. An option that is not known counts as given. */
const recursive = (words: readonly Word[], letters: RegExp) =>
  words.some(
    ({ value, pieces }) =>
      (value === undefined && !("text" in (pieces[0] ?? { text: "" }))) ||
      (value !== undefined && (letters.test(value) || (value.length > 2 && "--recursive".startsWith(value)))),
  );

/** Why a command would ruin `/`, the home or a root, by any spelling; undefined when it would not. */
export async function ruinsFolder(
  command: SimpleCommand,
  folders: Folders,
  context: RuleContext,
): Promise<string | undefined> {
  const { args, language } = command;
  if (language !== undefined) return undefined;
  switch (baseName(command.name ?? "").toLowerCase()) {
    case "rm":
    case "grm":
    case "srm":
      if (recursive(args, /^-[a-zA-Z]*[rR]/) && (await anyHoldsAll(operandsOf(args), folders, context, "everything")))
        return clause`it deletes an entire workspace, home or system folder`;
      return undefined;
    case "rimraf":
    case "trash":
    case "trash-put":
      if (await anyHoldsAll(operandsOf(args), folders, context, "everything"))
        return clause`it deletes an entire workspace, home or system folder`;
      return undefined;
    case "chmod":
    case "chown":
    case "chgrp":
      if (recursive(args, /^-[a-zA-Z]*R/) && (await anyHoldsAll(operandsOf(args).slice(1), folders, context, "above")))
        return clause`it changes the permissions of an entire home or system folder`;
      return undefined;
    default:
      return undefined;
  }
}
