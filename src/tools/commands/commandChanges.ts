/** What a command changed on its layer, as a plan of writes like any other: judged, reviewed, journaled and undone. */

import { changedMeanwhile, type LayerChange, type LayerFile, type LayerWhole } from "../../core/ports/changes/layer";
import { Denial } from "../../core/rules/denial";
import { clause, nested } from "../../core/text/clauses/clause";
import type { PlanContext, PlanHost } from "../../core/tools/tool";
import { Turns } from "../../core/util/turns";
import { type FileEntry, factsBetween } from "../../core/vocabulary/changes/fileEntry";
import type { WholeMove } from "../../core/vocabulary/changes/wholeChange";
import type { Decision } from "../../core/vocabulary/decision";
import { isTouch, type WriteEffect } from "../../core/vocabulary/effect";
import { childOf, isInside, overlaps, parentOf, relativeInside, shownBelow } from "../../core/vocabulary/paths";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import { withoutCaches } from "./changes/droppedCaches";
import { type UnmadeChange, withHeldUnits } from "./changes/heldUnits";
import { type JudgedChange, strictness } from "./changes/judgedChange";
import { madeFolders } from "./changes/madeFolders";
import { withMovedKept } from "./changes/movedAway";
import { holdsTogether, repositoryOf, wholeRepositories } from "./changes/repositoryChanges";

/** Bytes of all files together, before and after: a person has to look at them, and they are kept for undo. */
const maxBytes = 64 * 1024 * 1024;

/** Set-user-id and set-group-id: what has them runs as somebody else. */
const identityBits = 0o6000;

/** How a command ran of which the changes are judged; `tried`: a person is asked about every change. */
export type RanAs = NonNullable<WriteEffect["fromLayer"]> | "tried";

/** Handed by a command's call to the calls that make what it changed. No model can write it. */
export class CommandChanges {
  #judged: Promise<{ readonly changes: readonly JudgedChange[]; readonly leftOut: readonly string[] }> | undefined;

  /** @param command the command's first line. */
  constructor(
    readonly command: string,
    private readonly changes: readonly LayerChange[],
    private readonly ranAs: RanAs,
  ) {}

  /** The changes with the verdict on each, found out once. @throws ToolError `too_large` for more than can be kept. */
  judged(context: Pick<PlanContext, "host" | "roots">) {
    this.#judged ??= this.#judge(context);
    return this.#judged;
  }

  async #judge({ host, roots }: Pick<PlanContext, "host" | "roots">) {
    const known = new Map<LayerWhole, Promise<Decision>>();
    const inside: Look["inside"] = (effect, whole) => {
      const verdict = known.get(whole) ?? verdictInside(effect, whole, host);
      known.set(whole, verdict);
      return verdict;
    };
    const { left: all, dropped } =
      this.ranAs === "held" || this.ranAs === "allowed"
        ? withoutCaches(this.changes, roots)
        : { left: this.changes, dropped: [] };
    const replaced = all.filter(({ before, after }) => before?.kind === "link" && after?.kind === "folder");
    const links = replaced.map(({ path }) => path);
    const look: Look = { host, unsaved: await host.unsaved(), ranAs: this.ranAs, inside, links };
    const parts = (await Promise.all(all.map((change) => inParts(change, look)))).flat();
    checkSize(parts);
    const changes: JudgedChange[] = [];
    const leftOut = [...dropped];
    const unmade: UnmadeChange[] = [];
    const turns = new Turns();
    for (const change of parts) {
      await turns.next();
      const shown = shownBelow(change.path, roots);
      const made = await effectOf(change, look);
      if (typeof made === "object") changes.push(...(await judgedChange(made, look, change.whole)));
      else if (made !== undefined && !change.isTouched) {
        leftOut.push(`${shown} ${made}`);
        unmade.push({ change, shown, why: `${shown} ${made}` });
      }
      if (change.isCopy) leftOut.push(`${shown} ${becomesCopy}`);
    }
    const together = withHeldTogether(changes);
    const asked = this.ranAs === "held" || this.ranAs === "tried" ? await withLost(together, host) : together;
    const held = await withHeldUnits(asked, unmade, madeFolders(parts, roots, host));
    // Of a repository all is made or nothing.
    const broken = new Set(unmade.map(({ change }) => repositoryOf(change.path) ?? ""));
    const made = held.map(withReplaced(held, links)).filter((change) => change !== undefined);
    const { whole, left, parts: apart } = wholeRepositories(made.map(withFilled(made)), broken, this.ranAs !== "tried");
    const wholes = new Map(parts.flatMap((change) => (change.whole ? [[change.path, change.whole]] : [])));
    const shownOf = (path: string) => shownBelow(path, roots);
    const kept = await withMovedKept({
      judged: whole,
      left,
      unmade: unmade.map(({ change }) => change),
      wholes,
      shownOf,
    });
    return { changes: kept.map(withFilled(kept)), leftOut: [...leftOut, ...apart] };
  }
}

