/** What taking changes back would do, before it is done (D-17). */

import type { JournalChange } from "../../core/journal/journalEntry";
import type { FilePort } from "../../core/ports/files";
import { type ChangeFacts, type FileEntry, factsBetween, sameEntry } from "../../core/vocabulary/changes/fileEntry";
import type { WholeMove } from "../../core/vocabulary/changes/wholeChange";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside } from "../../core/vocabulary/paths";
import { ToolError } from "../../core/vocabulary/toolError";
import { type ChangeChain, type ChangePlace, chainsOf, mayHold, type Selection, type WholeChain } from "./changeChain";
import type { RestorePorts, WholePorts } from "./folderChanges";
import { keptOfGit } from "./gitObjects";
import type { RestoreConflict } from "./restoreConflict";
import { belowWhole, planWhole } from "./restoreWholes";

/** One file that gets an earlier content. */
export interface RestoredFile extends ChangeFacts {
  readonly target: ResolvedPath;
  /** What it holds now. */
  readonly now: Uint8Array | undefined;
  /** What it gets. */
  readonly wanted: Uint8Array | undefined;
  /** Permission bits of a file that is brought back, or of one that goes. */
  readonly mode?: number;
  /** Real paths of the folders that were made for it, to be removed when they are empty; outermost first. */
  readonly createdDirectories: readonly string[];
  /** Ids of the entries that are taken back with it. */
  readonly undoes: readonly string[];
  /** Its first change that is taken back, which found what it gets; and the last. */
  readonly first: ChangePlace;
  readonly last: ChangePlace;
  /** Set for what is moved as it is. */
  readonly whole?: WholeMove;
  readonly conflict?: RestoreConflict;
}

/** What is done to files together. */
export interface RestorePlan {
  readonly kind: "undo" | "redo";
  /** What is taken back, as people know it. */
  readonly subject: string;
  readonly files: readonly RestoredFile[];
}

/**
 * Looks at every file that some changes are about.
 * @param selections oldest first.
 */
export async function planFiles(
  ports: RestorePorts,
  subject: string,
  selections: AsyncIterable<Selection>,
): Promise<RestoredFile[]> {
  const all = await chainsOf(selections);
  const wholes = all.flatMap(({ whole }) => (whole ? [whole] : []));
  const isFolder = ({ possible }: ChangeChain) => possible.some((one) => one?.kind === "folder");
  const folders = new Set(all.filter(isFolder).map(({ change }) => change.real));
  const made = all.flatMap(({ createdDirectories }) => createdDirectories);
  const vanishing = new Set(made.filter((real) => !folders.has(real)));
  const links = all.flatMap(({ change, possible }) =>
    possible.some((one) => one?.kind === "link") ? [change.real] : [],
  );
  const { stays, inUse } = await keptOfGit(ports.files, all);
  const planned = await Promise.all(
    all.map(async (chain) => {
      const { real } = chain.change;
      const below = belowWhole(real, chain, wholes, (kept) => ports.wholeAt?.(kept) ?? "");
      if (below === "gone") return asItIs(chain);
      if (below === "mixed") return { ...asItIs(chain), conflict: mixedConflict(chain.change) };
      const place = below === "apart" ? real : below.at;
      const isKept = stays.has(real);
      if (isKept && (await isLeft(ports, chain, place))) return asItIs(chain);
      if (chain.whole) return planMoved(ports, subject, chain, chain.whole, place);
      const at = below !== "apart" && { at: below.at };
      const planned = await planFile(ports.files, subject, chain, { vanishing, links, isKept, ...at });
      return inUse.has(real) && planned.now ? { ...planned, conflict: usedConflict(chain.change, subject) } : planned;
    }),
  );
  return planned.flat();
}

const mixedConflict = ({ shown }: JournalChange): RestoreConflict => ({
  error: new ToolError("stale", `The folder of ${shown} was replaced between its changes: undo call by call`),
  canForce: false,
});

const usedConflict = ({ shown }: JournalChange, subject: string): RestoreConflict => ({
  error: new ToolError("stale", `The repository of ${shown} has got branches or worktrees since "${subject}"`),
  canForce: true,
});

/** Whether something that stays is not even looked at: what is large, and what was left alone before. */
async function isLeft({ files }: WholePorts, { whole, wanted, possible }: ChangeChain, at: string): Promise<boolean> {
  if (whole) return (await files.wholes?.identity(at)) !== undefined;
  return wanted === undefined && possible.every((entry) => entry === undefined || entry.kind === "folder");
}

/** What a restored file has of its chain. */
const partsOf = ({ createdDirectories, undoes, first, last }: ChangeChain) => ({
  createdDirectories,
  undoes,
  first,
  last,
});

