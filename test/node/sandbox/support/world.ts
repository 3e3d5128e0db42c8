/** Folders for commands that try to get out of the sandbox, and a shell that holds them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { patient } from "../../../../scripts/testing/patience.cjs";
import { OutputBuffer } from "../../../../src/core/jobs/outputBuffer";
import { noRepositories } from "../../../../src/core/ports/repository";
import type { CommandRequest, CommandTerminal } from "../../../../src/core/ports/shell";
import type { RuleContext } from "../../../../src/core/rules/rule";
import { noPolicies } from "../../../../src/core/settings/policies";
import { readSettings } from "../../../../src/core/settings/readSettings";
import { nobody } from "../../../../src/core/vocabulary/caller";
import { type ClosedFiles, nothingClosed } from "../../../../src/core/vocabulary/closedFiles";
import type { Program } from "../../../../src/core/vocabulary/program";
import { NodeShell } from "../../../../src/node/commands/nodeShell";
import { probeSandbox } from "../../../../src/node/sandbox/probe";
import { confinementOf } from "../../../../src/policy/files/confinement";
import { plant, removeFolder, type Tree } from "../../../support/tempFolder";

/** Not below /tmp, where nothing of this machine is seen from inside anyway, nor in a repository. */
const base = join(homedir(), ".cache", "toolcrib-test");

/** What differs from the usual. */
export interface HeldOptions {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly closedFiles?: ClosedFiles;
  readonly outsideSandbox?: boolean;
  /** It works in a worktree of its own. */
  readonly isolated?: boolean;
  readonly agent?: string;
  readonly background?: boolean;
  /** It is held to only read. */
  readonly onlyReads?: boolean;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly onOutput?: (text: string) => void;
  /** What is run is a tool that an agent made. */
  readonly program?: Program;
  /** Secrets that it gets as files, by their names. */
  readonly secretFiles?: Readonly<Record<string, string>>;
  /** The command runs in it. */
  readonly terminal?: CommandTerminal;
}

/** A workspace `ws`, a home, a state folder, another agent's workspace and a folder of nobody's. */
export class World {
  readonly top: string;
  readonly root: string;
  readonly shell: NodeShell;

  /** @param beside `top` of a world of another process: the same folders with a state folder of its own. */
  constructor(tree: Tree = {}, folder = base, beside?: string) {
    mkdirSync(folder, { recursive: true });
    this.top = beside ?? realpathSync(mkdtempSync(join(folder, "w-")));
    this.root = this.path("ws");
    const state = beside === undefined ? "state" : `state-${process.pid}`;
    for (const name of ["ws", "home", state, "other", "outside"]) mkdirSync(this.path(name), { recursive: true });
    plant(this.top, tree);
    this.shell = new NodeShell(this.path(state));
  }

  path(...names: string[]): string {
    return join(this.top, ...names);
  }

  /** What a command in the workspace is run with, and what it prints. */
  request(command: string, options: HeldOptions = {}) {
    const { settings, problems } = readSettings(options.settings ?? {});
    if (problems.length > 0) throw new Error(problems.map(({ text }) => text).join(" "));
    const context: RuleContext = {
      caller: nobody,
      settings,
      roots: [this.root],
      ...(options.isolated && { isolated: true }),
      home: this.path("home"),
      closed: [this.path("state"), this.path("other")],
      policies: noPolicies,
      trusted: true,
      closedFiles: async () => nothingClosed,
      repositoriesAt: async () => noRepositories,
      resolve: () => Promise.reject(new Error("not needed")),
      names: () => Promise.reject(new Error("not needed")),
      entries: () => Promise.reject(new Error("not needed")),
    };
    const confinement = confinementOf(context, {
      command,
      onlyReads: options.onlyReads ?? false,
      ...(options.program && { program: options.program }),
    });
    const { closedFiles = nothingClosed, outsideSandbox = false } = options;
    const output = { stdout: new OutputBuffer(1_000_000), stderr: new OutputBuffer(1_000_000) };
    const request: CommandRequest & Required<Pick<CommandRequest, "hold">> = {
      command,
      cwd: { path: this.root, real: this.root, root: this.root, shown: "." },
      timeoutMs: options.timeoutMs ?? patient(20_000),
      signal: options.signal ?? new AbortController().signal,
      hiddenVariables: [],
      unasked: false,
      agent: options.agent ?? "tester",
      hold: { confinement, closedFiles, outsideSandbox },
      background: options.background ?? false,
      ...(options.secretFiles && { secretFiles: options.secretFiles }),
      ...(options.terminal && { tty: true, terminal: options.terminal }),
      onOutput(stream, chunk) {
        output[stream].append(chunk);
        options.onOutput?.(Buffer.from(chunk).toString());
        return undefined;
      },
    };
    return { request, output };
  }

  /** Runs a command in the workspace. */
  async run(command: string, options: HeldOptions = {}) {
    const { request, output } = this.request(command, options);
    const outcome = await this.shell.run(request);
    return { ...outcome, stdout: output.stdout.shown().text, stderr: output.stderr.shown().text };
  }

  remove(): void {
    removeFolder(this.top);
  }
}

const plain = "--unshare-user --unshare-pid --unshare-net --ro-bind / / --dev /dev --proc /proc true".split(" ");

/**
 * Skips a suite where the system forbids bubblewrap, and says so for all to see. That is found out without our own
 * arguments: where these alone do not work, it is a defect.
 */
export async function needsBubblewrap(context: Mocha.Context): Promise<void> {
  const { status, stderr, error } = spawnSync("bwrap", plain, { encoding: "utf8" });
  if (status === 0) {
    assert.deepEqual((await probeSandbox()).name, "bubblewrap");
    return;
  }
  console.error(`\n  THE SANDBOX IS NOT TESTED: ${error?.message ?? stderr}\n`);
  context.skip();
}

/** Skips what runs commands on a layer where there is none. */
export async function needsLayer(context: Mocha.Context): Promise<void> {
  await needsBubblewrap(context);
  const world = new World({ "ws/a.txt": "" });
  const reason = await world.shell.whyNoLayer(world.request("true").request.hold.confinement);
  world.remove();
  if (reason === undefined) return;
  console.error(`\n  LAYERS ARE NOT TESTED: ${reason}\n`);
  context.skip();
}
