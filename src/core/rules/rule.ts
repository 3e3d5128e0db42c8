import type { PickedBelow } from "../ports/fileNames";
import type { Repositories } from "../ports/repository";
import type { WorkspaceTaint } from "../ports/workspaces";
import type { Policies } from "../settings/policies";
import type { Settings } from "../settings/settings";
import { clause } from "../text/clauses/clause";
import { mapAtMost } from "../util/mapAtMost";
import type { Caller } from "../vocabulary/caller";
import type { ClosedFiles } from "../vocabulary/closedFiles";
import { type Decision, strictest } from "../vocabulary/decision";
import type { Effect, ExecEffect, ResolvedPath } from "../vocabulary/effect";
import type { AccessWish, ExtraAccess } from "../vocabulary/extraAccess";

/** A file that has more names than one (hard links). */
export interface TwiceNamed {
  readonly count: number;
  /** Another name that may hold secrets, as it is shown. */
  readonly secret?: string;
  /** Another name that is closed to tools, and why: one clause. */
  readonly closed?: string;
  /** Set where not all other names were found in time. */
  readonly isUnsure?: true;
}

/** What a rule may look at. Everything here is fact or configuration; nothing comes from a model's words. */
export interface RuleContext {
  readonly caller: Caller;
  readonly settings: Settings;
  /** Real paths of the roots, the first being the base of relative paths (D-5). */
  readonly roots: readonly string[];
  /** Names the set of folders that are open, see Workspaces.project. */
  readonly project?: string;
  /** Real path of the person's home folder. */
  readonly home: string;
  /**
   * Real paths that no tool may ever write or read through: the crib's own state and agents' workspaces, but for what lies
   * in {@link ownWorkspace}.
   */
  readonly closed: readonly string[];
  /** What the `.toolcribignore` of each root closes to tools, read anew when it has changed. Never rejects. */
  closedFiles(): Promise<ClosedFiles>;
  /** What policy files and the user's own rules say; the settings are tightened by it already. */
  readonly policies: Policies;
  /** True in a folder that is an agent's alone: what it makes there is reviewed before it leaves (AG-3). */
  readonly isolated?: boolean;
  /** Real path of the caller's own workspace, where nothing that it makes touches what is the person's (EX-4). */
  readonly ownWorkspace?: string;
  /** Real path of the worktree in which the caller works, which may lie in a closed folder. */
  readonly worktree?: string;
  /** How confidential that workspace has become by what was put into it; undefined: it is ordinary work (PO-6). */
  ownTaint?(): Promise<WorkspaceTaint | undefined>;
  /** True for a call that works in that workspace alone (EX-1). */
  readonly inWorkspace?: boolean;
  /** Real paths of the person's own roots, where the agent works apart from them. */
  readonly workspace?: readonly string[];
  /** False while the workspace is not trusted: only reading is possible (PTH-8). */
  readonly trusted: boolean;
  /** True where what is written in bash is run by a shell that knows less (`sh`). */
  readonly inPlainShell?: boolean;
  /** True when a sandbox will hold commands to the hosts that the policy allows (D-15); absent: none does. */
  isHeld?(outsideSandbox: boolean): Promise<boolean>;
  /**
   * Which files have more names than one, and whether one of the others holds secrets or is closed to tools; absent: that
   * is not known here.
   * @param reals real paths. @returns by real path, of those with several names alone.
   */
  otherNames?(reals: readonly string[]): Promise<ReadonlyMap<string, TwiceNamed>>;
  /** What lies below a folder and may hold secrets by its name; absent: that is not known here. @param folder real path. */
  secretsBelow?(folder: string): Promise<PickedBelow>;
  /** Those of places below a folder that ignore files leave out; a folder's ends in `/`. @param folder real path. */
  ignoredBelow?(folder: string, places: readonly string[]): Promise<ReadonlySet<string>>;
  /** True when commands can run on a layer over the workspace, so that what they change can be judged after them; absent: they cannot. */
  hasLayers?(): Promise<boolean>;
  /** True for a command that needed more when it ran without a question, held to only read. */
  needsMore?(effect: Pick<ExecEffect, "command" | "cwd">): boolean;
  /** What a held command is to be given if a person agrees: what it was after in vain, or was given before. */
  missed?(effect: ExecEffect): ExtraAccess | undefined;
  /** Values of secret files that commands were given. */
  givenValues?(): Iterable<string>;
  /** True for access that a person gave to an integration; absent: nobody ever did. */
  isGranted?(wish: AccessWish): Promise<boolean>;
  /** The git repositories that a command may work in which is started in a folder, read anew. @param folder absolute path. */
  repositoriesAt(folder: string): Promise<Repositories>;
  /** Resolves a path as the host would, relative to `base` (default the first root). Throws ToolError on a malformed one. */
  resolve(path: string, base?: string): Promise<ResolvedPath>;
  /** Names in a folder, in no particular order. @param folder real path. Throws ToolError where it cannot be listed. */
  names(folder: string): Promise<readonly string[]>;
  /** The same with what is a folder itself and no link to one. */
  entries(folder: string): Promise<readonly FolderEntry[]>;
}

