/** The commands of the headless host but for `hook`: MCP server, single calls, explanations and undo in plain Node (D-1). */
import { messageOf, ToolError } from "./core/vocabulary/toolError";
import type { Machine } from "./headless/machine";
import { type Options, readOptions } from "./headless/options";
import { type CommandName, isCommand } from "./headless/usage";
import { UsageError } from "./headless/usageError";

/** Ctrl+C ends a call in good order instead of leaving its processes behind. */
function whenInterrupted(): AbortSignal {
  const interrupt = new AbortController();
  process.once("SIGINT", () => interrupt.abort());
  process.once("SIGTERM", () => interrupt.abort());
  return interrupt.signal;
}

const print = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Ends the program in good order once nothing more can be printed: where the reader has gone (`… | head -1`) nobody misses it,
 * where it cannot be written (a full disk) the exit code is 1.
 */
function endWithOutput(close: () => Promise<void>): void {
  process.stdout.on("error", (error) => {
    const isReaderGone = (error as NodeJS.ErrnoException).code === "EPIPE";
    if (!isReaderGone)
      process.stderr.write(
        `toolcrib: The output cannot be written (${messageOf(error)}): make room for it, or write it elsewhere.\n`,
      );
    void close().finally(() => process.exit(isReaderGone ? 0 : 1));
  });
}

/** @throws ToolError where the folder that the program was started in is gone: relative paths have no meaning then. */
function mustHaveFolder(): void {
  try {
    process.cwd();
  } catch {
    throw new ToolError("invalid_input", "The current folder no longer exists: change to one that does.");
  }
}

/** A client that reads no more has gone, as one that writes no more has: its calls end and are put on record. */
function whenReaderGone(): AbortSignal {
  const gone = new AbortController();
  process.stdout.on("error", () => gone.abort());
  return gone.signal;
}

async function main(argv: readonly string[]): Promise<number> {
  const [command, ...rest] = argv;
  if (command === undefined || !isCommand(command))
    throw new UsageError(`"${command}" is not a command. See toolcrib --help.`);
  mustHaveFolder();
  const options = readOptions(command, rest);
  const { startMachine } = await import("./headless/machine");
  const machine = await startMachine({ ...options, hasClient: command === "mcp" });
  if (command !== "mcp") endWithOutput(machine.close);
  for (const problem of machine.problems) process.stderr.write(`toolcrib: ${problem}\n`);
  try {
    return await serve(command, machine, options);
  } finally {
    await machine.close();
  }
}

async function serve(command: CommandName, machine: Machine, options: Options): Promise<number> {
  switch (command) {
    case "mcp":
      await (await import("./headless/mcp/mcp")).serveMcp(
        machine,
        options,
        VERSION,
        AbortSignal.any([whenInterrupted(), whenReaderGone()]),
      );
      return 0;
    case "call": {
      const { callOnce, dryRunOnce } = await import("./headless/commands/call");
      const { text, isError, data, undo } = options.dryRun
        ? await dryRunOnce(machine, options.positionals, whenInterrupted())
        : await callOnce(machine, options, whenInterrupted());
      print(JSON.stringify({ text, isError, data, undo }));
      return 0;
    }
    case "explain":
      await (await import("./headless/commands/explain")).explain(machine, options, process.stdin, print);
      return 0;
    case "taint":
      await (await import("./headless/commands/taint")).taint(machine, options.positionals, print);
      return 0;
    case "tools":
      await (await import("./headless/commands/tools")).toolsCommand(machine, options, print);
      return 0;
    case "skills":
      await (await import("./headless/commands/skills")).skills(machine, options, print);
      return 0;
    case "schedules":
      return (await import("./headless/commands/schedules")).schedules(machine, options, print, whenInterrupted());
    case "integrations":
      return (await import("./headless/commands/integrations")).integrations(
        machine,
        options,
        print,
        whenInterrupted(),
      );
    case "audit":
      return (await import("./headless/commands/audit")).audit(machine.stateFolder, options, print);
    case "history":
      return (await import("./headless/commands/history")).history(machine, options, process);
    case "policy":
      await (await import("./headless/commands/policy")).policy(machine, options, print);
      return 0;
    case "doctor":
      return (await import("./headless/commands/doctor")).doctor(machine, options, VERSION, print);
    case "undo":
      await (await import("./headless/commands/undo")).undo(machine, options, print);
      return 0;
    case "hook":
      throw new UsageError(
        "toolcrib hook is started by a harness, not by hand: set it up as docs/hooks-for-other-agents.md says.",
      );
  }
}

export { judgeInThread } from "./headless/hook/judgeInThread";

/** Runs a command line that has no plain answer to its end. */
export function runCommandLine(argv: readonly string[]): void {
  // Without a listener, a closed pipe ends the program with a stack trace.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  main(argv).then(
    (code) => {
      process.exitCode = code;
    },
    (error) => {
      process.stderr.write(`toolcrib: ${messageOf(error)}\n`);
      process.exitCode = error instanceof UsageError ? 2 : 1;
    },
  );
}
