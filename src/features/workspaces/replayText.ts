/** What a run in a workspace did and printed, as a person reads it later (PO-8). */

import type { ReachedHost } from "../../core/ports/confinement";
import type { OutputPiece, OutputStream } from "../../core/ports/outputLog";
import { revealed } from "../../core/text/markdown";
import { markedStderr } from "../../core/text/markedStderr";
import { plainOutput } from "../../lib/edits/terminal/terminalText";
import { type ExecRunState, endingOfRun, type HistoryRun } from "./execHistory";

/** Bytes of output that are shown; the beginning. */
const maxShown = 16 * 1024 ** 2;

const lost = (count: number) => `[${count} more bytes were printed but not kept]`;

/** The command or path, whose it was and how it was judged, what was printed with each line of stderr marked, and the end. */
export async function replayText(run: HistoryRun, pieces: AsyncIterable<OutputPiece> | undefined): Promise<string> {
  const {
    time,
    agent,
    tool,
    what,
    isCommand,
    judged,
    reason,
    notes = [],
    reached = [],
    outputBytes = 0,
    outputLost = 0,
  } = run;
  const facts = [agent, tool, judged, new Date(time).toISOString()].filter((fact) => fact !== "");
  return [
    revealed(isCommand ? `$ ${what}` : what),
    revealed(`[${facts.join(" · ")}]`),
    ...(run.state === "denied" ? [revealed(`[denied: ${reason}]`)] : []),
    ...(isCommand ? await outputLines(run.state, pieces, outputBytes) : []),
    ...(outputLost > 0 && pieces ? [lost(outputLost)] : []),
    ...notes.map(revealed),
    ...reached.map(reachedLine),
    `[${endingOfRun(run)}]`,
    "",
  ].join("\n");
}

const reachedLine = ({ host, methods, sent, received }: ReachedHost) =>
  revealed(`[talked to ${[host, ...methods].join(" ")}: ${sent} bytes sent, ${received} received]`);

/** Of a command whose end is not on record nobody knows how much it printed. */
const withoutEnd: Partial<Record<ExecRunState, string>> = {
  running: "(its output is kept once it has ended)",
  brokenOff: "(its output was not kept)",
};

async function outputLines(
  state: ExecRunState,
  pieces: AsyncIterable<OutputPiece> | undefined,
  bytes: number,
): Promise<string[]> {
  if (pieces) return [(await printedText(pieces)).replace(/\n$/, "")];
  const missing = withoutEnd[state];
  if (missing !== undefined) return [missing];
  return [bytes === 0 ? "(no output)" : `(its output, ${bytes} bytes, is no longer kept)`];
}

async function printedText(pieces: AsyncIterable<OutputPiece>): Promise<string> {
  const text = new PrintedText();
  let shown = 0;
  for await (const { stream, bytes } of pieces) {
    const room = maxShown - shown;
    text.add(stream, bytes.subarray(0, room));
    shown += bytes.length;
    if (bytes.length > room) return `${text.end()}\n[only the first ${maxShown} bytes are shown]`;
  }
  return text.end();
}

/** Both streams as one text, told apart by their lines. */
class PrintedText {
  readonly #parts: { readonly stream: OutputStream; text: string }[] = [];
  readonly #decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };

  add(stream: OutputStream, bytes: Uint8Array): void {
    const text = this.#decoders[stream].decode(bytes, { stream: true });
    const last = this.#parts.at(-1);
    if (last?.stream === stream) last.text += text;
    else this.#parts.push({ stream, text });
  }

  end(): string {
    let all = "";
    for (const { stream, text } of this.#parts) {
      const plain = revealed(plainOutput(text));
      if (plain === "") continue;
      if (all !== "" && !all.endsWith("\n")) all += "\n";
      all += stream === "stderr" ? `${markedStderr(plain)}\n` : plain;
    }
    return all;
  }
}
