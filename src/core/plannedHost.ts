/** A host that does exactly what was planned and judged, nothing more (D-6). */

import type { CallJournal } from "./callJournal";
import type { ClosedFiles } from "./closedFiles";
import type { Confinement } from "./confinement";
import { deniedText } from "./denial";
import type { DiskGuard, RunUse } from "./diskQuota";
import type { Effect, ExecEffect, FetchEffect, ListEffect, ReadEffect, ResolvedPath, WriteEffect } from "./effect";
import type { CommandOutcome, Host, SearchPort, SearchScope } from "./host";
import { childOf, isInside } from "./paths";
import type { Session } from "./session";
import { shownAddress } from "./shownAddress";
import type { PlannedHost } from "./tool";
import { ToolError } from "./toolError";
import type { AddressReach, WebRequest } from "./web";

interface Guard {
  readonly host: Host;
  /** The effects that were approved. */
  readonly effects: readonly Effect[];
  /** What a person chose to write instead of the proposal, by real path (D-16). */
  readonly edits: ReadonlyMap<string, Uint8Array>;
  /** What a person made of a text that was put before them. */
  readonly presented?: string;
  readonly session: Session;
  readonly hiddenVariables: readonly string[];
  /** True for a command that programs' settings may not make do more than its words say (see CommandRequest.unasked). */
  isPlain(effect: ExecEffect): boolean;
  readonly journal: CallJournal;
  /** Left out of listings and searches of the folders they lie in, and never read with them. */
  readonly closedFiles: ClosedFiles;
  /** Real path of the agent's own workspace: left out where a folder around it is searched. */
  readonly ownWorkspace?: string | undefined;
  /** What the settings say of every request, and what ends it. */
  readonly web: Pick<WebRequest, "userAgent" | "signal" | "asksRobots">;
  /** Of files in a listed folder those that nobody may find there, because another name of theirs is closed or holds secrets. */
  hiddenByOtherNames(reals: readonly string[]): Promise<ReadonlySet<string>>;
  /** Judges the addresses that its requests lead to. */
  reach(effect: FetchEffect): AddressReach;
  /** What holds its commands. */
  confinement(effect: ExecEffect): Confinement;
  /** Counts what is put into the agent's own workspace, where it can be reached (HB-6). */
  readonly disk?: DiskGuard | undefined;
  /** Receives what a model should know of a command beside its output. */
  noteCommand(note: string): void;
  /** Hears of a command that was held to only read and needs more. */
  noteNeed(effect: ExecEffect): void;
  /** Hears of every file in a listed folder of which something was read. */
  noteFound?(place: ResolvedPath): void;
  /** Hears of every request that was answered. */
  noteAnswered?(request: FetchEffect): void;
}

const unplanned = (what: string) =>
  new ToolError(
    "denied",
    `${what} was not part of what was planned and approved, so it was refused: call the tool again.`,
  );

function withUse(outcome: CommandOutcome, { limit, note }: RunUse = {}): CommandOutcome {
  if (!limit || note === undefined) return outcome;
  const { limits = [], notes } = outcome;
  return { ...outcome, limits: [...limits, limit], notes: [...notes, note] };
}

