/** Composition root of the headless host: MCP server, single calls, explanations and undo in plain Node (D-1). */
import { messageOf } from "./core/toolError";
import type { Machine } from "./headless/machine";
import { type Options, readOptions, usage } from "./headless/options";

/** Ctrl+C ends a call in good order instead of leaving its processes behind. */
function whenInterrupted(): AbortSignal {
  const interrupt = new AbortController();
  process.once("SIGINT", () => interrupt.abort());
  process.once("SIGTERM", () => interrupt.abort());
  return interrupt.signal;
}

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(argv: readonly string[]): Promise<number> {
  const [command, ...rest] = argv;
  if (command === undefined || command === "--help" || command === "-h" || command === "help") {
    process.stdout.write(usage);
    return command === undefined ? 2 : 0;
  }
  if (command === "--version") {
    print(VERSION);
    return 0;
  }
  if (
    !["mcp", "call", "explain", "undo", "audit", "taint", "tools", "skills", "schedules", "history"].includes(command)
  )
    throw new Error(`"${command}" is not a command. See toolcrib --help.`);
  const options = readOptions(rest);
  const { startMachine } = await import("./headless/machine");
  const machine = await startMachine({ ...options, hasClient: command === "mcp" });
  for (const problem of machine.problems) process.stderr.write(`toolcrib: ${problem}\n`);
  try {
    return await serve(command, machine, options);
  } finally {
    await machine.close();
  }
}

async function serve(command: string, machine: Machine, options: Options): Promise<number> {
  switch (command) {
    case "mcp":
      await (await import("./headless/mcp")).serveMcp(machine, options, VERSION, whenInterrupted());
      return 0;
    case "call": {
      const { callOnce, dryRunOnce } = await import("./headless/call");
      const { text, isError, data, undo } = options.dryRun
        ? await dryRunOnce(machine, options.positionals)
        : await callOnce(machine, options, whenInterrupted());
      print(JSON.stringify({ text, isError, data, undo }));
      return 0;
    }
    case "explain":
      await (await import("./headless/explain")).explain(machine, process.stdin, print);
      return 0;
    case "taint":
      await (await import("./headless/taint")).taint(machine, options.positionals, print);
      return 0;
    case "tools":
      await (await import("./headless/tools")).tools(machine, options, print);
      return 0;
    case "skills":
      await (await import("./headless/skills")).skills(machine, options, print);
      return 0;
    case "schedules":
      return (await import("./headless/schedules")).schedules(machine, options, print, whenInterrupted());
    case "audit":
      return (await import("./headless/audit")).audit(machine.stateFolder, options, print);
    case "history":
      return (await import("./headless/history")).history(machine, options, process);
    default:
      await (await import("./headless/undo")).undo(machine, options, print);
      return 0;
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    process.stderr.write(`toolcrib: ${messageOf(error)}\n`);
    process.exitCode = 1;
  },
);
