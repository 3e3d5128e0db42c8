/** A host that does exactly what was planned and judged, nothing more (D-6). */

import { editorTestsText } from "../../ports/editor/editorTests";
import { shownAddress } from "../../text/addresses/shownAddress";
import type { PlannedHost } from "../../tools/tool";
import { isTouch, type WriteEffect } from "../../vocabulary/effect";
import { childOf, isInside } from "../../vocabulary/paths";
import { ToolError } from "../../vocabulary/toolError";
import { type Guard, plannedOf, unplanned } from "./guard";
import { judgedCode } from "./judgedCode";
import { plannedCommands } from "./plannedCommands";
import { plannedDebugging } from "./plannedDebugging";
import { plannedSearch } from "./plannedSearch";
import { PlannedTargets } from "./plannedTargets";

/** Wraps a host for one approved call. */
export function plannedHost(guard: Guard): PlannedHost {
  const targets = new PlannedTargets(guard);
  return {
    ...plannedFiles(guard, targets),
    write: plannedWrites(guard, targets),
    exec: plannedCommands(guard, targets),
    search: plannedSearch(guard, targets),
    ...plannedCode(guard, targets),
    fetch: plannedRequests(guard),
    runCell: plannedCells(guard, targets),
    runEditorTests: plannedEditorTests(guard, targets),
    ...plannedDebugging(guard, targets),
    presented(effect) {
      if (!plannedOf(guard, "present").includes(effect)) throw unplanned(`Presenting ${effect.title}`);
      return guard.presented ?? effect.text;
    },
    answers(effect) {
      if (!plannedOf(guard, "present").includes(effect)) throw unplanned(`Asking ${effect.title}`);
      return guard.answers ?? [];
    },
  };
}

type Looking = Pick<PlannedHost, "stat" | "read" | "stream" | "encodingOf" | "list" | "examine">;

const plannedFiles = ({ host: { files } }: Guard, targets: PlannedTargets): Looking => ({
  stat: async (target) => files.stat(await targets.readable(target)),
  read: async (target) => files.read(await targets.openedForReading(target)),
  async *stream(target, signal, from) {
    yield* files.stream(await targets.openedForReading(target), signal, from);
  },
  encodingOf: async (target) => files.encodingOf(targets.named(target)),
  async list(target) {
    const entries = await files.list(await targets.listable(target));
    const own = targets.ownBelow(target);
    if (targets.hidesNothing(own)) return entries;
    return entries.filter(({ name, kind }) => {
      const { real } = childOf(target, name);
      return real !== own && !targets.isClosed(real, kind === "directory");
    });
  },
  examine: async (folder, names) => files.examine(await targets.listable(folder), names),
});

const plannedWrites = (guard: Guard, targets: PlannedTargets): PlannedHost["write"] => {
  const writes = new Set<WriteEffect>(plannedOf(guard, "write"));
  return async (...proposals) => {
    for (const proposal of proposals) if (!writes.has(proposal)) throw unplanned(`Writing ${proposal.target.shown}`);
    const changes = proposals.map((proposal): WriteEffect => {
      const after = guard.edits.get(proposal.target.real) ?? proposal.after;
      return { ...proposal, after };
    });
    // A folder that takes a link's place is there before anything is put into it.
    const links = changes.filter(({ kinds }) => kinds?.before === "link" && kinds.after === "folder");
    for (const { target, kinds } of changes) {
      const link = links.find((one) => one.target.real !== target.real && isInside(one.target.real, target.real));
      await (link ? targets.sameName(link.target) : kinds ? targets.sameName(target) : targets.same(target));
    }
    // A file with another time is known to the agent if it was before.
    const isUnknown = await Promise.all(
      changes.map(async (change) => isTouch(change) && !(await isKnown(guard, change))),
    );
    const write = () => guard.journal.write(changes);
    const receipts = await (guard.disk?.hold(changes, write) ?? write());
    for (const [index, { target }] of changes.entries())
      if (!isUnknown[index]) guard.session.noteSeen(target.real, receipts[index]?.version ?? "");
  };
};

async function isKnown({ session, host: { files } }: Guard, { target }: WriteEffect): Promise<boolean> {
  const stat = await files.stat(target);
  return stat !== undefined && session.knows(target.real, stat) === "current";
}

const plannedCode = (
  { host: { code, files }, judgeReads }: Guard,
  targets: PlannedTargets,
): Pick<PlannedHost, "code"> =>
  code ? { code: judgedCode({ code, files, judge: judgeReads, readable: (file) => targets.readable(file) }) } : {};

const plannedCells =
  (guard: Guard, targets: PlannedTargets): PlannedHost["runCell"] =>
  async (effect, file, cell, signal) => {
    if (!plannedOf(guard, "delegate").includes(effect)) throw unplanned(`Running a cell of ${file.shown}`);
    const { notebooks } = guard.host;
    if (!notebooks) throw new ToolError("unavailable", "No editor runs notebooks here.");
    return notebooks.run(await targets.readable(file), cell, effect.prompt, signal);
  };

const plannedEditorTests =
  (guard: Guard, targets: PlannedTargets): PlannedHost["runEditorTests"] =>
  async (effect, tests, signal) => {
    const text = editorTestsText(tests);
    if (!plannedOf(guard, "delegate").includes(effect) || effect.prompt !== text) throw unplanned(`Running ${text}`);
    for (const file of [...tests.files, ...tests.uncoveredIn]) await targets.same(file);
    if (!guard.host.tests) throw new ToolError("unavailable", "No editor runs tests here.");
    return guard.host.tests.run(tests, signal);
  };

const plannedRequests =
  (guard: Guard): PlannedHost["fetch"] =>
  async (effect, wish) => {
    const { host, web, session } = guard;
    if (!plannedOf(guard, "fetch").includes(effect)) throw unplanned(`Fetching ${shownAddress(effect.url)}`);
    if (!host.web)
      throw new ToolError("unavailable", "There is no network access here: work from the workspace instead.");
    const { url, method, body, search } = effect;
    if (wish.key && wish.key.provider !== search) throw unplanned(`Sending a key to ${shownAddress(url)}`);
    const sent = { url, method, ...(body !== undefined && { body }) };
    const asksRobots = wish.asksRobots && web.asksRobots;
    const own = { agent: session.agent, asksRobots, reach: guard.reach(effect) };
    const answer = await host.web.fetch({ ...wish, ...sent, ...web, ...own });
    guard.noteAnswered?.(effect);
    return answer;
  };
