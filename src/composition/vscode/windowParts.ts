/** What every feature of a window stands on, and where its person is asked. */

import * as vscode from "vscode";
import type { Confirm } from "../../core/calls/approvals/answer";
import type { Crib } from "../../core/calls/crib";
import type { FilePort } from "../../core/ports/files";
import { recordPlanMode } from "../../core/session/planMode";
import { ownCalls, Session } from "../../core/session/session";
import type { SessionState } from "../../core/session/sessionState";
import { messageOf } from "../../core/vocabulary/toolError";
import { askPerson } from "../../features/approvals/vscode/askPerson";
import { addedToolOf } from "../../features/extensionTools/registeredTool";
import type { RegisteredTools } from "../../features/extensionTools/registeredTools";
import type { CallListeners } from "../../features/hooks/callListeners";
import { WaitingThings } from "../../features/needsYou/waitingThings";
import { PlanModeStatus } from "../../features/planMode/vscode/planModeStatus";
import { PlanReviews } from "../../features/planMode/vscode/planReviews";
import { proposeAgainTool } from "../../features/review/proposeAgain";
import type { UnansweredStore } from "../../features/review/unanswered";
import { openReview } from "../../features/review/vscode/openReview";
import { proposeAgain } from "../../features/review/vscode/unansweredActions";
import { UnansweredProposals } from "../../features/review/vscode/unansweredProposals";
import { undoing } from "../../features/review/vscode/undoFromTree";
import { StatusParts } from "../../features/status/statusParts";
import { currentSettings, keepSettings } from "../../vscode/settings/configuration";
import { showWarning } from "../../vscode/ui/notifications";
import { ResultDocuments } from "../../vscode/ui/resultDocuments";
import type { MadeCribs } from "../makeCribs";
import type { WindowPorts } from "./windowPorts";

/** What activation hands on. */
export interface WindowInput {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly listeners: CallListeners;
  readonly registered: RegisteredTools;
}

/** What every window stands on, whatever machine it has. */
export interface WindowCribs extends MadeCribs {
  readonly files: FilePort;
  /** Tells of every entry that the journal stores. */
  readonly journalStore: { readonly onDidChange: vscode.Event<void> };
  readonly unansweredStore: UnansweredStore;
  /** Keeps the session over a reload of the window. */
  readonly memory: SessionState;
}

/** See openWindowParts. */
export type PartsOver<W extends WindowCribs> = Awaited<ReturnType<typeof openWindowParts<W>>>;

/**
 * Opens the cribs, the sessions and what asks the person. What must be released is put into the context's subscriptions.
 * @param openCribs opens them on the window's machine.
 */
export async function openWindowParts<W extends WindowCribs>(
  { context, log, listeners, registered }: WindowInput,
  openCribs: (ports: WindowPorts) => Promise<W>,
) {
  const keep = <T extends vscode.Disposable>(part: T): T => {
    context.subscriptions.push(part);
    return part;
  };
  keep(keepSettings());
  const warn = (text: string) => void showWarning(`Toolcrib: ${text}`);
  const window = await openCribs({
    ...{ context, log, listeners, keep, warn },
    ask: (crib, call, signal) => askPerson({ crib, ...asking }, signal)(call),
  });
  const { standard } = window.cribs;
  registered.follow(
    (tool) => standard.added.add(addedToolOf(tool)),
    ({ extension }, error) =>
      warn(vscode.l10n.t("a tool of the extension {0} is left out. {1}", extension, messageOf(error))),
  );
  const agents = new Session("chat");
  recordPlanMode(agents, (...event) => standard.log.note(...event));
  const person = new Session(ownCalls);
  const things = new WaitingThings(window.features.rejectionComments);
  const status = new StatusParts();
  const base = { ...window, context, log, keep, warn, standard, agents, person, things, status };
  const { review, ...reviews } = openReviews(base, (signal) => askPerson({ crib: standard, ...asking }, signal));
  const plans = keep(new PlanReviews(reviews.texts, agents.plan));
  things.add(plans);
  const asking = { review, plans };
  const results = keep(new ResultDocuments());
  const planMode = new PlanModeStatus(agents.plan, plans, window.memory);
  status.add("mode", planMode);
  return {
    ...base,
    ...reviews,
    ...{ review, plans, results },
    planMode: keep(planMode),
    /** The crib in the dialect of the settings. */
    current: (): Crib => window.cribs[currentSettings().settings.dialect],
    showText: (title: string, text: string): Promise<string> => results.show(title, text),
    compareTexts: (title: string, before: string, after: string) => results.compare(title, before, after),
    async showMarkdown(title: string, text: string): Promise<void> {
      await results.show(title, text, "md");
    },
  };
}

interface ReviewBase extends Pick<WindowCribs, "files" | "features" | "journalStore" | "unansweredStore"> {
  readonly context: vscode.ExtensionContext;
  readonly standard: Crib;
  readonly person: Session;
  readonly things: WaitingThings;
  keep<T extends vscode.Disposable>(part: T): T;
}

function openReviews(parts: ReviewBase, ask: (signal: AbortSignal) => Confirm) {
  const { keep, context, standard, person, features, files, unansweredStore, journalStore, things } = parts;
  const unanswered = keep(new UnansweredProposals(unansweredStore, files));
  const { view, commands, ...opened } = openReview(keep, {
    ...{ journal: features.journal, onJournal: journalStore.onDidChange, memory: context.workspaceState },
    ...{ undoing: undoing(features.journal), things, unanswered },
    propose: (proposal) =>
      proposeAgain({ crib: standard, session: person, ask, proposeTool: proposeAgainTool }, proposal),
  });
  return { ...opened, unanswered, changesView: view, reviewCommands: commands };
}
