import { join } from "node:path";
import * as vscode from "vscode";
import { revealed } from "../../../core/text/markdown";
import type { ToolResult } from "../../../core/tools/tool";
import { personsLanguage } from "../../../vscode/ui/localReason";
import { showInformation, showWarning } from "../../../vscode/ui/notifications";
import { ApprovalReviews, onFileChanges } from "../../approvedFolders/vscode/approvalReviews";
import type { ShowText } from "../../madeTools/vscode/madeToolReviews";
import type { WaitingThings } from "../../needsYou/waitingThings";
import type { ScheduleBook } from "../../schedules/scheduleRuns";
import { openRunTerminal } from "../../schedules/vscode/runTerminal";
import type { AccessGrants } from "../../workspaces/accessWish";
import { integrationsFolder, type NeededSecret, neededSecrets } from "../../workspaces/integration";
import { agentPart, workspaceId } from "../../workspaces/node/workspaceId";
import type { IntegrationCall } from "../integrationCalls";
import {
  type Integration,
  type Integrations,
  keyOfIntegration,
  runnableByHand,
  runnableOf,
  type UsableIntegration,
  usable,
} from "../integrations";
import { integrationFactLines, integrationReviewText, integrationStateText } from "../integrationText";
import { type SecretStore, secretProblem } from "../secretStore";
import type { IntegrationCommands } from "./integrationCommands";
import { type IntegrationNode, integrationsSection } from "./integrationNodes";
import { exportTo, type IntegrationUsePorts, makeToolOf, scheduleIntegration } from "./integrationUses";

/** What the integrations need of the window. */
export interface IntegrationSurfacePorts extends IntegrationUsePorts {
  readonly integrations: Integrations;
  readonly grants: AccessGrants;
  readonly secrets: SecretStore;
  /** Takes what waits. */
  readonly things: WaitingThings;
  readonly showText: ShowText;
  readonly book: ScheduleBook;
  run(integration: UsableIntegration, call: IntegrationCall): Promise<ToolResult>;
}

/** The folders with integrations that are there; other windows and processes change them as well. */
class IntegrationWatches implements vscode.Disposable {
  readonly #watches = new Map<string, vscode.Disposable>();

  constructor(private readonly integrations: Integrations) {}

  follow(): void {
    for (const folder of new Set(this.integrations.all().map(({ folder }) => join(folder, integrationsFolder)))) {
      if (this.#watches.has(folder)) continue;
      const pattern = new vscode.RelativePattern(vscode.Uri.file(folder), "**");
      this.#watches.set(
        folder,
        onFileChanges(pattern, () => void this.integrations.refresh()),
      );
    }
  }

  dispose(): void {
    for (const watched of this.#watches.values()) watched.dispose();
  }
}

/** The branch of integrations in the Workspaces view, its commands, and what keeps it as the disk is. */
export function openIntegrations(keep: <T extends vscode.Disposable>(part: T) => T, ports: IntegrationSurfacePorts) {
  const { integrations } = ports;
  const section = integrationsSection(ports);
  const actions = keep(new IntegrationActions(ports));
  const watches = keep(new IntegrationWatches(integrations));
  keep({ dispose: integrations.onChange(() => watches.follow()) });
  // One that changed while no window was open waits as well.
  void integrations.refresh();
  return { integrationSections: [section], integrationCommands: actions.commands };
}

const ownerOf = ({ workspace, name }: Integration) => ({ workspace, integration: name });

const secretsIn = ({ manifest }: Integration): readonly NeededSecret[] => (manifest ? neededSecrets(manifest) : []);

/** Reviews of integrations, their secrets, and their runs by a person. */
class IntegrationActions implements vscode.Disposable {
  readonly #reviews: ApprovalReviews<Integration>;

