/** Where paths count from that a command is told: for some of git's that is the top of its repository. */

import type { RuleContext } from "../../../core/rules/rule";
import type { Usage } from "../../../lib/shell/usage";
import type { Word } from "../../../lib/shell/words/types";
import type { Folders } from "../workingFolders";

/** A folder in no repository stands for itself: git does nothing there, or compares files that it is told. */
async function topsAt(folder: string, context: Pick<RuleContext, "repositoriesAt">): Promise<readonly string[]> {
  const { found } = await context.repositoriesAt(folder);
  return found.length > 0 ? found.map(({ top }) => top) : [folder];
}

/**
 * The folders that one of the words in a usage may count from.
 * @param folders those that the command may run in.
 */
export async function baseOf(
  word: Word,
  { fromTop = [] }: Pick<Usage, "fromTop">,
  folders: Folders,
  context: Pick<RuleContext, "repositoriesAt">,
): Promise<Folders> {
  if (!folders || !fromTop.includes(word)) return folders;
  const tops = await Promise.all(folders.map((folder) => topsAt(folder, context)));
  return [...new Set(tops.flat())];
}
