/** Where paths count from that a command is told: for some of git's that is the top of its repository. */

import type { RuleContext } from "../../../core/rules/rule";
import { anyRepository } from "../../../lib/shell/programs/git/gitPaths";
import type { Usage } from "../../../lib/shell/usage";
import type { Word } from "../../../lib/shell/words/types";
import type { Folders } from "../workingFolders";

/** A folder in no repository stands for itself: git does nothing there, or compares files that it is told. */
async function topsAt(folder: string, context: Pick<RuleContext, "repositoriesAt">): Promise<readonly string[]> {
  const { found } = await context.repositoriesAt(folder);
  return found.length > 0 ? found.map(({ top }) => top) : [folder];
}

/** Variables by which git works in another repository, or on other files, than those of its folder. */
const repositoryVariable =
  /\bGIT_(?:DIR|WORK_TREE|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|INDEX_FILE|NAMESPACE|CONFIG\w*|\w+_PATHSPECS)\b/;

/** The usage of git in a command line that may tell it another repository. @param text the whole command line. */
export const inToldRepository = (usage: Usage, text: string): Usage =>
  usage.reads.length > 0 && usage.fromTop && repositoryVariable.test(text)
    ? { ...usage, ...anyRepository(usage) }
    : usage;

/**
 * The folders that one of the words in a usage may count from.
 * @param folders those that the command may run in.
 */
export async function baseOf(
  word: Word,
  { fromTop = [], inAnyRepository }: Pick<Usage, "fromTop" | "inAnyRepository">,
  folders: Folders,
  context: Pick<RuleContext, "repositoriesAt" | "roots">,
): Promise<Folders> {
  if (!folders || !fromTop.includes(word)) return folders;
  const places = inAnyRepository ? [...folders, ...context.roots] : folders;
  const tops = await Promise.all(places.map((folder) => topsAt(folder, context)));
  return [...new Set([...tops.flat(), ...(inAnyRepository ? context.roots : [])])];
}