/** Wraps a host for one approved call. */
export function plannedHost(guard: Guard): PlannedHost {
  const { host, effects, closedFiles } = guard;
  const planned = <K extends Effect["kind"]>(kind: K) =>
    effects.filter((effect): effect is Extract<Effect, { kind: K }> => effect.kind === kind);
  const reads = new Set(planned("read").map((effect: ReadEffect) => effect.target.real));
  const lists = planned("list").map((effect: ListEffect) => effect.target.real);
  const writes = new Set<WriteEffect>(planned("write"));

  /** The path must still lead where it led when it was judged: a link swapped in between is refused. */
  const same = async (target: ResolvedPath): Promise<ResolvedPath> => {
    const now = await host.files.resolve(target.path);
    if (now.real !== target.real)
      throw new ToolError(
        "stale",
        `${target.shown} led elsewhere when it was used than when it was judged: call the tool again.`,
      );
    return target;
  };
  const ownBelow = ({ real }: ResolvedPath) =>
    guard.ownWorkspace !== undefined && isInside(real, guard.ownWorkspace) && real !== guard.ownWorkspace
      ? guard.ownWorkspace
      : undefined;
  const isClosed = (real: string, isFolder: boolean) =>
    closedFiles.reason({ path: real, real }, isFolder) !== undefined;
  /** What lies in a listed folder was not judged by itself. */
  const isOpenBelow = (target: ResolvedPath, isFolder: boolean) =>
    lists.some((folder) => isInside(folder, target.real)) && closedFiles.reason(target, isFolder) === undefined;
  const refusal = (what: string, target: ResolvedPath, isFolder: boolean) => {
    const reason = closedFiles.reason(target, isFolder);
    return reason === undefined
      ? unplanned(`${what} ${target.shown}`)
      : new ToolError("denied", deniedText(`${what} ${target.shown}`, reason));
  };
  const readable = async (target: ResolvedPath) => {
    if (reads.has(target.real) || lists.includes(target.real) || isOpenBelow(target, false)) return same(target);
    throw refusal("Reading", target, false);
  };
  const listable = async (target: ResolvedPath) => {
    if (lists.includes(target.real) || isOpenBelow(target, true)) return same(target);
    throw refusal("Listing", target, true);
  };
  const searchable = async (scope: SearchScope) => {
    await (scope.file ? readable(scope.file) : listable(scope.directory));
    const own = ownBelow(scope.directory);
    if (closedFiles.isEmpty && own === undefined) return scope;
    const isLeftOut = (real: string) => own !== undefined && isInside(own, real);
    return { ...scope, isClosed: (real: string) => isLeftOut(real) || isClosed(real, false) };
  };
  const noteBelow = ({ directory }: SearchScope, found: readonly { readonly path: string }[]) => {
    for (const path of new Set(found.map((one) => one.path))) guard.noteFound?.(childOf(directory, path));
  };
  /** What was found without what has another name that matters; a single file was judged by all of its names. */
  const withoutHidden = async <T extends { readonly path: string }>(
    { directory, file }: SearchScope,
    found: readonly T[],
  ): Promise<readonly T[]> => {
    if (file) return found;
    const realOf = ({ path }: T) => childOf(directory, path).real;
    const hidden = await guard.hiddenByOtherNames([...new Set(found.map(realOf))]);
    return hidden.size === 0 ? found : found.filter((one) => !hidden.has(realOf(one)));
  };
  const openedForReading = async (target: ResolvedPath) => {
    const open = await readable(target);
    if (!reads.has(target.real)) guard.noteFound?.(target);
    return open;
  };
  const search: SearchPort = {
    findFiles: async (scope, glob, limit) => host.search.findFiles(await searchable(scope), glob, limit),
    async searchText(scope, pattern, limit, context) {
      const found = await host.search.searchText(await searchable(scope), pattern, limit, context);
      const lines = await withoutHidden(scope, found.lines);
      noteBelow(scope, lines);
      return { ...found, lines };
    },
    async matchingFiles(scope, pattern, limit) {
      const found = await host.search.matchingFiles(await searchable(scope), pattern, limit);
      const files = await withoutHidden(scope, found.files);
      noteBelow(scope, files);
      return { ...found, files: [...files] };
    },
    passedOver: async (scope) => host.search.passedOver(await searchable(scope)),
    ignoredNames: async (directory, names) => host.search.ignoredNames(await listable(directory), names),
    whyIgnored: async (directory, place) => host.search.whyIgnored(await listable(directory), place),
  };

  return {
    stat: async (target) => host.files.stat(await readable(target)),
    read: async (target) => host.files.read(await openedForReading(target)),
    async *stream(target, signal, from) {
      yield* host.files.stream(await openedForReading(target), signal, from);
    },
    encodingOf: async (target) => host.files.encodingOf(await readable(target)),
    async list(target) {
      const entries = await host.files.list(await listable(target));
      const own = ownBelow(target);
      if (closedFiles.isEmpty && own === undefined) return entries;
      return entries.filter(({ name, kind }) => {
        const { real } = childOf(target, name);
        return real !== own && !isClosed(real, kind === "directory");
      });
    },
    examine: async (folder, names) => host.files.examine(await listable(folder), names),
    async write(...proposals) {
      for (const proposal of proposals) if (!writes.has(proposal)) throw unplanned(`Writing ${proposal.target.shown}`);
      const changes = proposals.map((proposal): WriteEffect => {
        const after = guard.edits.get(proposal.target.real) ?? proposal.after;
        return { ...proposal, after };
      });
      for (const { target } of changes) await same(target);
      const write = () => guard.journal.write(changes);
      const receipts = await (guard.disk?.hold(changes, write) ?? write());
      for (const [index, { target }] of changes.entries())
        guard.session.noteSeen(target.real, receipts[index]?.version ?? "");
    },
    async exec(request) {
      const effect = planned("exec").find(
        ({ command, language, cwd, timeoutMs, input, tty }: ExecEffect) =>
          command === request.command &&
          language === request.language &&
          cwd.real === request.cwd.real &&
          timeoutMs === request.timeoutMs &&
          input === request.input &&
          tty === request.tty,
      );
      if (!effect) throw unplanned(`Running "${request.command}"`);
      await same(request.cwd);
      const quota = await guard.disk?.begin(request.command);
      const hold = {
        confinement: guard.confinement(effect),
        closedFiles,
        outsideSandbox: effect.outsideSandbox === true,
        ...(quota && { quota }),
      };
      const { hiddenVariables } = guard;
      const own = { hiddenVariables, unasked: guard.isPlain(effect), agent: guard.session.agent, hold };
      const outcome = await host.shell.run({ ...request, ...own }).catch((error: unknown) => {
        if (error instanceof ToolError && error.details.needsMore === true) guard.noteNeed(effect);
        throw error;
      });
      if (outcome.needsMore) guard.noteNeed(effect);
      const ended = withUse(outcome, await guard.disk?.end());
      ended.notes.forEach(guard.noteCommand);
      return ended;
    },
    search,
    async fetch(effect, wish) {
      if (!planned("fetch").includes(effect)) throw unplanned(`Fetching ${shownAddress(effect.url)}`);
      if (!host.web)
        throw new ToolError("unavailable", "There is no network access here: work from the workspace instead.");
      const { url, method, body, search } = effect;
      if (wish.key && wish.key.provider !== search) throw unplanned(`Sending a key to ${shownAddress(url)}`);
      const sent = { url, method, ...(body !== undefined && { body }) };
      const asksRobots = wish.asksRobots && guard.web.asksRobots;
      const own = { agent: guard.session.agent, asksRobots, reach: guard.reach(effect) };
      const answer = await host.web.fetch({ ...wish, ...sent, ...guard.web, ...own });
      guard.noteAnswered?.(effect);
      return answer;
    },
    presented(effect) {
      if (!planned("present").includes(effect)) throw unplanned(`Presenting ${effect.title}`);
      return guard.presented ?? effect.text;
    },
  };
}
