import * as z from "zod";
import { durationText, questionNote } from "../../core/jobs/commandEnding";
import type { Job } from "../../core/jobs/job";
import { howEnded, noSuchJob } from "../../core/jobs/jobs";
import type { OutputPiece, OutputView } from "../../core/ports/outputLog";
import { actionTitle } from "../../core/text/clauses/clause";
import { markedStderr } from "../../core/text/markedStderr";
import { characterStart, leadingPart } from "../../core/text/utf8Edges";
import { defineTool, type RunContext, type ToolResult } from "../../core/tools/tool";
import { ToolError } from "../../core/vocabulary/toolError";
import { plainOutput } from "../../lib/edits/terminal/terminalText";
import { binaryKind, binaryNotice, withOddBytes } from "../../lib/media/printedBytes";
import { unansweredQuestion } from "./unansweredQuestion";

/** The longest wait, in milliseconds. */
const maxWait = 300_000;

/** What job_output found, for other programs. */
export interface JobOutputData {
  readonly job: string;
  /** `ended` also for one of an earlier process, of which no more is known. */
  readonly status: "running" | "ended";
  readonly exitCode?: number;
  readonly text: string;
  /** First byte of `text`, byte after the last, and bytes there are by now, of this stream. */
  readonly from: number;
  readonly next: number;
  readonly total: number;
}

export const jobOutput = defineTool({
  name: "job_output",
  displayName: "Job Output",
  summary: "Read the output of a command, even while it is running",
  description:
    "Reads the output of one of your commands: a background job (bg_task_N), or a command whose result was truncated (command_N). Without offset it continues where its last call ended, at first from byte 0; with offset and limit, any range in bytes. Also reports whether the job is still running and how it ended.",
  metadata: {
    concurrencySafe: true,
    readOnly: true,
    destructive: false,
    idempotent: false,
    searchHint: "background task status log tail wait",
  },
  effectKinds: [],
  input: z.object({
    id: z.string().min(1).describe("Job id, as returned by run_command."),
    stream: z
      .enum(["both", "stdout", "stderr"])
      .default("both")
      .describe("Which stream to read; both are returned in the order in which they were printed. Default: both."),
    offset: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe("First byte to return, counted from 0 in the chosen stream. Default: continue after the last call."),
    limit: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe(
        "Maximum number of bytes to return. Default and maximum: the setting toolcrib.limits.commandOutputBytes.",
      ),
    wait_ms: z
      .number()
      .int()
      .min(0)
      .max(maxWait)
      .default(0)
      .describe(`Milliseconds to wait for new output or the end of the job, up to ${maxWait}. Default: 0.`),
  }),
  async plan({ id, stream, offset, limit, wait_ms }, { settings }) {
    const most = settings.limits.commandOutputBytes;
    if (limit !== undefined && limit > most)
      throw new ToolError("invalid_input", `limit ${limit} exceeds the maximum of ${most} bytes: use a smaller value.`);
    return {
      title: actionTitle`Read the output of ${id}`,
      effects: [],
      run: (context) => look({ id, view: stream, offset, limit: limit ?? most, most, waitMs: wait_ms }, context),
    };
  },
});

interface Look {
  readonly id: string;
  readonly view: OutputView;
  readonly offset: number | undefined;
  readonly limit: number;
  /** Bytes that the text takes at most, the marks of stderr included. */
  readonly most: number;
  readonly waitMs: number;
}

async function look(wish: Look, { jobs, signal }: RunContext): Promise<ToolResult> {
  const { id, view, offset, limit, most, waitMs } = wish;
  const job = jobs.find(id);
  const from = offset ?? job?.looked[view] ?? 0;
  const read = async () => {
    // Asked first: what a job prints between the two belongs to the next look.
    const hasEnded = job?.hasEnded ?? true;
    const range = await jobs.output(id, view, from, limit);
    if (!range) throw noSuchJob(id, jobs.ids());
    return { ...range, hasEnded };
  };
  const until = Date.now() + waitMs;
  let seen = await read();
  while (job && !seen.hasEnded && seen.total <= from && Date.now() < until && !signal.aborted) {
    await job.changed(until - Date.now(), signal);
    seen = await read();
  }
  const { pieces, total, hasEnded } = seen;
  const { text, bytes } = fitting(pieces, most, (some) => shown(some, from, hasEnded && from + bytesOf(some) >= total));
  const next = Math.min(total, from) + bytes;
  if (job) {
    if (offset === undefined) job.looked[view] = next;
    if (hasEnded) job.isEndKnown = true;
  }
  const exitCode = job?.outcome?.exitCode;
  const data: JobOutputData = {
    job: id,
    status: hasEnded ? "ended" : "running",
    ...(exitCode !== undefined && { exitCode }),
    text,
    from,
    next,
    total,
  };
  return { text: worded(data, job, await job?.changes()), isError: false, data };
}

