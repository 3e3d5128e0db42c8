/** Putting back what git has of files, as a plan of writes like any other: judged, reviewed, journaled and undone. */

import { sameBytes } from "../../core/text/changedBytes";
import { clause } from "../../core/text/clauses/clause";
import type { Plan, PlanContext, RunContext, ToolResult } from "../../core/tools/tool";
import type { ExecEffect, ResolvedPath, WriteEffect } from "../../core/vocabulary/effect";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import {
  type ChangedFiles,
  contentsCommand,
  type GitContent,
  listedFiles,
  listingCommand,
  printedContents,
} from "./changedFiles";
import { gitPlace } from "./gitPlace";
import { checkKnown } from "./knownPaths";

/** Bytes of all files together: they are kept for undo. */
const maxBytes = 64 * 1024 * 1024;

const timeoutMs = 60_000;

/** What differs, handed by the call that asked git to the one that fetches it. No model can write it. */
class Listed {
  constructor(readonly found: ChangedFiles) {}
}

/** What git has, handed by the call that fetched it to the one that writes it. No model can write it. */
class Fetched {
  constructor(
    readonly top: string,
    readonly contents: readonly GitContent[],
    readonly leftOut: readonly string[],
  ) {}
}

/** What came of it. */
export interface RestoreData {
  /** Shown paths of the files that have what git has now. */
  readonly restored: readonly string[];
  /** What was not restored, as a sentence each without its full stop. */
  readonly leftOut: readonly string[];
}

/** Files that are to have again what git has. */
export interface RestoreWish {
  /** The tool that plans it, and its input: each step is a call of it. */
  readonly tool: string;
  readonly input: object;
  /** Paths as they were given; empty: all files. */
  readonly paths: readonly string[];
  /** A revision; absent: what is staged. */
  readonly source?: string | undefined;
  /** For people: `Restore src/a.ts`. */
  readonly title: string;
  /** Told where nothing differs. */
  readonly nothing: string;
  /** Called once something differs and a person has agreed, before anything is written. @returns what to add to the result. */
  before?(context: RunContext): Promise<string>;
}

/** Plans one of the three steps: asking git what differs, fetching what it has, writing that. */
export function planRestore(wish: RestoreWish, context: PlanContext): Promise<Plan> {
  const { privateInput } = context;
  if (privateInput instanceof Fetched) return planWriting(wish, privateInput, context);
  return privateInput instanceof Listed ? planFetching(wish, privateInput.found, context) : planListing(wish, context);
}

async function readOnly(command: string, context: PlanContext): Promise<ExecEffect> {
  if (context.host.shellLanguage() !== "bash")
    throw new ToolError(
      "unavailable",
      "This needs bash, which this machine does not have: use run_command with git itself.",
    );
  return { kind: "exec", command, cwd: await context.host.resolve("."), timeoutMs };
}

/** @throws ToolError `command_failed` with git's words. */
async function printedBy({ command, cwd, timeoutMs }: ExecEffect, { host, signal }: RunContext): Promise<Buffer> {
  const out: Uint8Array[] = [];
  const err: Uint8Array[] = [];
  let bytes = 0;
  const ending = new AbortController();
  const outcome = await host.exec({
    ...{ command, cwd, timeoutMs },
    signal: AbortSignal.any([signal, ending.signal]),
    onOutput(stream, chunk) {
      bytes += chunk.length;
      if (bytes > maxBytes) ending.abort();
      else (stream === "stdout" ? out : err).push(chunk);
      return undefined;
    },
  });
  await outcome.layer?.discard();
  if (bytes > maxBytes)
    throw new ToolError(
      "too_large",
      `The files hold more than ${maxBytes} bytes, the most that can be kept for undo: name fewer paths.`,
    );
  if (outcome.exitCode !== 0)
    throw new ToolError(
      "command_failed",
      `git failed: ${Buffer.concat(err).toString("utf8").trim() || `exit code ${outcome.exitCode}`}. Nothing was changed.`,
    );
  return Buffer.concat(out);
}

async function planListing(wish: RestoreWish, context: PlanContext): Promise<Plan> {
  const targets = await Promise.all(wish.paths.map((path) => gitPlace(path, context.host)));
  const stats = await Promise.all(targets.map((target) => context.host.stat(target)));
  const absent = targets.filter((_, index) => !stats[index]);
  const effect = await readOnly(
    listingCommand(
      targets.map(({ path }) => path),
      wish.source,
    ),
    context,
  );
  return {
    title: wish.title,
    effects: [effect],
    async run(context) {
      const found = listedFiles(await printedBy(effect, context));
      const equal = await checkKnown(absent, found, wish.source, context);
      if (found.files.length > 0) return context.call(wish.tool, wish.input, new Listed(found));
      if (equal.length > 0 && wish.source === undefined) throw deletionStaged(equal);
      return unchanged(wish, found.leftOut);
    },
  };
}

