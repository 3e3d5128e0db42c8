import * as vscode from "vscode";
import { durationText, endingText } from "../../core/jobs/commandEnding";
import type { OutputStream } from "../../core/ports/outputLog";
import type { CommandOutcome, CommandRequest } from "../../core/ports/shell";
import { ThrottledOutput } from "./throttledOutput";

/** Milliseconds between two drawings. */
const drawnEvery = 50;

const newline = (text: string) => text.replace(/\r?\n/g, "\r\n");

const coloured = (text: string, stream: OutputStream) =>
  stream === "stderr" ? `\x1b[31m${newline(text)}\x1b[39m` : newline(text);

/** What one agent's commands print, as they print it; Ctrl+C stops the one in the foreground, closing stops all. */
export class AgentTerminal implements vscode.Pseudoterminal {
  readonly #write = new vscode.EventEmitter<string>();
  readonly #close = new vscode.EventEmitter<number | undefined>();
  readonly onDidWrite = this.#write.event;
  readonly onDidClose = this.#close.event;
  /** How each running command is stopped, and whether it goes on after the call that began it. */
  readonly #running = new Map<AbortController, { readonly background: boolean }>();
  /** What was printed before the terminal was drawn. */
  #waiting: string | undefined = "";

  open(): void {
    const early = this.#waiting ?? "";
    this.#waiting = undefined;
    this.#write.fire(
      `\x1b[2m${vscode.l10n.t("Commands of this agent are shown here. Press Ctrl+C to stop the running one.")}\x1b[0m\r\n${early}`,
    );
  }

  close(): void {
    for (const running of this.#running.keys()) running.abort();
  }

  handleInput(data: string): void {
    if (!data.includes("\x03")) return;
    this.print("^C\r\n");
    for (const [running, { background }] of this.#running) if (!background) running.abort();
  }

  print(text: string): void {
    if (this.#waiting === undefined) this.#write.fire(text);
    else this.#waiting += text;
  }

  /** Announces a command. @returns aborts when the person stops it here, and what to do with its output and end. */
  begin({ command, background = false }: Pick<CommandRequest, "command" | "background">, folder: string) {
    const stop = new AbortController();
    this.#running.set(stop, { background });
    const mark = background ? " &" : "";
    this.print(beginLine(`${command}${mark}`, folder));
    const draw = (text: string) => this.print(text);
    const screen = new ThrottledOutput({ draw, skipped: skippedLine, worded: coloured }, drawnEvery);
    return {
      signal: stop.signal,
      output: (stream: OutputStream, chunk: Uint8Array) => screen.add(stream, chunk),
      end: (outcome: CommandOutcome | undefined) => {
        this.#running.delete(stop);
        screen.flush();
        this.print(endLine(outcome));
      },
    };
  }
}

/** Announces a command. @param folder in which it runs, for people. */
export const beginLine = (command: string, folder: string): string =>
  `\r\n\x1b[2m${folder}\x1b[0m \x1b[1m$ ${newline(command)}\x1b[0m\r\n`;

const stops = {
  timeout: vscode.l10n.t("stopped: timeout"),
  cancellation: vscode.l10n.t("stopped: cancellation"),
  limit: vscode.l10n.t("stopped at a limit"),
} as const;

const endingOf = (outcome: CommandOutcome): string =>
  `${outcome.endedBy === "itself" ? endingText(outcome) : stops[outcome.endedBy]}, ${durationText(outcome.durationMs)}`;

/** In the place of what a terminal leaves out. */
export const skippedLine = (bytes: number): string =>
  `\r\n\x1b[2m${vscode.l10n.t("[… {0} bytes not shown …]", bytes)}\x1b[0m\r\n`;

/** Tells how a command ended; undefined: it did not begin. */
export const endLine = (outcome: CommandOutcome | undefined): string =>
  `\x1b[2m[${outcome ? endingOf(outcome) : vscode.l10n.t("could not be started")}]\x1b[0m\r\n`;