  constructor(private readonly ports: IntegrationSurfacePorts) {
    const { integrations, showText } = ports;
    this.#reviews = new ApprovalReviews<Integration>(
      {
        items: integrations,
        key: keyOfIntegration,
        anyKey: "anyIntegrations",
        view: "toolcrib.workspaces",
        isWaiting: (integration) => integrations.isWaiting(integration),
        waits: (news) =>
          news.length === 1
            ? vscode.l10n.t(
                'the integration "{0}" needs secrets and is waiting for your approval.',
                news[0]?.name ?? "",
              )
            : vscode.l10n.t("{0} integrations need secrets and are waiting for your approval.", news.length),
        kind: "integration",
        facts: (integration) => ({
          label: integration.name,
          facts: [
            integration.state === "changed"
              ? integrationStateText(integration, personsLanguage)
              : vscode.l10n.t("integration with secrets"),
          ],
          agent: agentPart(integration.workspace),
        }),
        isHere: ({ workspace }) => !ports.crib.workspaces.isElsewhere(workspace),
        none: vscode.l10n.t("no agent has made an integration."),
        confirmation: (integration) => ({
          message: vscode.l10n.t('approve the integration "{0}"?', integration.name),
          detail: integrationFactLines(integration, personsLanguage).join("\n"),
        }),
        show: (integration) =>
          showText(
            vscode.l10n.t("Integration {0}", revealed(integration.name)),
            integrationReviewText(integration, personsLanguage),
          ),
        approve: (integration) => this.#approve(integration),
        reject: (integration, comment) => integrations.decide(integration, "rejected", comment),
        about: ({ name }) => `the integration "${name}"`,
        isOf: ({ workspace }, agent) => workspaceId(agent) === agentPart(workspace),
      },
      ports.things,
    );
  }

  /** The secrets that it has not been given yet are asked for at once. */
  async #approve(integration: Integration): Promise<void> {
    await this.ports.integrations.decide(integration, "approved");
    for (const { name } of secretsIn(integration))
      if (
        (await this.ports.secrets.get(ownerOf(integration), name)) === undefined &&
        !(await this.#ask(integration, name))
      )
        return;
  }

