import * as vscode from "vscode";
import type { JobFacts } from "../../core/jobs/job";
import type { CommandOutcome, CommandRequest } from "../../core/ports/shell";
import { raceAbort } from "../../core/util/raceAbort";
import { folderName } from "../../core/vocabulary/paths";
import { ToolError } from "../../core/vocabulary/toolError";
import { ScreenText } from "../../lib/edits/terminal/screenText";
import { InteractivePty } from "./interactivePty";

/** Milliseconds that a terminal may take until it is drawn; in a window on a busy machine it takes more than five seconds. */
const timeoutMs = 30_000;

interface Shown {
  readonly agent: string;
  readonly pty: InteractivePty;
  readonly terminal: vscode.Terminal;
  /** What runs in it or ran last. */
  command: string;
  isBusy: boolean;
}

/** The terminals of commands that a person types into: one for each agent, and more only while several run at once. */
export class InteractiveTerminals implements vscode.Disposable {
  readonly #shown = new Set<Shown>();
  readonly #closing: vscode.Disposable;

  constructor() {
    this.#closing = vscode.window.onDidCloseTerminal((closed) => {
      for (const shown of this.#shown) if (shown.terminal === closed) this.#shown.delete(shown);
    });
  }

  /**
   * Shows a command in a terminal while it runs.
   * @param run runs it with the terminal that it is given.
   * @throws ToolError `unavailable` when no terminal opens.
   */
  async run(
    request: CommandRequest,
    run: (request: CommandRequest) => Promise<CommandOutcome>,
  ): Promise<CommandOutcome> {
    const shown = this.#idleOf(request.agent)[0] ?? this.#open(request.agent);
    shown.isBusy = true;
    shown.command = request.command;
    // The person may be writing elsewhere, and what they type there is not for the command.
    shown.terminal.show(true);
    try {
      // One that is cancelled meanwhile ends as soon as it begins.
      await raceAbort(() => opened(shown.pty), request.signal);
      return await runIn(shown.pty, request, run);
    } finally {
      shown.isBusy = false;
      for (const spare of this.#idleOf(request.agent)) if (spare !== shown) spare.terminal.dispose();
    }
  }

  /** Brings the terminal of a command to the front, or another of its agent's when that has been closed. */
  show({ agent, command }: Pick<JobFacts, "agent" | "command">): void {
    const own = [...this.#shown].filter((shown) => shown.agent === agent);
    (own.find((shown) => shown.command === command) ?? own[0])?.terminal.show(true);
  }

  #idleOf(agent: string): Shown[] {
    return [...this.#shown].filter((shown) => shown.agent === agent && !shown.isBusy);
  }

  #open(agent: string): Shown {
    const pty = new InteractivePty();
    const terminal = vscode.window.createTerminal({
      name: vscode.l10n.t("Toolcrib: {0} (type here)", agent),
      pty,
      iconPath: new vscode.ThemeIcon("keyboard"),
    });
    const shown = { agent, pty, terminal, command: "", isBusy: false };
    this.#shown.add(shown);
    return shown;
  }

  dispose(): void {
    this.#closing.dispose();
    for (const { terminal } of this.#shown) terminal.dispose();
  }
}

/** Waits until a person can see it. */
async function opened(pty: InteractivePty): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new ToolError(
      "unavailable",
      `No terminal opened within ${timeoutMs / 1000} s for the person to type into: try again, or leave tty out.`,
    );
    timer = setTimeout(() => reject(error), timeoutMs);
  });
  await Promise.race([pty.opened, late]).finally(() => clearTimeout(timer));
}

/** The person sees the bytes as they are; the model, and whoever reads the log, what of them is text. */
async function runIn(
  pty: InteractivePty,
  request: CommandRequest,
  run: (request: CommandRequest) => Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  const drawn = pty.begin(request, folderName(request.cwd));
  const screen = new ScreenText();
  let outcome: CommandOutcome | undefined;
  try {
    outcome = await run({
      ...request,
      terminal: pty,
      signal: AbortSignal.any([request.signal, drawn.signal]),
      onOutput(stream, chunk) {
        drawn.output(chunk);
        return request.onOutput(stream, screen.push(chunk));
      },
    });
    await request.onOutput("stdout", screen.end());
    return outcome;
  } finally {
    drawn.end(outcome);
  }
}
