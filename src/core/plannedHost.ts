/** A host that does exactly what was planned and judged, nothing more (D-6). */

import type { CallJournal } from "./callJournal";
import type { Effect, ExecEffect, ListEffect, ReadEffect, ResolvedPath, WriteEffect } from "./effect";
import type { Host, SearchPort, SearchScope } from "./host";
import { isInside } from "./paths";
import type { Session } from "./session";
import type { PlannedHost } from "./tool";
import { ToolError } from "./toolError";

interface Guard {
  readonly host: Host;
  /** The effects that were approved. */
  readonly effects: readonly Effect[];
  /** What a person chose to write instead of the proposal, by real path (D-16). */
  readonly edits: ReadonlyMap<string, Uint8Array>;
  readonly session: Session;
  readonly hiddenVariables: readonly string[];
  /** The policy allowed the call without a question. */
  readonly unasked: boolean;
  readonly journal: CallJournal;
}

const unplanned = (what: string) =>
  new ToolError(
    "denied",
    `${what} was not part of what was planned and approved, so it was refused: call the tool again.`,
  );

/** Wraps a host for one approved call. */
export function plannedHost(guard: Guard): PlannedHost {
  const { host, effects } = guard;
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
  const readable = async (target: ResolvedPath) => {
    if (reads.has(target.real) || lists.some((folder) => isInside(folder, target.real))) return same(target);
    throw unplanned(`Reading ${target.shown}`);
  };
  const listable = async (target: ResolvedPath) => {
    if (lists.some((folder) => isInside(folder, target.real))) return same(target);
    throw unplanned(`Listing ${target.shown}`);
  };
  const searchable = async (scope: SearchScope) => {
    await (scope.file ? readable(scope.file) : listable(scope.directory));
    return scope;
  };
  const search: SearchPort = {
    findFiles: async (scope, glob, limit) => host.search.findFiles(await searchable(scope), glob, limit),
    searchText: async (scope, pattern, limit, context) =>
      host.search.searchText(await searchable(scope), pattern, limit, context),
    ignoredNames: async (directory, names) => host.search.ignoredNames(await listable(directory), names),
  };

  return {
    stat: async (target) => host.files.stat(await readable(target)),
    read: async (target) => host.files.read(await readable(target)),
    async *stream(target, signal, from) {
      yield* host.files.stream(await readable(target), signal, from);
    },
    encodingOf: async (target) => host.files.encodingOf(await readable(target)),
    list: async (target) => host.files.list(await listable(target)),
    examine: async (folder, names) => host.files.examine(await listable(folder), names),
    async write(...proposals) {
      for (const proposal of proposals) if (!writes.has(proposal)) throw unplanned(`Writing ${proposal.target.shown}`);
      const changes = proposals.map((proposal): WriteEffect => {
        const after = guard.edits.get(proposal.target.real) ?? proposal.after;
        return { ...proposal, after };
      });
      for (const { target } of changes) await same(target);
      const receipts = await guard.journal.write(changes);
      for (const [index, { target }] of changes.entries())
        guard.session.noteSeen(target.real, receipts[index]?.version ?? "");
    },
    async exec(request) {
      const isPlanned = planned("exec").some(
        ({ command, cwd, timeoutMs }: ExecEffect) =>
          command === request.command && cwd.real === request.cwd.real && timeoutMs === request.timeoutMs,
      );
      if (!isPlanned) throw unplanned(`Running "${request.command}"`);
      await same(request.cwd);
      return host.shell.run({
        ...request,
        hiddenVariables: guard.hiddenVariables,
        unasked: guard.unasked,
        agent: guard.session.agent,
      });
    },
    search,
    async fetch(effect, signal) {
      if (!planned("fetch").includes(effect)) throw unplanned(`Fetching ${effect.url}`);
      if (!host.web)
        throw new ToolError("unavailable", "There is no network access here: work from the workspace instead.");
      return host.web.fetch(effect.url, effect.method, signal);
    },
  };
}
