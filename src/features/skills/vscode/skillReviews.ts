import * as vscode from "vscode";
import type { Settings } from "../../../core/settings/settings";
import { isAgentNamed } from "../../../core/vocabulary/caller";
import { messageOf, ToolError } from "../../../core/vocabulary/toolError";
import { personsLanguage } from "../../../vscode/ui/localReason";
import { showWarning } from "../../../vscode/ui/notifications";
import { ApprovalReviews } from "../../approvedFolders/vscode/approvalReviews";
import type { WaitingThings } from "../../needsYou/waitingThings";
import { agentPart, workspaceId } from "../../workspaces/node/workspaceId";
import type { SkillCatalog } from "../skillCatalog";
import { installFolders, type Skill, type SkillPlace, skillPlaces } from "../skills";
import { outflowText, skillFactLines, skillState, skillWaits } from "../skillText";
import type { SkillCommands } from "./skillCommands";
import type { SkillNode } from "./skillsView";

/** What the reviews need of the window. */
export interface SkillReviewPorts {
  readonly skills: SkillCatalog;
  /** False for what belongs to another project alone. */
  isHere(skill: Skill): boolean;
  /** Takes what waits. */
  readonly things: WaitingThings;
  /** @returns the title of its editor. */
  show(skill: Skill): Promise<string>;
  installTo(): Settings["skills.installTo"];
}

const install = vscode.l10n.t("Install");
const replace = vscode.l10n.t("Replace");
const removeAll = vscode.l10n.t("Remove Them Too");

/** The reviews of skills that agents wrote, and where approved ones go (EX-8). */
export class SkillReviews implements vscode.Disposable {
  readonly #reviews: ApprovalReviews<Skill>;

  constructor(private readonly ports: SkillReviewPorts) {
    const { skills } = ports;
    this.#reviews = new ApprovalReviews(
      {
        items: skills,
        key: ({ owner, name }) => `${owner}/${name}`,
        anyKey: "anySkills",
        view: "toolcrib.skills",
        isWaiting: skillWaits,
        isHere: ports.isHere,
        waits: (news) =>
          news.length === 1
            ? vscode.l10n.t('the skill "{0}", written by an agent, is waiting for your approval.', news[0]?.name ?? "")
            : vscode.l10n.t("{0} skills written by agents are waiting for your approval.", news.length),
        kind: "skill",
        facts: (skill) => ({
          label: skill.name,
          facts: [skill.state === "changed" ? skillState(skill, personsLanguage) : vscode.l10n.t("new skill")],
          agent: skill.origin?.agent ?? skill.owner,
          ...(skill.origin && { since: skill.origin.time }),
        }),
        none: vscode.l10n.t("no agent has written a skill."),
        confirmation: (skill) => ({
          message: vscode.l10n.t('approve the skill "{0}"?', skill.name),
          detail: skillFactLines(skill, personsLanguage).join("\n"),
        }),
        show: (skill) => ports.show(skill),
        approve: (skill) => this.#approve(skill),
        reject: (skill, comment) => skills.reject(skill, comment),
        about: ({ name }) => `the skill "${name}"`,
        isOf: ({ owner, origin }, agent) =>
          origin ? isAgentNamed(origin.agent, agent) : workspaceId(agent) === agentPart(owner),
      },
      ports.things,
    );
  }

  async #approve(skill: Skill): Promise<void> {
    const place = await this.#place(skill);
    if (place === undefined) return;
    const consents = { outflow: (reasons: readonly string[]) => agreesToOutflow(skill, reasons) };
    try {
      await this.ports.skills.approve(skill, place, consents);
    } catch (error) {
      // They have just said so.
      if (error instanceof ToolError && error.code === "declined") return;
      if (!(error instanceof ToolError && error.details.replaceable)) throw error;
      const answer = await showWarning(
        `Toolcrib: ${messageOf(error)}`,
        { modal: true, detail: vscode.l10n.t("The current files are kept in the journal, so this can be undone.") },
        replace,
      );
      if (answer === replace) await this.ports.skills.approve(skill, place, { ...consents, replace: true });
    }
  }

  /** Undefined when the person changed their mind. */
  async #place({ name }: Skill): Promise<SkillPlace | undefined> {
    const setting = this.ports.installTo();
    if (setting !== "ask") return setting;
    const labels = { workspace: vscode.l10n.t("This workspace"), user: vscode.l10n.t("All your workspaces") };
    const picked = await vscode.window.showQuickPick(
      skillPlaces.map((place) => ({
        place,
        label: labels[place],
        description: place === "user" ? `~/${installFolders[place]}` : installFolders[place],
      })),
      { title: vscode.l10n.t('Where may agents use the skill "{0}"?', name), ignoreFocusOut: true },
    );
    return picked?.place;
  }

  async #withdraw(skill: Skill): Promise<void> {
    try {
      await this.ports.skills.withdraw(skill);
    } catch (error) {
      if (!(error instanceof ToolError && error.code === "stale")) throw error;
      const answer = await showWarning(`Toolcrib: ${messageOf(error)}`, { modal: true }, removeAll);
      if (answer === removeAll) await this.ports.skills.withdraw(skill, true);
    }
  }

  readonly #onSkill =
    (act: (skill: Skill) => unknown) =>
    (node?: unknown): unknown => {
      const skill = this.#reviews.known((node as Partial<SkillNode> | undefined)?.skill);
      return skill && act(skill);
    };

  /** Nobody installs what they have not approved. */
  #install(skill: Skill): Promise<void> {
    return skill.state === "approved" ? this.#reviews.doing(() => this.#approve(skill)) : this.#reviews.approve(skill);
  }

  readonly commands: SkillCommands = {
    "skills.review": () => this.#reviews.open(),
    "skills.show": this.#onSkill((skill) => this.#reviews.show(skill)),
    "skills.approve": this.#onSkill((skill) => this.#reviews.approve(skill)),
    "skills.install": this.#onSkill((skill) => this.#install(skill)),
    "skills.reject": this.#onSkill((skill) => this.#reviews.reject(skill)),
    "skills.withdraw": this.#onSkill((skill) => this.#reviews.doing(() => this.#withdraw(skill))),
  };

  dispose(): void {
    this.#reviews.dispose();
  }
}

async function agreesToOutflow({ name }: Skill, reasons: readonly string[]): Promise<boolean> {
  const answer = await showWarning(
    vscode.l10n.t('Toolcrib: install the skill "{0}" anyway?', name),
    { modal: true, detail: outflowText(reasons, personsLanguage) },
    install,
  );
  return answer === install;
}
