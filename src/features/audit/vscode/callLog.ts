import type { LogOutputChannel } from "vscode";
import type { CallRecord } from "../../../core/calls/callRecord";

/** Writes one line for every call. */
export function logCall(
  log: LogOutputChannel,
  { agent, tool, title, decision, approvedBy, isError, durationMs }: CallRecord,
): void {
  const verdict = decision
    ? `${decision.kind} (${decision.rule})${approvedBy ? ` by ${approvedBy}` : ""}`
    : "not judged";
  const line = `${agent} ${tool}: ${title.replace(/\s+/g, " ")} | ${verdict} | ${isError ? "failed" : "ok"} | ${durationMs} ms`;
  if (isError) log.warn(line);
  else log.info(line);
}