const bytesOf = (pieces: readonly OutputPiece[]) => pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);

/** The first bytes of a range. */
function firstOf(pieces: readonly OutputPiece[], most: number): OutputPiece[] {
  const first: OutputPiece[] = [];
  let left = most;
  for (const { stream, bytes } of pieces) {
    if (left <= 0) break;
    first.push({ stream, bytes: bytes.subarray(0, left) });
    left -= bytes.length;
  }
  return first;
}

interface Shown {
  readonly text: string;
  /** Of the range, that the text stands for. */
  readonly bytes: number;
}

/** As much of a range as has room once it is worded; marks may make it several times as long. */
function fitting(pieces: readonly OutputPiece[], most: number, show: (pieces: readonly OutputPiece[]) => Shown): Shown {
  let shown = show(pieces);
  for (let left = bytesOf(pieces); Buffer.byteLength(shown.text) > most && left > 1; ) {
    left = Math.floor(left * Math.min(0.9, most / Buffer.byteLength(shown.text)));
    shown = show(firstOf(pieces, Math.max(1, left)));
  }
  return shown;
}

/** The text of a range, and how many of its bytes it stands for: a character cut off at the end is left for the next. */
function shown(pieces: readonly OutputPiece[], from: number, isLast: boolean): Shown {
  const bytes = bytesOf(pieces);
  const [first, ...others] = pieces;
  if (!first) return { text: "", bytes };
  const fromCharacter = [{ ...first, bytes: first.bytes.subarray(from > 0 ? leadingPart(first.bytes) : 0) }, ...others];
  const last = fromCharacter.at(-1) ?? first;
  const left = isLast ? 0 : last.bytes.length - characterStart(last.bytes, last.bytes.length);
  // Where there is nothing but the beginning of a character, it is shown as it is: the next look must get further.
  if (left === bytes) return { text: plainText(fromCharacter), bytes };
  const whole = [...fromCharacter.slice(0, -1), { ...last, bytes: last.bytes.subarray(0, last.bytes.length - left) }];
  const kind = binaryKind(whole[0]?.bytes ?? last.bytes);
  return {
    text: kind === undefined ? withOddBytes(plainText(whole)) : binaryNotice(kind, bytes - left),
    bytes: bytes - left,
  };
}

function plainText(pieces: readonly OutputPiece[]): string {
  let text = "";
  for (const { stream, bytes } of pieces) {
    const plain = plainOutput(Buffer.from(bytes).toString("utf8"));
    if (plain === "") continue;
    if (text !== "" && !text.endsWith("\n")) text += "\n";
    text += stream === "stderr" ? markedStderr(plain) + (plain.endsWith("\n") ? "\n" : "") : plain;
  }
  return text;
}

/** One that runs, or failed. */
const mayWait = ({ status, exitCode }: JobOutputData) =>
  status === "running" || (exitCode !== undefined && exitCode !== 0);

function nothingText({ from, total, status }: JobOutputData): string {
  if (total === 0) return "(no output)";
  if (from <= total) return "(no new output)";
  return `(offset ${from} is past the end of the output, which has ${total} bytes${status === "running" ? " so far" : ""}: use a smaller offset)`;
}

function worded(data: JobOutputData, job: Job | undefined, changes: string | undefined): string {
  const { job: id, status, text, from, next, total } = data;
  const sinceStart = job ? `running for ${durationText(Date.now() - job.startedAt)}` : "";
  const state = status === "running" ? sinceStart : (job?.failure?.message ?? howEnded(job?.outcome));
  const more = next < total ? `, continue with offset ${next}` : "";
  const lines = [
    text === "" ? nothingText(data) : text.replace(/\n$/, ""),
    `[${id}: ${state}; bytes ${Math.min(from, total)} to ${next} of ${total}${more}]`,
  ];
  if (job && job.missing > 0 && next === total)
    lines.push(`[${job.missing} more bytes were printed but not stored: the space for output is full]`);
  const question = next === total && mayWait(data) ? unansweredQuestion(text) : undefined;
  if (question) lines.push(questionNote(question, "parameters"));
  if (changes !== undefined) lines.push(changes);
  if (status === "ended") lines.push(...(job?.outcome?.notes ?? []));
  return lines.join("\n");
}