/** What changes are judged by. */
interface Look {
  readonly host: PlanHost;
  /** Real paths of files that are changed in an editor. */
  readonly unsaved: ReadonlySet<string>;
  readonly ranAs: RanAs;
  /** Links in whose place there are folders. */
  readonly links: readonly string[];
  /** The strictest verdict on what lies in a folder that is moved as it is, found out once. */
  inside(effect: WriteEffect, whole: LayerWhole): Promise<Decision>;
}

const stricter = (one: Decision, other: Decision): Decision =>
  strictness[other.kind] > strictness[one.kind] ? other : one;

/** @param whole what lies in it, where it is moved as it is: the strictest verdict on any of it holds. */
async function judgedChange(effect: WriteEffect, look: Look, whole: LayerWhole | undefined): Promise<JudgedChange[]> {
  const own = await look.host.verdict(effect);
  // A time is not worth a question.
  if (isTouch(effect) && own.kind !== "allow") return [];
  const { kind, reason } = whole ? stricter(own, await look.inside(effect, whole)) : own;
  return [{ effect, verdict: kind, reason }];
}

/** The strictest verdict on what lies in a folder that is moved as it is, by its names and kinds. */
async function verdictInside(effect: WriteEffect, { inside }: LayerWhole, host: PlanHost): Promise<Decision> {
  let strictest: Decision = { kind: "allow", rule: "", reason: "" };
  const { fromLayer } = effect;
  const turns = new Turns();
  for (const { place, kind, to = nothing, comes } of inside) {
    await turns.next();
    const kinds = kind === "file" ? { isUnread: true as const } : { kinds: comes ? { after: kind } : { before: kind } };
    const target = childOf(effect.target, place);
    const verdict = await host.verdict({
      kind: "write",
      target,
      before: comes ? undefined : to,
      after: comes ? to : undefined,
      ...kinds,
      ...(fromLayer && { fromLayer }),
    });
    if (strictness[verdict.kind] <= strictness[strictest.kind]) continue;
    strictest = { ...verdict, reason: clause`${nested(verdict.reason)}: ${target.shown}` };
    if (strictest.kind === "deny") break;
  }
  return strictest;
}

const nothing = new Uint8Array();

/** What is moved as it is only where the verdict on all of it is the same; else the parts that can be looked at. */
async function inParts(change: LayerChange, look: Look): Promise<readonly LayerChange[]> {
  const { whole } = change;
  if (!whole || whole.inside.length === 0) return [change];
  const effect = await effectOf(change, look);
  if (typeof effect !== "object") return [change];
  const own = await look.host.verdict(effect);
  const inner = await look.inside(effect, whole);
  const isOneDecision = own.kind === "deny" || strictness[inner.kind] <= strictness[own.kind];
  const holdsUnsaved = [...look.unsaved].some((path) => isInside(change.path, path));
  if (isOneDecision && !holdsUnsaved) return [change];
  const parts = await whole.apart();
  return (await Promise.all(parts.map((part) => inParts(part, look)))).flat();
}

/** A folder goes only with all that lies in it. */
const withFilled =
  (all: readonly JudgedChange[]) =>
  (change: JudgedChange): JudgedChange => {
    const { effect } = change;
    if (effect.kinds?.before !== "folder" || effect.after !== undefined) return change;
    const inside = all.filter((other) => isInside(effect.target.real, other.effect.target.real));
    const strictest = (["deny", "ask"] as const).flatMap(
      (kind) => inside.find(({ verdict }) => verdict === kind) ?? [],
    )[0];
    return strictest ? { ...change, verdict: strictest.verdict, reason: strictest.reason } : change;
  };

const linkAround = (path: string, links: readonly string[]) =>
  links.find((link) => link !== path && isInside(link, path));

/** What lies in a folder that replaces a link comes only with that: nothing is written to where the link leads. */
const withReplaced =
  (all: readonly JudgedChange[], links: readonly string[]) =>
  (change: JudgedChange): JudgedChange | undefined => {
    const link = linkAround(change.effect.target.real, links);
    if (link === undefined) return change;
    const around = all.find(({ effect }) => effect.target.real === link);
    if (!around || strictness[around.verdict] <= strictness[change.verdict]) return around && change;
    return { ...change, verdict: around.verdict, reason: around.reason };
  };

/** What is not made of a repository by itself takes the rest of it along where that needs it. */
function withHeldTogether(all: readonly JudgedChange[]): readonly JudgedChange[] {
  const needed = all.filter(({ effect, verdict }) => verdict !== "allow" && holdsTogether(effect.target.real));
  return needed.length === 0 ? all : all.map((change) => withAsked(change, needed));
}

