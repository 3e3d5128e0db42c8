import * as vscode from "vscode";
import type { JobFacts } from "../../core/jobs/job";
import type { CheckpointPort } from "../../core/ports/changes/checkpoint";
import type { Confinement } from "../../core/ports/confinement";
import type { OutputStream } from "../../core/ports/outputLog";
import { noRepositories, type Repositories } from "../../core/ports/repository";
import type { CommandOutcome, CommandRequest, ShellPort } from "../../core/ports/shell";
import { TakenOut } from "../../core/text/takenOut";
import { folderName } from "../../core/vocabulary/paths";
import type { ShellChoice, ShellLanguage } from "../../core/vocabulary/shellLanguage";
import { ToolError } from "../../core/vocabulary/toolError";
import { virtualFolderOf } from "../files/virtualFiles";
import { AgentTerminal } from "./agentTerminal";
import { InteractiveTerminals } from "./interactiveTerminals";

/** Where a terminal shows what a command prints. */
interface OutputShown {
  output(stream: OutputStream, chunk: Uint8Array): void;
}

/** What a terminal shows of a command, without the texts that nobody is to see: other programs can read it there. */
function withoutTextsOf({ hiddenTexts = [] }: CommandRequest, shown: OutputShown): OutputShown & { end(): void } {
  if (hiddenTexts.length === 0) return { output: (stream, chunk) => shown.output(stream, chunk), end() {} };
  const left = { stdout: new TakenOut(hiddenTexts), stderr: new TakenOut(hiddenTexts) };
  return {
    output: (stream, chunk) => shown.output(stream, left[stream].push(chunk)),
    end() {
      for (const stream of ["stdout", "stderr"] as const) shown.output(stream, left[stream].finish());
    },
  };
}

/** Runs commands through another shell and shows each agent's in a terminal of its own. */
export class TerminalShell implements ShellPort, vscode.Disposable {
  readonly #terminals = new Map<string, { pty: AgentTerminal; terminal: vscode.Terminal }>();
  readonly #interactive = new InteractiveTerminals();
  readonly #closing: vscode.Disposable;
  readonly checkpoints?: CheckpointPort;

  constructor(private readonly shell: ShellPort) {
    if (shell.checkpoints) this.checkpoints = shell.checkpoints;
    this.#closing = vscode.window.onDidCloseTerminal((closed) => {
      for (const [agent, { terminal }] of this.#terminals) if (terminal === closed) this.#terminals.delete(agent);
    });
  }

  async run(request: CommandRequest): Promise<CommandOutcome> {
    if (virtualFolderOf(request.cwd.real))
      throw new ToolError("unavailable", "Commands cannot run in a workspace without a disk: use the file tools.");
    if (request.tty) return this.#interactive.run(request, (inTerminal) => this.shell.run(inTerminal));
    const { pty, terminal } = this.#terminalOf(request.agent);
    const shown = pty.begin(request, folderName(request.cwd));
    const seen = withoutTextsOf(request, shown);
    terminal.show(true);
    let outcome: CommandOutcome | undefined;
    try {
      outcome = await this.shell.run({
        ...request,
        signal: AbortSignal.any([request.signal, shown.signal]),
        onOutput(stream, chunk) {
          seen.output(stream, chunk);
          return request.onOutput(stream, chunk);
        },
      });
      return outcome;
    } finally {
      seen.end();
      shown.end(outcome);
    }
  }

  languageFor(choice: ShellChoice): ShellLanguage {
    return this.shell.languageFor?.(choice) ?? "bash";
  }

  async isHeld(confinement: Confinement, outsideSandbox: boolean): Promise<boolean> {
    return (await this.shell.isHeld?.(confinement, outsideSandbox)) ?? false;
  }

  async whyNoLayer(confinement: Confinement): Promise<string | undefined> {
    return this.shell.whyNoLayer ? this.shell.whyNoLayer(confinement) : "this host has none";
  }

  isPlain(choice: ShellChoice): boolean {
    return this.shell.isPlain?.(choice) ?? false;
  }

  async repositoriesAt(folder: string): Promise<Repositories> {
    return virtualFolderOf(folder) ? noRepositories : this.shell.repositoriesAt(folder);
  }

  async describeHold(confinement: Confinement, outsideSandbox: boolean): Promise<string> {
    return (await this.shell.describeHold?.(confinement, outsideSandbox)) ?? "";
  }

  /** Brings the terminal of a command to the front; nothing happens when it has been closed. */
  show(job: JobFacts): void {
    if (job.tty) this.#interactive.show(job);
    else this.#terminals.get(job.agent)?.terminal.show(true);
  }

  #terminalOf(agent: string) {
    const known = this.#terminals.get(agent);
    if (known) return known;
    const pty = new AgentTerminal();
    const terminal = vscode.window.createTerminal({
      name: `Toolcrib: ${agent}`,
      pty,
      iconPath: new vscode.ThemeIcon("tools"),
    });
    const made = { pty, terminal };
    this.#terminals.set(agent, made);
    return made;
  }

  dispose(): void {
    this.#closing.dispose();
    this.#interactive.dispose();
    for (const { terminal } of this.#terminals.values()) terminal.dispose();
  }
}