async function planFetching(
  wish: RestoreWish,
  { top, files, leftOut }: ChangedFiles,
  context: PlanContext,
): Promise<Plan> {
  const boundary = `toolcrib-${crypto.randomUUID()}`;
  const folder = await context.host.resolve(top);
  const effect = { ...(await readOnly(contentsCommand(files, boundary), context)), cwd: folder };
  return {
    title: wish.title,
    effects: [effect],
    async run(context) {
      const isWindows = process.platform === "win32";
      const printed = printedContents(await printedBy(effect, context), files, boundary, isWindows);
      const all = [...leftOut, ...printed.leftOut];
      return context.call(wish.tool, wish.input, new Fetched(folder.path, printed.contents, all));
    },
  };
}

async function planWriting(
  wish: RestoreWish,
  { top, contents, leftOut: others }: Fetched,
  context: PlanContext,
): Promise<Plan> {
  const effects: WriteEffect[] = [];
  const leftOut = [...others];
  for (const content of contents) {
    const target = await context.host.resolve(`${top}/${content.path}`);
    if (isBehindLink(target)) {
      leftOut.push(`${content.path} is behind a symbolic link, which has taken the place of its folder`);
      continue;
    }
    const effect = await writeOf(content, target, context);
    if (effect) effects.push(effect);
  }
  return {
    title: wish.title,
    effects,
    notes: leftOut.map((line) => clause`Left out: ${line}`),
    async run(context) {
      // Git also lists files that were only touched.
      if (effects.length === 0) return unchanged(wish, leftOut);
      const added = await wish.before?.(context);
      await context.host.write(...effects).catch((error: unknown) => {
        throw added === undefined ? error : failedAfter(added, error);
      });
      const restored = effects.map(({ target }) => target.shown);
      const text = `${doneText(effects)}; undo brings back what was there.`;
      return restoredText(added === undefined ? text : `${added}\n${text}`, { restored, leftOut });
    },
  };
}

/** What git has done before stays, and has to be known. */
const failedAfter = (added: string, error: unknown) =>
  new ToolError(
    error instanceof ToolError ? error.code : "unwritable",
    `${messageOf(error)} No file was restored, but this was done before: ${added}`,
  );

/** Git has nothing of a file that was only staged: that one is gone. */
function doneText(effects: readonly WriteEffect[]): string {
  const named = (some: readonly WriteEffect[]) => some.map(({ target }) => target.shown).join(", ");
  const restored = named(effects.filter(({ after }) => after !== undefined));
  const removed = named(effects.filter(({ after }) => after === undefined));
  if (removed === "") return `Restored ${restored}`;
  return restored === "" ? `Removed ${removed}` : `Restored ${restored} and removed ${removed}`;
}

function restoredText(text: string, data: RestoreData): ToolResult {
  return { text: [text, ...data.leftOut.map((line) => `Left out: ${line}.`)].join("\n"), isError: false, data };
}

/** Git has of them what is here: nothing. */
const deletionStaged = (targets: readonly ResolvedPath[]) => {
  const named = targets.map(({ shown }) => shown).join(", ");
  return new ToolError(
    "no_match",
    `Nothing was restored, because the deletion of ${named} is staged: give source "HEAD" to take the last commit's.`,
  );
};

const unchanged = ({ nothing }: RestoreWish, leftOut: readonly string[]) =>
  restoredText(nothing, { restored: [], leftOut });

/**
 * Whether a path below the real top of a repository is another file's. Git may have a name in other letters than the disk,
 * where these do not count.
 */
const isBehindLink = ({ path, real }: ResolvedPath) => spelledAlike(path) !== spelledAlike(real);

const spelledAlike = (path: string) => path.normalize("NFC").toLowerCase();

/** Undefined where the file has it already. */
async function writeOf(
  { bytes: after, isExecutable, changesMode }: GitContent,
  target: ResolvedPath,
  { host }: PlanContext,
): Promise<WriteEffect | undefined> {
  await host.mayWrite(target);
  const stat = await host.stat(target);
  if (stat && stat.kind !== "file")
    throw new ToolError(
      "unwritable",
      `${target.shown} is no longer a file, so it was not restored: restore it with run_command.`,
    );
  const before = stat && (await host.read(target));
  const modes = stat && after && changesMode ? modesOf(stat.mode, isExecutable) : undefined;
  if (sameBytes(before, after) && !modes) return undefined;
  if (modes) return { kind: "write", target, before, after, modes };
  const mode = before ? stat?.mode : isExecutable ? 0o755 : undefined;
  return { kind: "write", target, before, after, ...(mode !== undefined && !(before && after) && { mode }) };
}

/** Whoever may read it may execute it, or nobody. */
function modesOf(before: number | undefined, isExecutable: boolean): WriteEffect["modes"] {
  if (before === undefined) return undefined;
  const after = isExecutable ? before | ((before & 0o444) >> 2) : before & ~0o111;
  return after === before ? undefined : { before, after };
}