  /** @returns false when the person gave nothing. */
  async #ask(integration: Integration, name: string): Promise<boolean> {
    const what = secretsIn(integration).find((secret) => secret.name === name)?.what ?? "";
    const hosts = integration.manifest?.hosts ?? [];
    const value = await vscode.window.showInputBox({
      title: vscode.l10n.t("{0} of {1}", name, integration.name),
      prompt:
        hosts.length === 0
          ? vscode.l10n.t("{0}. It is kept in VS Code's secret storage. The integration can send it to no host.", what)
          : vscode.l10n.t(
              "{0}. It is kept in VS Code's secret storage. The integration can send it only to {1}.",
              what,
              hosts.join(", "),
            ),
      password: true,
      ignoreFocusOut: true,
      validateInput: (text) => secretProblem(text),
    });
    if (value === undefined) return false;
    await this.ports.secrets.set(ownerOf(integration), name, value);
    await this.ports.crib.log.note("secret given", "person", `${keyOfIntegration(integration)}, ${name}`);
    this.ports.integrations.tell();
    void showInformation(vscode.l10n.t("Toolcrib: {0} was saved for {1}.", name, integration.name));
    return true;
  }

  async #pickSecret(integration: Integration): Promise<string | undefined> {
    const all = secretsIn(integration);
    if (all.length === 0) {
      void showInformation(vscode.l10n.t('Toolcrib: "{0}" needs no secrets.', integration.name));
      return undefined;
    }
    const [only] = all;
    if (all.length === 1) return only?.name;
    const items = all.map(({ name, what }) => ({ label: name, detail: what }));
    const placeHolder = vscode.l10n.t("Select a secret of {0}", integration.name);
    return (await vscode.window.showQuickPick(items, { placeHolder, ignoreFocusOut: true }))?.label;
  }

  async #give(integration: Integration): Promise<void> {
    const name = await this.#pickSecret(integration);
    if (name !== undefined) await this.#ask(integration, name);
  }

  async #forget(integration: Integration): Promise<void> {
    const name = await this.#pickSecret(integration);
    if (name === undefined) return;
    const was = await this.ports.secrets.remove(ownerOf(integration), name);
    if (was) await this.ports.crib.log.note("secret removed", "person", `${keyOfIntegration(integration)}, ${name}`);
    this.ports.integrations.tell();
    void showInformation(
      was
        ? vscode.l10n.t("Toolcrib: {0} of {1} was removed.", name, integration.name)
        : vscode.l10n.t("Toolcrib: {0} of {1} was never set.", name, integration.name),
    );
  }

  async #revoke(integration: Integration): Promise<void> {
    const was = await this.ports.grants.revoke(ownerOf(integration));
    if (was) await this.ports.crib.log.note("integration access revoked", "person", keyOfIntegration(integration));
    this.ports.integrations.tell();
    void showInformation(
      was
        ? vscode.l10n.t("Toolcrib: commands of {0} will be asked about again.", integration.name)
        : vscode.l10n.t("Toolcrib: nothing was allowed for {0}.", integration.name),
    );
  }

  async #call(shown: Integration, action: "run" | "test"): Promise<void> {
    const { crib, integrations, showText, run } = this.ports;
    const found = await integrations.find(shown);
    const integration = action === "test" ? usable(shown.name, found) : runnableByHand(shown.name, found);
    const title =
      action === "run"
        ? vscode.l10n.t("Running {0}…", integration.name)
        : vscode.l10n.t("Testing {0}…", integration.name);
    const location = vscode.ProgressLocation.Notification;
    const result = await vscode.window.withProgress({ location, title, cancellable: true }, (_, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      const timeoutMs = crib.context().settings.limits.commandTimeoutMs;
      return run(integration, { action, arguments: {}, agent: "you", timeoutMs, signal: stop.signal });
    });
    await showText(vscode.l10n.t("Output of {0}", revealed(integration.name)), revealed(result.text));
    if (result.isError) void this.#failed(integration);
  }

  async #failed(integration: Integration): Promise<void> {
    const { book } = this.ports;
    const openTerminal = vscode.l10n.t("Open Terminal in Its Folder");
    const answer = await showWarning(vscode.l10n.t("Toolcrib: {0} failed.", integration.name), openTerminal);
    const [run] = await book.history(runnableOf(integration));
    if (answer === openTerminal && run)
      await this.#reviews.doing(() => openRunTerminal(book, runnableOf(integration), run));
  }

  /** What can be used has a manifest. */
  readonly #onUsable = (act: (integration: UsableIntegration) => Promise<unknown>) =>
    this.#on(async (shown) => {
      const found = await this.ports.integrations.find(shown);
      await act(usable(shown.name, found));
    });

  readonly #on =
    (act: (integration: Integration) => Promise<unknown>) =>
    async (node?: unknown): Promise<void> => {
      const integration = this.#reviews.known((node as IntegrationNode | undefined)?.integration);
      if (integration) await this.#reviews.doing(() => act(integration));
    };

  readonly commands: IntegrationCommands = {
    "integrations.review": () => this.#reviews.open(),
    "integrations.show": this.#on((integration) => this.#reviews.show(integration)),
    "integrations.approve": this.#on((integration) => this.#reviews.approve(integration)),
    "integrations.withdraw": this.#on((integration) => this.ports.integrations.decide(integration, undefined)),
    "integrations.run": this.#on((integration) => this.#call(integration, "run")),
    "integrations.test": this.#on((integration) => this.#call(integration, "test")),
    "integrations.schedule": this.#onUsable((integration) => scheduleIntegration(this.ports, integration)),
    "integrations.makeTool": this.#onUsable((integration) => makeToolOf(this.ports, integration)),
    "integrations.export": this.#onUsable((integration) => exportTo(this.ports, integration)),
    "integrations.secret": this.#on((integration) => this.#give(integration)),
    "integrations.forgetSecret": this.#on((integration) => this.#forget(integration)),
    "integrations.revoke": this.#on((integration) => this.#revoke(integration)),
  };

  dispose(): void {
    this.#reviews.dispose();
  }
}