/** Asks about what would go for good, because there is no room to keep it, and about what is made only together with that. */
async function withLost(all: readonly JudgedChange[], host: PlanHost): Promise<readonly JudgedChange[]> {
  const going = all.filter(({ effect, verdict }) => effect.whole?.before && verdict !== "deny");
  if (going.length === 0) return all;
  const sizes = going.map(({ effect: { target, whole } }) => ({ real: target.real, bytes: whole?.before?.bytes ?? 0 }));
  const isKept = await host.canKeep(sizes);
  const lost = new Map<JudgedChange, JudgedChange>();
  for (const change of going.filter((_, at) => !isKept[at])) {
    const effect: WriteEffect = { ...change.effect, whole: { ...change.effect.whole, mayBeLost: true } };
    const { kind, reason } = await host.verdict(effect);
    if (kind !== "allow") lost.set(change, { effect, verdict: kind, reason });
  }
  const around = [...lost.values()];
  return all.map((change) => lost.get(change) ?? withAsked(change, around));
}

/** What shares a place or a repository with what is asked about waits for the answer. */
function withAsked(change: JudgedChange, asked: readonly JudgedChange[]): JudgedChange {
  const { real } = change.effect.target;
  const repository = repositoryOf(real);
  const found = asked.find(({ effect: { target } }) => {
    const sharesRepository = repository !== undefined && repositoryOf(target.real) === repository;
    return sharesRepository || overlaps(target.real, real);
  });
  return found && change.verdict === "allow" ? { ...change, verdict: found.verdict, reason: found.reason } : change;
}

function checkSize(changes: readonly LayerChange[]): void {
  const kept = changes.filter(({ isTouched }) => !isTouched);
  const bytes = kept.reduce((sum, { before, after }) => sum + (before?.size ?? 0) + (after?.size ?? 0), 0);
  if (bytes > maxBytes)
    throw new ToolError(
      "too_large",
      `The changes hold ${bytes} bytes, and ${maxBytes} can be kept for undo: run the command again, and a person is asked before it runs.`,
      { bytes, most: maxBytes },
    );
}

const entryOf = async (file: LayerFile | undefined): Promise<FileEntry | undefined> =>
  file && {
    kind: file.kind,
    bytes: await file.read(),
    ...(file.kind !== "link" && { mode: file.mode }),
  };

/** The facts of a change, in the words of an ordinary write where it is one. */
function factsOf(before: FileEntry | undefined, after: FileEntry | undefined): Partial<WriteEffect> {
  const facts = factsBetween(before, after);
  if (facts.kinds) return facts;
  const mode = (before ?? after)?.mode;
  if (!before || !after) return mode === undefined ? {} : { mode };
  // What nobody may write is replaced all the same: the command could, too.
  const isReadOnly = mode !== undefined && (mode & 0o200) === 0;
  return isReadOnly && !facts.modes ? { modes: { before: mode, after: mode } } : facts;
}

/** Why a change is not made of what a person has not saved, as one clause. */
export const unsavedInEditor = "has unsaved changes in an editor";

/** Said of a file that was changed, but is no longer another name of the same file. */
export const becomesCopy = "becomes a copy, because hard links are not kept";

const moveOf = ({ inside, apart, ...move }: LayerWhole): WholeMove => move;

/** One change as an effect, why it is left out as a clause about the file, or nothing where there is nothing to make. */
async function effectOf(
  change: LayerChange,
  { host, unsaved, ranAs, links }: Look,
): Promise<WriteEffect | string | undefined> {
  const { path, before, after, emptied, other, whole, isTouched } = change;
  if (other !== undefined) return other;
  if (/\\[^/]*$/.test(path)) return "has a backslash in its name, which separates folders on other systems";
  if (!whole && after?.kind === "file" && (after.mode & identityBits) !== 0)
    return "may run as another user (set-user-id), which is never kept";
  if (unsaved.has(path)) return unsavedInEditor;
  try {
    const above = parentOf(linkAround(path, links) ?? path);
    const folder = await host.resolve(above);
    if (folder.real !== above) return "now leads to another file";
    const target = { ...childOf(folder, relativeInside(above, path)), path };
    const old = await entryOf(before);
    const fresh = isTouched ? old : await entryOf(after);
    return {
      kind: "write",
      target,
      before: old?.bytes,
      after: fresh?.bytes,
      ...(!isTouched && factsOf(old, fresh)),
      ...(after?.kind === "file" && after.mtimeMs !== undefined && { mtimeMs: after.mtimeMs }),
      ...(emptied && { emptied }),
      ...(whole && { whole: moveOf(whole) }),
      ...(ranAs !== "tried" && { fromLayer: ranAs }),
    };
  } catch (error) {
    if (error instanceof ToolError && error.code === "stale") return changedMeanwhile;
    return `was not changed (${error instanceof Denial ? error.reason : messageOf(error)})`;
  }
}
