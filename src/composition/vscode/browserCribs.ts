/** The cribs of a window in a browser: the workspace through `workspace.fs`, and nothing that needs a machine (D-8). */

import * as vscode from "vscode";
import { LineSearch } from "../../browser/lineSearch";
import { ReadFolders } from "../../browser/readFolders";
import type { Host } from "../../core/ports/host";
import { approvalStore } from "../../features/approvals/vscode/approvalStore";
import { MemoryAudit } from "../../features/audit/memoryAudit";
import { logCall } from "../../features/audit/vscode/callLog";
import { ChatModel } from "../../features/chat/vscode/currentChatModel";
import type { UnansweredStore } from "../../features/review/unanswered";
import { MemoryJournal } from "../../features/undo/memoryJournal";
import { ReadSearch } from "../../node/search/readSearch";
import { projectOf } from "../../node/state/project";
import { WindowMemory } from "../../vscode/browser/windowMemory";
import { WorkspacePolicies } from "../../vscode/browser/workspacePolicies";
import { EditorCode } from "../../vscode/code/editorCode";
import { watchDiagnostics } from "../../vscode/files/diagnosticsWatch";
import { EditorFiles } from "../../vscode/files/editorFiles";
import { VirtualFiles, virtualFolders } from "../../vscode/files/virtualFiles";
import { currentSettings } from "../../vscode/settings/configuration";
import { showInformation } from "../../vscode/ui/notifications";
import type { Configuration } from "../cribParts";
import { checkRule, makeCribs, PolicyReader } from "../makeCribs";
import { lackedTool, noShell, noStores, noWorkspaces, nowhere } from "../withoutMachine";
import type { WindowPorts } from "./windowPorts";

const opened = () => virtualFolders().map(({ uri }) => uri.toString());

function browserHost(files: EditorFiles): Host {
  // Whose git configuration counts, nobody knows in a browser.
  const ignoring = { isAgents: true };
  return {
    ...{ files, shell: noShell, code: new EditorCode(), lacks: lackedTool },
    search: new ReadSearch(files, new ReadFolders(files, ignoring), (query) => new LineSearch(files, query), ignoring),
    now: () => Date.now(),
  };
}

const configuration = (): Configuration => ({
  settings: currentSettings(checkRule).settings,
  roots: virtualFolders().map(({ uri }) => uri.path),
  home: nowhere,
  closed: [],
  trusted: vscode.workspace.isTrusted,
});

const saidKey = "toolcrib.saidUndoEnds";

/** The journal of the window; a person is told once, at the first change, how long it can be taken back. */
function openJournal({ context, keep }: WindowPorts) {
  const changed = keep(new vscode.EventEmitter<void>());
  const store = new MemoryJournal(() => {
    changed.fire();
    if (context.globalState.get(saidKey)) return;
    void context.globalState.update(saidKey, true);
    void showInformation(
      vscode.l10n.t("In a browser window, Toolcrib can undo changes until the window is closed or reloaded."),
    );
  });
  return { store, onDidChange: changed.event };
}

/** A proposal is answered in the window that asks, or not at all. */
const noUnanswered: UnansweredStore = { put: async () => {}, remove: async () => {}, list: async () => [] };

/** Makes them. */
export async function openBrowserCribs(ports: WindowPorts) {
  const { context, log, listeners, keep, warn } = ports;
  const files = new EditorFiles(new VirtualFiles());
  const policies = keep(await WorkspacePolicies.open());
  const audit = new MemoryAudit();
  const model = new ChatModel(context.languageModelAccessInformation);
  const journal = openJournal(ports);
  const { cribs, features } = makeCribs({
    ...noStores,
    ...{ host: browserHost(files), configuration, listeners, warn },
    journalStore: journal.store,
    worktreeJournalStore: new MemoryJournal(),
    approvalStore: approvalStore(context),
    auditStore: audit,
    policies: new PolicyReader(policies, [], (problems) => {
      for (const { text } of problems) log.warn(text);
    }),
    workspaces: noWorkspaces(() => projectOf(opened()).digest),
    log: (record) => logCall(log, record),
    askModel: (question, signal) => model.ask(question, signal),
    watchWrites(targets, { settings }, signal) {
      const waitMs = settings["edits.diagnosticsWaitMs"];
      return waitMs > 0 ? watchDiagnostics(targets, waitMs, signal) : undefined;
    },
  });
  return {
    ...{ cribs, features, files, model, audit },
    journalStore: journal,
    unansweredStore: noUnanswered,
    memory: new WindowMemory(context.workspaceState),
    /** The folders that are open, for what sessions have taken in. */
    places: () => ({ opened: opened(), added: [] }),
  };
}
