/**
 * A terminal for a command: a pseudo-terminal that is made next to the command, inside whatever holds it. What is typed
 * goes to it through a stream, so no shell of the person's and no terminal of the machine's is within the command's
 * reach (D-15).
 */
import { execFile } from "node:child_process";
import type { Writable } from "node:stream";
import { promisify } from "node:util";
import type { CommandRequest, CommandTerminal, TerminalSize } from "../../core/ports/shell";
import { quoted } from "../../core/vocabulary/shellQuoting";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import { sizesDescriptor, type TerminalInlets } from "../processes/starter";
import { systemProgram } from "../processes/systemPrograms";

const milliseconds = 10_000;

let known: Promise<string> | undefined;

/** Path of util-linux's `script`, once it was seen to work. @throws Error with the reason. */
async function probeScript(): Promise<string> {
  if (process.platform !== "linux") throw new Error(`there is none for ${process.platform}`);
  const program = systemProgram("script");
  if (!program) throw new Error("the program script of util-linux is not installed");
  await promisify(execFile)(program, ["-qec", "true", "/dev/null"], { timeout: milliseconds });
  return program;
}

const sizeText = ({ rows, columns }: TerminalSize) => `${rows} ${columns}`;

/** The first process of the terminal: sets the size, and again whenever another is told. */
const firstText = (command: string, shell: string, { rows, columns }: TerminalSize) =>
  [
    `stty rows ${rows} cols ${columns} echo`,
    `while read -r rows columns; do stty rows "$rows" cols "$columns" </dev/tty; done <&${sizesDescriptor} >/dev/null 2>&1 &`,
    `exec ${quoted(shell)} -c ${quoted(command)} ${sizesDescriptor}<&-`,
  ].join("\n");

/** Shell text that runs a command in a terminal of its own. What `script` itself says of its end is nobody's concern. */
const terminalText = (script: string, first: string, shell: string) =>
  `SHELL=${quoted(shell)} exec ${quoted(script)} -qec ${quoted(first)} /dev/null 2>/dev/null`;

/**
 * The same request with a command that makes its terminal.
 * @throws ToolError `unavailable` where nobody brought a terminal to see it in, or none can be made.
 */
export async function inTerminal(request: CommandRequest, shell: string): Promise<CommandRequest> {
  const { command, terminal, tty } = request;
  if (!tty) return request;
  if (!terminal)
    throw new ToolError(
      "unavailable",
      "There is no terminal here for a person to type into: leave tty out, and give what the command asks for with input or its options.",
    );
  known ??= probeScript();
  const script = await known.catch((error) => {
    throw new ToolError(
      "unavailable",
      `A terminal cannot be made here (${messageOf(error)}): leave tty out, and give what the command asks for with input or its options.`,
    );
  });
  const first = firstText(command, shell, terminal.size);
  return { ...request, command: terminalText(script, first, shell), tellsFolder: false };
}

/** Hands on what is typed, in order, to streams that may have ended. @returns ends it. */
export function connectTerminal(terminal: CommandTerminal, { keys, sizes }: TerminalInlets): () => void {
  const put = (stream: Writable, text: string) => {
    if (stream.writable) stream.write(text);
  };
  return terminal.connect({
    onKeys: (typed) => put(keys, typed),
    onResize: (size) => put(sizes, `${sizeText(size)}\n`),
  });
}
