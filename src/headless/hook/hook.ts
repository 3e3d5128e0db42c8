/**
 * `toolcrib hook`: the verdict on a call of a harness's own tool. Harnesses take silence, bad output and a hook that is too
 * slow for a yes, so whatever goes wrong here is printed as a deny, with the exit code 0 that goes with an answer.
 */

import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { isInside } from "../../core/vocabulary/paths";
import { ToolError } from "../../core/vocabulary/toolError";
import {
  type BuiltInCall,
  failedVerdict,
  type HarnessName,
  type HookVerdict,
  isHarness,
  refusedVerdict,
  toldTo,
} from "../../features/builtInTools/harness";
import { hookAnswer } from "../../features/builtInTools/hookAnswer";
import { readHookInput } from "../../features/builtInTools/hookInput";
import { askWindow } from "../../features/builtInTools/node/askWindow";
import { maxCallBytes } from "../../features/builtInTools/node/hookMessages";
import { findPlace, hookFolderIn, mayHaveWindow, type WindowPlace } from "../../features/builtInTools/node/hookPlaces";
import { defaultStateFolder } from "../../node/state/stateFolder";
import { type Options, readOptions } from "../options";
import { UsageError } from "../usageError";

/** What the thread is handed that judges where no window does. */
export interface ThreadTask {
  readonly call: BuiltInCall;
  readonly options: Options;
  /** The workspace's window, as it was when it last told. */
  readonly place?: WindowPlace;
}

const defaultSeconds = 8;

/** Seconds at most: no harness waits longer. */
const maxSeconds = 600;

/** The share of its time that a hook leaves a window; then it still has enough to judge itself. */
const windowShare = 0.25;

/** See the head of this file. Ends the process. @param program file of this program, which the thread runs as well. */
export function hook(argv: readonly string[], program: string): void {
  const answer = new Answer(harnessIn(argv));
  const broken = (error: unknown) => answer.give(failedVerdict(error));
  process.on("uncaughtException", broken);
  process.on("unhandledRejection", broken);
  judged(argv, program, answer).then((verdict) => answer.give(verdict), broken);
}

/** Printed once; what comes later changes nothing. */
class Answer {
  #isGiven = false;

  constructor(private harness: HarnessName | undefined) {}

  isFor(harness: HarnessName): void {
    this.harness = harness;
  }

  give(verdict: HookVerdict): void {
    if (this.#isGiven) return;
    this.#isGiven = true;
    const text = hookAnswer(this.harness, verdict);
    const end = () => process.exit(0);
    // Exit code 2 is a no to most harnesses, for one whose reader has gone.
    process.stdout.on("error", () => process.exit(2));
    if (text === "") end();
    else process.stdout.write(`${text}\n`, end);
  }
}

/** Known before the command line is read as a whole, so that what is wrong there is told in the harness's own form. */
function harnessIn(argv: readonly string[]): HarnessName | undefined {
  const at = argv.indexOf("--harness");
  const name = at < 0 ? argv.find((word) => word.startsWith("--harness="))?.slice("--harness=".length) : argv[at + 1];
  return isHarness(name) ? name : undefined;
}

async function judged(argv: readonly string[], program: string, answer: Answer): Promise<HookVerdict> {
  const options = readOptions("hook", argv);
  const limitMs = 1000 * secondsIn(options);
  // Where there is no window to ask, the policy is loaded while the harness still says what it is about.
  const isAlone = saysMore(options) || !mayHaveWindow(hookFolderOf(options));
  const thread = isAlone ? new JudgingThread(program) : undefined;
  const isTooLate = () =>
    answer.give(
      refusedVerdict(
        `Toolcrib did not finish judging this call within ${limitMs / 1000} s: try again, or tell the person that Toolcrib's hook is too slow.`,
      ),
    );
  // It keeps the process alive, so that nothing that is never settled ends it without an answer.
  setTimeout(isTooLate, limitMs);
  const call = readHookInput(await inputOf(process.stdin), harnessOf(options));
  answer.isFor(call.harness);
  const verdict = toldTo(call.harness, await verdictOn(call, options, { program, limitMs, thread }));
  return verdict.kind === "ask" && options.noAsk
    ? refusedVerdict(`${verdict.reason} Nobody can be asked here: go on without it, or tell the person what you need.`)
    : verdict;
}

function secondsIn({ timeout }: Options): number {
  const seconds = timeout === undefined ? defaultSeconds : Number(timeout);
  if (!(seconds > 0 && seconds <= maxSeconds))
    throw new UsageError(
      `--timeout ${timeout} is not a number of seconds up to ${maxSeconds}: use one below the hook's own limit.`,
    );
  return seconds;
}

function harnessOf({ harness }: Options): HarnessName | undefined {
  if (harness === undefined || isHarness(harness)) return harness;
  throw new UsageError(`--harness ${harness} is not known: use vscode, agent-host, copilot-cli or claude-code.`);
}

/** Read to its end, as a harness that cannot write all of it may give up on the hook. @throws ToolError for more than a call has. */
async function inputOf(input: Readable & { readonly isTTY?: boolean }): Promise<string> {
  if (input.isTTY)
    throw new UsageError("toolcrib hook reads JSON from a harness: set it up as docs/hooks-for-other-agents.md says.");
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of input) {
    bytes += (piece as Buffer).length;
    if (bytes <= maxCallBytes) pieces.push(piece as Buffer);
    else pieces = [];
  }
  if (bytes > maxCallBytes)
    throw new ToolError(
      "too_large",
      `This call is longer than ${maxCallBytes} bytes, so Toolcrib does not judge it: do it in smaller steps.`,
    );
  return Buffer.concat(pieces).toString("utf8");
}

