/** What a command line is answered without anything being started. */
import { commandUsage, isCommand, usage } from "./usage";

const isHelp = (word: string | undefined) => word === "--help" || word === "-h" || word === "help";

/** The help that a command line asks for; undefined when it asks for something else. */
function helpFor([command, ...rest]: readonly string[]): string | undefined {
  if (isHelp(command)) return rest[0] !== undefined && isCommand(rest[0]) ? commandUsage(rest[0]) : usage();
  const own = rest.slice(0, rest.includes("--") ? rest.indexOf("--") : undefined);
  const asks = own.some((word) => word === "--help" || word === "-h");
  return asks && command !== undefined && isCommand(command) ? commandUsage(command) : undefined;
}

/** An answer in full, and the exit code. */
export interface PlainAnswer {
  readonly text: string;
  readonly code: number;
}

/** Undefined for a command line that something has to be done for. */
export function plainAnswer(argv: readonly string[], version: string): PlainAnswer | undefined {
  if (argv.length === 0) return { text: usage(), code: 2 };
  if (argv[0] === "--version") return { text: `${version}\n`, code: 0 };
  const text = helpFor(argv);
  return text === undefined ? undefined : { text, code: 0 };
}
