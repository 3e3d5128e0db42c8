/** Git that runs unasked must not start programs that the repository names, nor work in another one elsewhere (D-13). */

import type { Repository, RepositorySetting } from "../../../core/ports/repository";
import type { RuleContext } from "../../../core/rules/rule";
import { clause } from "../../../core/text/clauses/clause";
import { ask, type Decision, deny } from "../../../core/vocabulary/decision";
import { parentOf } from "../../../core/vocabulary/paths";
import { shownPath } from "../../../core/vocabulary/shownPath";
import type { GitProgram, Usage } from "../../../lib/shell/programs/program";
import { baseName } from "../../../lib/shell/words/wrappers";
import { closedReason, placeOf } from "../../files/scope";
import type { Folders } from "../workingFolders";

const rule = "commands.path";

/** The names under which a repository sets programs, and what leaves them out. */
const programs: readonly { readonly kind: GitProgram; readonly key: RegExp; readonly without?: string }[] = [
  { kind: "filter", key: /^filter\..*\.(?:clean|process)$|^lfs\.extension\..*\.clean$/s },
  { kind: "diff", key: /^diff\.(?:external|.*\.command)$/s, without: "--no-ext-diff" },
  { kind: "textconv", key: /^diff\..*\.textconv$/s, without: "--no-textconv" },
];

/** As Git LFS configures itself: its program is none of the repository's. */
const lfs = /^git-lfs (?:clean -- %f|filter-process(?: --skip)?)$/;
const isLfs = ({ key, value }: RepositorySetting) => key.startsWith("filter.lfs.") && lfs.test(value);

/** Hooks in the configuration, of which git that only looks runs this one alone. */
const isIndexHook = ({ key, value }: RepositorySetting) =>
  /^hook\..*\.event$/s.test(key) && value === "post-index-change";

const shorten = (text: string) => shownPath(text.length > 80 ? `${text.slice(0, 80)}…` : text);

async function programDoubt(
  { settings, doubt }: Repository,
  kinds: readonly GitProgram[],
  context: RuleContext,
): Promise<string | undefined> {
  if (doubt !== undefined) return clause`the git configuration cannot be read: ${shownPath(doubt)}`;
  for (const setting of settings) {
    if (setting.value === "" || isLfs(setting)) continue;
    const found = programs.find(({ kind, key }) => kinds.includes(kind) && key.test(setting.key));
    if (!found && !isIndexHook(setting)) continue;
    const [key, file] = [shorten(setting.key), shownPath((await context.resolve(setting.file)).shown)];
    return found?.without === undefined
      ? clause`it runs the program set in ${key} in ${file}`
      : clause`it runs the program set in ${key} in ${file}; ${found.without} avoids that`;
  }
  return undefined;
}

/** Where a repository sends git that is neither the workspace nor known to belong to it. */
async function reachOpinions({ reaches }: Repository, context: RuleContext): Promise<Decision[]> {
  const found: Decision[] = [];
  for (const { file, folder, isAcknowledged, isBorrowed } of reaches) {
    if (isBorrowed && (await context.isHeld?.(false))) continue;
    const target = await context.resolve(folder);
    const place = placeOf(target, context);
    if (place === "closed") found.push(deny(rule, closedReason));
    else if (place === "outside" && !isAcknowledged) {
      // The file may be a link, whose own name says more than where it leads.
      const { shown } = await context.resolve(parentOf(file));
      const name = [shown, baseName(file)].filter((part) => part !== "" && part !== ".").join("/");
      found.push(
        ask(rule, clause`${shownPath(name)} points git to ${shownPath(target.real)}, which is outside the workspace`),
      );
    }
  }
  return found;
}

/** What the repositories say that a command of git works in. */
export interface RepositoryOpinion {
  readonly usage: Usage;
  readonly opinions: readonly Decision[];
}

/** The usage, asking where git would start a program of the repository's, and what is said of where that leads. */
export async function withRepositories(
  usage: Usage,
  folders: Folders,
  context: RuleContext,
): Promise<RepositoryOpinion> {
  const { gitPrograms } = usage;
  if (!gitPrograms || usage.asks !== undefined) return { usage, opinions: [] };
  const opinions: Decision[] = [];
  let asks: string | undefined;
  for (const folder of folders ?? []) {
    const { found, submodules } = await context.repositoriesAt(folder);
    for (const repository of found) {
      asks ??= await programDoubt(repository, gitPrograms, context);
      opinions.push(...(await reachOpinions(repository, context)));
    }
    // Where it looks at files, it has git look at those of submodules.
    if (!gitPrograms.includes("filter")) continue;
    for (const repository of submodules()) {
      asks ??= await programDoubt(repository, ["filter"], context);
      opinions.push(...(await reachOpinions(repository, context)));
    }
  }
  return { usage: asks === undefined ? usage : { ...usage, asks }, opinions };
}