interface Judging {
  readonly program: string;
  readonly limitMs: number;
  /** Where one was started already. */
  readonly thread: JudgingThread | undefined;
}

/** A window knows nothing of what the command line says of settings, policies and folders. */
const saysMore = ({ settingsFile, managed, plan, rootsAreGiven }: Options): boolean =>
  settingsFile !== undefined || managed.length > 0 || plan || rootsAreGiven;

async function verdictOn(
  call: BuiltInCall,
  options: Options,
  { program, limitMs, thread }: Judging,
): Promise<HookVerdict> {
  const place = saysMore(options) ? undefined : await placeFor(call, options);
  const byWindow = place && (await askWindow(place.socket, call, limitMs * windowShare));
  if (byWindow) return byWindow;
  const task = { call, options: await rooted(options, call), ...(place && { place }) };
  return (thread ?? new JudgingThread(program)).judge(task);
}

const hookFolderOf = ({ stateFolder }: Options): string => hookFolderIn(resolve(stateFolder ?? defaultStateFolder()));

async function placeFor({ cwd }: BuiltInCall, options: Options): Promise<WindowPlace | undefined> {
  const real = await realpath(cwd).catch(() => cwd);
  return findPlace(hookFolderOf(options), real);
}

/** The project that the harness was started in, where it tells: its working folder may be one below. */
async function rooted(options: Options, { cwd }: BuiltInCall): Promise<Options> {
  if (options.rootsAreGiven) return options;
  const project = process.env.CLAUDE_PROJECT_DIR ?? process.env.COPILOT_PROJECT_DIR;
  if (!project) return { ...options, roots: [cwd] };
  const [real, realProject] = await Promise.all([cwd, project].map((path) => realpath(path).catch(() => path)));
  return { ...options, roots: [isInside(realProject as string, real as string) ? project : cwd] };
}

/**
 * A thread that judges one call. Apart from this one, so that neither a rule that does not end nor one that takes all memory
 * keeps the answer from being given.
 */
class JudgingThread {
  readonly #worker: Worker;
  readonly #verdict: Promise<HookVerdict>;

  /** Loads what judges. @param program file of this program. */
  constructor(program: string) {
    const worker = new Worker(program, {
      argv: process.argv.slice(2),
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    });
    this.#worker = worker;
    this.#verdict = new Promise((resolve, reject) => {
      worker.once("message", (verdict: HookVerdict) => resolve(verdict));
      worker.once("error", reject);
      worker.once("exit", (code) => reject(new Error(`the judging thread ended with code ${code}`)));
    });
    // Whoever asks for the verdict is told, and nobody else.
    this.#verdict.catch(() => {});
  }

  /** @throws Error when the thread ends without a verdict. */
  judge(task: ThreadTask): Promise<HookVerdict> {
    this.#worker.postMessage(task);
    return this.#verdict;
  }
}
