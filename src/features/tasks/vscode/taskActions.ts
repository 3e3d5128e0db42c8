/** What a person can do in the Running view. */
import * as vscode from "vscode";
import type { Crib } from "../../../core/calls/crib";
import type { Job, JobFacts } from "../../../core/jobs/job";
import { messageOf } from "../../../core/vocabulary/toolError";
import { plainOutput } from "../../../lib/edits/terminal/terminalText";
import { showInformation } from "../../../vscode/ui/notifications";
import type { ResultDocuments } from "../../../vscode/ui/resultDocuments";
import { localAddress } from "../../servers/servedText";
import { type TaskStore, thePerson } from "../tasks";
import type { Work } from "../workList";
import type { TaskCommands } from "./taskCommands";
import type { TasksView } from "./tasksView";

/** Bytes of a command's output that a document shows: the last ones. */
const maxShown = 1_000_000;

/** What the actions work on. */
export interface TaskPorts {
  readonly crib: Pick<Crib, "jobs" | "agents" | "log">;
  readonly tasks: TaskStore;
  readonly view: TasksView;
  readonly results: ResultDocuments;
  showTerminal(job: JobFacts): void;
  /** Starts a server again, as a call like any other. */
  restart(job: Job): Promise<void>;
}

/** See `taskCommandNames`. Each but `tasks.clearEnded` is given a line of the tree. */
export function taskActions({ crib, tasks, view, results, showTerminal, restart }: TaskPorts): TaskCommands {
  const setState = async (work: unknown, state: "done" | "cancelled") => {
    const { id, kind, agent } = work as Work;
    if (kind !== "task") return;
    try {
      tasks.update(id, state, thePerson);
      await crib.log.note("task", agent, `${id} was set to ${state} by ${thePerson}`);
    } catch (error) {
      // It ended while the person looked.
      void showInformation(`Toolcrib: ${messageOf(error)}`);
    }
  };
  const commandOf = (work: unknown): Job | undefined => {
    const one = work as Work;
    return one.kind === "command" ? one.job : undefined;
  };
  return {
    "tasks.done": (work) => setState(work, "done"),
    "tasks.cancel": (work) => setState(work, "cancelled"),
    "tasks.stop"(work) {
      const one = work as Work;
      if (one.kind === "command") one.job.stop();
      if (one.kind === "agent") one.subagent.cancel();
      if (one.kind === "debug") return one.program.end();
    },
    "tasks.clearEnded": () => view.clearEnded(),
    "tasks.showTerminal"(work) {
      const job = commandOf(work);
      if (job) showTerminal(job.facts);
    },
    async "tasks.restart"(work) {
      const job = commandOf(work);
      if (job) await restart(job);
    },
    "tasks.keep"(work) {
      const job = commandOf(work);
      if (job) crib.jobs.keep(job);
    },
    async "tasks.openInBrowser"(work) {
      const address = commandOf(work)
        ?.ports.map(localAddress)
        .find((one) => one !== undefined);
      if (address === undefined)
        void showInformation(vscode.l10n.t("Toolcrib: this command listens on no port that a browser can reach."));
      // VS Code forwards the port of a remote window by itself.
      else await vscode.env.openExternal(vscode.Uri.parse(address, true));
    },
    async "tasks.showOutput"(work) {
      if ((work as Work).kind === "debug")
        return void (await vscode.commands.executeCommand("workbench.panel.repl.view.focus"));
      const job = commandOf(work);
      if (job) await results.show(vscode.l10n.t("Output of {0}", job.id), await outputOf(crib, job));
    },
  };
}

/** What it printed so far, as a person reads it. */
async function outputOf({ jobs }: Pick<Crib, "jobs">, { id, facts }: Job): Promise<string> {
  const own = jobs.of(facts.agent);
  const total = (await own.output(id, "both", 0, 0))?.total ?? 0;
  const from = Math.max(0, total - maxShown);
  const range = await own.output(id, "both", from, maxShown);
  const bytes = Buffer.concat((range?.pieces ?? []).map((piece) => piece.bytes));
  const text = plainOutput(bytes.toString("utf8"));
  return from > 0
    ? `${vscode.l10n.t("[{0} earlier bytes are left out]", from)}\n${text}`
    : text || vscode.l10n.t("(no output)");
}
