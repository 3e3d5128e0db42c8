/** The services of a window in a browser; see window.ts for those with a machine. */
import * as vscode from "vscode";
import { cribWith } from "../../core/calls/cribWith";
import { forgetApprovals, manageApprovals } from "../../features/approvals/vscode/manageApprovals";
import { TaintStatus } from "../../features/confidentiality/vscode/taintStatus";
import { WindowTaints } from "../../features/confidentiality/vscode/windowTaints";
import { openNeedsYou } from "../../features/needsYou/vscode/openNeedsYou";
import { runToolFromPalette } from "../../features/palette/vscode/toolPalette";
import { ModelContext } from "../../features/sample/vscode/modelContext";
import { StatusItem } from "../../features/status/vscode/statusItem";
import { openTasks } from "../../features/tasks/vscode/openTasks";
import { UndoCommands } from "../../features/undo/vscode/undoCommands";
import { openBrowserCribs } from "./browserCribs";
import { closeStaleEditors } from "./closeStaleEditors";
import { openCalls } from "./windowCalls";
import { openWindowParts, type PartsOver, type WindowInput } from "./windowParts";

type BrowserParts = PartsOver<Awaited<ReturnType<typeof openBrowserCribs>>>;

/** Everything that a browser window can be asked for. */
export type BrowserServices = Awaited<ReturnType<typeof openBrowserServices>>;

/** Opens the services. What must be released is put into the context's subscriptions. */
export async function openBrowserServices(input: WindowInput) {
  const parts = await openWindowParts(input, openBrowserCribs);
  const { keep, features, files, texts, changesView, reviewCommands, planMode, things, status, current } = parts;
  const needsYou = openNeedsYou(keep, status, things);
  keep(new ModelContext(needsYou.needsYouView.onDidShow));
  await closeStaleEditors(() => false);
  return {
    ...openCalls(parts),
    ...needsYou,
    ...openTasks(keep, status, {
      ...{ crib: parts.standard, tasks: features.tasks, results: parts.results },
      // There are no commands.
      showTerminal() {},
      async restart() {},
    }),
    ...{ changesView, reviewCommands, proposals: texts.proposals, planCommands: planMode.commands },
    undoing: new UndoCommands(features.journal, files, async () => {}),
    taint: openTaint(parts),
    status: keep(new StatusItem(status)),
    showAudit: () => parts.showText(vscode.l10n.t("Audit log of this window"), parts.audit.text),
    approvals: {
      manage: () => manageApprovals(current().approvals),
      forget: () => forgetApprovals(current().approvals),
    },
    runTool() {
      const { person: session, review, plans, results } = parts;
      return runToolFromPalette({
        // A person who runs a tool sees the diff of what is there; they need not have read it through a tool first.
        crib: cribWith(current(), { requireRead: false }),
        ...{ session, review, plans, texts },
        showResult: (title, { text, format }) => results.show(title, text, format),
      });
    },
  };
}

function openTaint({ keep, standard, agents, person, memory, places, status, ...parts }: BrowserParts) {
  const { warn, showMarkdown } = parts;
  const taint = keep(
    new TaintStatus(
      [
        { session: agents, owner: vscode.l10n.t("Agents in chat") },
        { session: person, owner: vscode.l10n.t("Your own calls") },
      ],
      {
        ...{ memory, warn, showMarkdown, places },
        taints: new WindowTaints(memory),
        note: (...event) => standard.log.note(...event),
        async resetWorkspace() {},
      },
    ),
  );
  keep(vscode.workspace.onDidChangeWorkspaceFolders(() => taint.follow()));
  status.add("read", taint);
  return taint;
}