/** A name in a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** One rule of the policy: an opinion on an effect, or none. Deterministic; a rule that throws counts as deny. */
export interface Rule {
  readonly name: string;
  judge(effect: Effect, context: RuleContext): Decision | undefined | Promise<Decision | undefined>;
  /** Why a call may not be made at all, whatever its effects: a tool or a dialect that is not for this caller. */
  refuseCall?(context: RuleContext): Decision | undefined;
}

/** The first refusal of a call as such; undefined when every rule lets it be planned. */
export function refusalOf(rules: readonly Rule[], context: RuleContext): Decision | undefined {
  for (const rule of rules) {
    const refusal = rule.refuseCall?.(context);
    if (refusal) return refusal;
  }
  return undefined;
}

/** Files that are judged together: of thousands of verdicts in the making all would be copied as garbage is collected. */
const together = 16;

/** The verdicts on reading each of many files, in their order. Other names are looked for once, and not for each of them. */
export async function judgeReads(
  rules: readonly Rule[],
  targets: readonly ResolvedPath[],
  context: RuleContext,
): Promise<Decision[]> {
  const looked = new Set(targets.map(({ real }) => real));
  // One that fails is asked again for each, and refused by the rule that asks.
  const found = await context.otherNames?.([...looked]).catch(() => undefined);
  const knowing: RuleContext = {
    ...context,
    ...(found && {
      otherNames: async (reals) =>
        reals.every((real) => looked.has(real)) ? found : ((await context.otherNames?.(reals)) ?? found),
    }),
  };
  return mapAtMost(targets, together, (target) => judgeEffect(rules, { kind: "read", target }, knowing));
}

/** The verdict of all rules on one effect: the strictest opinion, ask when nobody speaks, deny when a rule breaks. */
export async function judgeEffect(rules: readonly Rule[], effect: Effect, context: RuleContext): Promise<Decision> {
  const opinions: Decision[] = [];
  for (const rule of rules) {
    try {
      const given = rule.judge(effect, context);
      // Most rules answer at once, and an answer names thousands of files.
      const opinion = given instanceof Promise ? await given : given;
      if (opinion) opinions.push(opinion);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      opinions.push({ kind: "deny", rule: rule.name, reason: clause`this could not be judged: ${why}` });
    }
  }
  const verdict = askedByAll(strictest(opinions), opinions);
  if (verdict.kind !== "ask") return verdict;
  const changesNothing = opinions.some((opinion) => opinion.changesNothing);
  const leavesSandbox = opinions.some((opinion) => opinion.leavesSandbox);
  return { ...verdict, ...(changesNothing && { changesNothing }), ...(leavesSandbox && { leavesSandbox }) };
}

/** An answer to one rule's question is none to another's, and prefixes answer the rule on commands alone. */
function askedByAll(verdict: Decision, opinions: readonly Decision[]): Decision {
  const asking = opinions.filter(({ kind }) => kind === "ask");
  if (verdict.kind !== "ask" || asking.length < 2) return verdict;
  const { prefixes, ...rest } = verdict;
  return { ...rest, askedBy: asking.map(({ rule }) => rule) };
}
