/** Choosing lines of the audit log, and saying one in a line (D-18). */
import { answerText } from "../../core/text/answerText";
import { revealed } from "../../core/text/markdown";

/** A line as it is read back; what a person or an older version wrote may lack anything. */
export type AuditValue = Readonly<Record<string, unknown>>;

/** What lines are wanted; absent: all. */
export interface AuditFilter {
  readonly agent?: string;
  /** Name of a tool, as it was called. */
  readonly tool?: string;
  readonly verdict?: string;
  /** Part of a path, command or address that a call touched. */
  readonly file?: string;
  /** Milliseconds since 1970. */
  readonly since?: number;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const targetsOf = (value: AuditValue): string[] =>
  Array.isArray(value.effects) ? value.effects.map((effect: AuditValue | null) => textOf(effect?.target)) : [];

/** Begun calls and the log's own lines are shown to whoever asks for everything; filters are about what was done. */
export function wanted(value: AuditValue, { agent, tool, verdict, file, since }: AuditFilter): boolean {
  return (
    (agent === undefined || value.agent === agent) &&
    (tool === undefined || value.tool === tool) &&
    (verdict === undefined || value.verdict === verdict) &&
    (file === undefined || targetsOf(value).some((target) => target.includes(file))) &&
    (since === undefined || Date.parse(textOf(value.time)) >= since)
  );
}

/** The latest, by the time that each shows: a call is written when it has ended, and each process has its own file. @param most how many. */
export const newestFirst = (lines: readonly AuditValue[], most: number): AuditValue[] =>
  lines
    .toReversed()
    .sort((a, b) => Number(textOf(b.time) > textOf(a.time)) - Number(textOf(b.time) < textOf(a.time)))
    .slice(0, most);

/** What was said to something that an agent made goes by its name, without its workspace and the digest of its bytes. */
const saidOf = /^(?:.*?[./])?([^./,\s]+), [0-9a-f]{64}(?=$|: )/s;

/** What an event is about, as a row has it. */
export const shownDetail = (detail: string): string => detail.replace(saidOf, "$1");

/** Some characters would move the cursor of whoever reads the line in a terminal, or hide and reorder what stands in it. */
const plain = (text: string) => revealed(text.replace(/[\t\n]+/g, " "));

function ending({ kind, isError, error, durationMs, exitCode }: AuditValue): string {
  if (kind !== "call") return "begun";
  const code = typeof exitCode === "number" ? `, exit code ${exitCode}` : "";
  if (error === "declined") return `not done, ${String(durationMs)} ms`;
  return `${isError ? `failed${textOf(error) && ` (${textOf(error)})`}` : "done"}${code}, ${String(durationMs)} ms`;
}

/** One line of text: time, agent, tool, what was done, the verdict and by whom, and how it ended. */
export function auditText(value: AuditValue): string {
  const time = textOf(value.time);
  if (value.kind === "start") return `${time}  the log is opened by ${plain(textOf(value.host))}`;
  if (value.kind === "event")
    return plain(`${time}  ${textOf(value.agent)}  ${textOf(value.event)}: ${textOf(value.detail)}`);
  const verdict = value.verdict === undefined ? "not judged" : `${textOf(value.verdict)} (${textOf(value.rule)})`;
  return plain(
    `${time}  ${textOf(value.agent)}  ${textOf(value.tool)}: ${textOf(value.title)} | ${verdict}${answerText(value)} | ${ending(value)}`,
  );
}
