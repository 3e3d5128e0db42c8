/** A server that an agent started, started again by a person. */
import * as vscode from "vscode";
import { executeCall } from "../../../core/calls/executeCall";
import type { Job } from "../../../core/jobs/job";
import { Session } from "../../../core/session/session";
import { showError } from "../../../vscode/ui/notifications";
import type { AskParts } from "../../approvals/vscode/askPerson";
import type { ServeData } from "../../servers/servedText";
import { runShown } from "./runShown";

/** What it needs of its surroundings. */
export interface RestartParts extends AskParts {
  /** The agents', whose taint and plan count for what runs for them. */
  readonly session: Session;
}

/** Calls `serve` once more for the agent whose server it is: judged, asked about and recorded as its own call was. */
export async function restartServer(job: Job, parts: RestartParts): Promise<void> {
  const { serving, agent } = job.facts;
  if (serving === undefined) return;
  const session = new Session(agent, [], parts.session);
  const named = { name: "serve", displayName: vscode.l10n.t("Restart {0}", job.id) };
  const result = await runShown(named, { ...serving, restart: job.id }, parts, (call, confirm) =>
    executeCall(parts.crib, session, call, confirm),
  );
  const { job: next } = (result.data ?? {}) as Partial<ServeData>;
  if (next !== undefined) {
    job.replacedBy = next;
    // Stopping it for the other counts as told, and its agent has not been told.
    job.isEndKnown = false;
    await parts.crib.log.note("server", agent, `${job.id} was started again by the person as ${next}`);
  }
  if (result.isError) void showError(`Toolcrib: ${result.text.slice(0, 500)}`);
}