/** It needs no change of its own. */
const asItIs = (chain: ChangeChain): RestoredFile => {
  const { path, real, shown } = chain.change;
  return { target: { path, real, shown }, now: undefined, wanted: undefined, ...partsOf(chain) };
};

async function planMoved(
  ports: RestorePorts,
  subject: string,
  chain: ChangeChain,
  whole: WholeChain,
  at: string,
): Promise<RestoredFile[]> {
  const found = await planWhole(ports, whole, subject, at);
  const isThere = (side: unknown) => (side === undefined ? undefined : new Uint8Array());
  const kinds = {
    ...(found.whole?.before?.kind === "folder" && { before: "folder" as const }),
    ...(found.whole?.after?.kind === "folder" && { after: "folder" as const }),
  };
  const moved: RestoredFile = {
    ...partsOf(chain),
    ...found,
    now: isThere(found.whole?.found),
    wanted: isThere(found.whole?.from),
    ...(Object.keys(kinds).length > 0 && { kinds }),
  };
  const { wanted, mode } = chain;
  if (whole.first || !wanted) return [moved];
  // What was no whole before comes back as such once there is room for it.
  const facts = { ...factsBetween(undefined, wanted), ...(mode !== undefined && { mode }) };
  return [moved, { ...partsOf(chain), target: found.target, now: undefined, wanted: wanted.bytes, ...facts }];
}

/** Where a file is looked at. */
interface Looking {
  /** Folders that stand where files belong and go with what was made in them. */
  readonly vanishing: ReadonlySet<string>;
  /** Links that go before anything is put below them. */
  readonly links: readonly string[];
  /** Its place until what it lies in is moved back; absent: its own. */
  readonly at?: string;
  /** True where what is there stays, whatever it is. */
  readonly isKept: boolean;
}

async function planFile(files: FilePort, subject: string, chain: ChangeChain, where: Looking): Promise<RestoredFile> {
  const { change } = chain;
  const { path, real, shown } = change;
  const looking = chain.isOdd ? findEntry(files, change, where) : find(files, change, where);
  const found = await looking.catch((error: unknown): Found => ({ conflict: conflictOf(error) }));
  const { target = { path, real, shown }, now, mode = chain.mode } = found;
  const wanted = where.isKept && now ? now : chain.wanted;
  const isExpected = where.isKept || (chain.isUnbroken && mayHold(chain, now));
  const conflict =
    found.conflict ??
    (isExpected || sameEntry(now, wanted)
      ? undefined
      : { error: new ToolError("stale", `${shown} has changed since "${subject}"`), canForce: true });
  return {
    target,
    now: now?.bytes,
    wanted: wanted?.bytes,
    ...(chain.isOdd && factsBetween(now, wanted)),
    ...(mode !== undefined && { mode }),
    ...partsOf(chain),
    ...(conflict && { conflict }),
  };
}

/** Whatever a link in a folder's place leads to, nothing is in that folder any more. */
const isBelowLink = (real: string, links: readonly string[]) =>
  links.some((link) => link !== real && isInside(link, real));

interface Found {
  readonly target?: ResolvedPath;
  readonly now?: FileEntry | undefined;
  readonly mode?: number;
  readonly conflict?: RestoreConflict;
}

/** Of a change that is not about a file's bytes alone: the name itself counts, and no link is followed. */
async function findEntry(files: FilePort, change: JournalChange, where: Looking): Promise<Found> {
  const { path, real, shown } = change;
  const { vanishing, links, at = real } = where;
  const found = await files.entry?.(at);
  if (found?.target.real !== at && isBelowLink(real, links)) return { target: { path, real, shown } };
  if (found?.target.real !== at) throw new ToolError("stale", `${shown} now points to a different file`);
  const { target, entry } = found;
  if (entry?.kind === "folder" && vanishing.has(real)) return { target: { path, real, shown } };
  return {
    target: at === real ? target : { path, real, shown },
    now: entry,
    ...(entry?.kind === "file" && entry.mode !== undefined && { mode: entry.mode }),
  };
}

async function find(
  files: FilePort,
  { path, real, shown }: JournalChange,
  { vanishing, links, at }: Looking,
): Promise<Found> {
  const looked = await files.resolve(at ?? path);
  if (looked.real !== real && isBelowLink(real, links)) return { target: { path, real, shown } };
  if (looked.real !== (at ?? real)) throw new ToolError("stale", `${shown} now points to a different file`);
  const target = at === undefined ? looked : { path, real, shown };
  const stat = await files.stat(looked);
  if (!stat || (stat.kind === "directory" && vanishing.has(real))) return { target };
  const { mode } = stat;
  return { target, now: { kind: "file", bytes: await files.read(looked) }, ...(mode !== undefined && { mode }) };
}

function conflictOf(error: unknown): RestoreConflict {
  if (!(error instanceof ToolError)) throw error;
  return { error, canForce: false };
}
