/** The doctor and the effective policy in a window. */
import * as vscode from "vscode";
import type { CallPolicy } from "../../../core/calls/callPolicy";
import type { Crib } from "../../../core/calls/crib";
import type { Rule } from "../../../core/rules/rule";
import { readSettings } from "../../../core/settings/readSettings";
import { ripgrepOfWindow } from "../../../vscode/files/ripgrepOfWindow";
import { localReason } from "../../../vscode/ui/localReason";
import { showInformation } from "../../../vscode/ui/notifications";
import { whileWorking } from "../../../vscode/ui/whileWorking";
import { checkAudit } from "../../audit/node/auditCheck";
import { judgedRows } from "../../builtInTools/vscode/judgedText";
import { setUpHooks } from "../../builtInTools/vscode/setUpHooks";
import { diagnose, type Patient } from "../doctor";
import { effectivePolicy, fileVerdicts } from "../effectivePolicy";
import { bad, type Finding, good, limited } from "../finding";
import { gitVersion } from "../node/gitVersion";
import { unusableState } from "../node/unusableState";
import { automaticApproval } from "./automaticApproval";
import { doctorPage, fixCommands } from "./doctorPage";
import { openSource } from "./openSource";
import { Pages } from "./page";
import { type PolicyTop, policyCommands, policyPage } from "./policyPage";
import type { DiagnosisCommands } from "./registerDiagnosis";

/** What the commands look at. */
export interface DiagnosisPorts {
  /** The one in force. */
  current(): Crib;
  readonly stateFolder: string;
  readonly auditFolder: string;
  /** Worktrees that agents left in the repositories of the open folders. */
  leftWorktrees: Patient["leftWorktrees"];
  readonly version: string;
  /** Sentences about settings and policy files that could not be used. */
  problems(): readonly string[];
}

async function models(): Promise<Finding> {
  const subject = vscode.l10n.t("Chat models");
  const found = await vscode.lm.selectChatModels();
  if (found.length === 0)
    return limited(subject, vscode.l10n.t("No chat model is available, so @crib and agent mode cannot answer."), {
      kind: "command",
      command: "workbench.action.chat.manage",
      label: vscode.l10n.t("Add a Model"),
    });
  const vendors = [...new Set(found.map(({ vendor }) => vendor))].join(", ");
  return good(subject, vscode.l10n.t("Models that are available: {0} ({1}).", found.length, vendors));
}

/** @param dialect the one in force, which names its tools. */
function tools(dialect: string): Finding {
  const subject = vscode.l10n.t("Tools");
  const prefix = dialect === "standard" ? "toolcrib_" : `${dialect}_`;
  const own = vscode.lm.tools.filter(({ name }) => name.startsWith(prefix)).length;
  return own > 0
    ? good(subject, vscode.l10n.t("VS Code lists {0} tools of Toolcrib for chats.", own))
    : bad(subject, vscode.l10n.t("VS Code lists no tool of Toolcrib, so agent mode cannot use them."));
}

/** Whether the policy judges what agents do with tools that are not ours. */
async function builtInTools(): Promise<Finding[]> {
  const subject = vscode.l10n.t("Built-in tools");
  return judgedRows(await setUpHooks()).map(({ place, judged, state }) => {
    const text = `${place}: ${judged}.`;
    const label = vscode.l10n.t("Judge Built-in Tools…");
    const fix = { kind: "command", command: "toolcrib.judgeBuiltInTools", label } as const;
    if (state === "broken") return bad(subject, text, fix);
    return state === "not" ? limited(subject, text, fix) : good(subject, text);
  });
}

/** @param keep releases a part when the window closes. */
export function openDiagnosis(
  keep: <T extends vscode.Disposable>(part: T) => T,
  ports: DiagnosisPorts,
): DiagnosisCommands {
  const { current, stateFolder, auditFolder, version } = ports;
  const pages = keep(new Pages());
  const look = () => {
    const { host, context, dialect } = current();
    const here = context();
    const remote = vscode.env.remoteName ? `, ${vscode.env.remoteName}` : "";
    return diagnose({
      l10n: vscode.l10n,
      localReason,
      program: `Toolcrib ${version} in ${vscode.env.appName} ${vscode.version} (${process.platform}${remote}).`,
      host,
      context: here,
      ripgrep: ripgrepOfWindow(here.settings),
      stateFolder,
      unusableState: () => unusableState(stateFolder),
      ...{ gitVersion, auditFolder },
      leftWorktrees: () => ports.leftWorktrees(),
      audit: () => checkAudit(auditFolder),
      problems: ports.problems(),
      more: async () => [await models(), tools(dialect.name), automaticApproval(), ...(await builtInTools())],
    });
  };
  const waiting = vscode.l10n.t("Toolcrib is checking…");
  /** @param top what stands on top of the page, if anything does. */
  const showPolicy = async (top?: (rules: readonly Rule[], here: CallPolicy) => PolicyTop | Promise<PolicyTop>) => {
    const { rules, context } = current();
    const here = context();
    const looked = await whileWorking(waiting, () =>
      Promise.all([effectivePolicy(rules, here, readSettings({}).settings), setUpHooks(), top?.(rules, here)]),
    );
    if (!looked) return;
    const [found, hooks, shown] = looked;
    const page = policyPage(found, judgedRows(hooks), shown);
    pages.show("toolcrib.policy", vscode.l10n.t("Effective Policy"), page, policyCommands);
  };
  return {
    async doctor() {
      const findings = await whileWorking(waiting, look);
      if (findings) pages.show("toolcrib.doctor", vscode.l10n.t("Toolcrib Doctor"), doctorPage(findings), fixCommands);
    },
    showPolicy: () => showPolicy(),
    why: (refusal) => (refusal.source ? openSource(refusal.source) : showPolicy(() => ({ refusal }))),
    async explainFile(uri = vscode.window.activeTextEditor?.document.uri) {
      if (uri?.scheme !== "file" && uri?.scheme !== "vscode-remote") {
        void showInformation(vscode.l10n.t("Toolcrib: open a file first, or choose one in the Explorer."));
        return;
      }
      const shown = vscode.workspace.asRelativePath(uri);
      await showPolicy(async (rules, here) => ({
        file: { shown, verdicts: await fileVerdicts(rules, here, uri.fsPath) },
      }));
    },
  };
}
