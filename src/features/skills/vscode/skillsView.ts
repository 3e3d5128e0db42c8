import * as vscode from "vscode";
import { revealed } from "../../../core/text/markdown";
import type { TreeContent } from "../../../vscode/ui/lazyTree";
import { personsLanguage } from "../../../vscode/ui/localReason";
import type { FolderFile } from "../../approvedFolders/approvedFolder";
import { approvalIcons, fileItem, textItem, warningIcon } from "../../approvedFolders/vscode/approvalItems";
import type { SkillCatalog } from "../skillCatalog";
import type { Skill, SkillInstall } from "../skills";
import { installText, skillFactLines, skillState, skillWaits } from "../skillText";

/** One line of the tree. */
export type SkillNode =
  | { readonly kind: "skill"; readonly skill: Skill }
  | { readonly kind: "fact"; readonly skill: Skill; readonly text: string }
  | { readonly kind: "install"; readonly skill: Skill; readonly install: SkillInstall }
  | { readonly kind: "file"; readonly skill: Skill; readonly file: FolderFile };

const isWhole = ({ condition }: SkillInstall) => condition === "whole";

/** What was approved, and is not any more what is installed, needs a look. */
const iconFor = ({ state, installs }: Skill) =>
  state === "approved" && !installs.every(isWhole) ? warningIcon : approvalIcons[state];

/** Words for the menus: how it stands with it, and whether there is something to withdraw or to install. */
function contextOf(skill: Skill): string {
  const { state, installs } = skill;
  const canWithdraw = state === "approved" || installs.length > 0;
  const canInstall = state === "approved" && !installs.some(isWhole);
  return [
    skillWaits(skill) ? "waiting" : state,
    ...(canWithdraw ? ["withdrawable"] : []),
    ...(canInstall ? ["installable"] : []),
  ].join(" ");
}

function skillItem(skill: Skill): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(revealed(skill.name), skillWaits(skill) ? Expanded : Collapsed);
  item.description = skillState(skill, personsLanguage);
  item.tooltip = skill.manifest ? revealed(skill.manifest.description) : item.description;
  item.accessibilityInformation = { label: `${skill.name}, ${item.description}` };
  item.iconPath = iconFor(skill);
  item.contextValue = contextOf(skill);
  return item;
}

function installItem(install: SkillInstall): vscode.TreeItem {
  return textItem(
    installText(install, personsLanguage),
    isWhole(install) ? new vscode.ThemeIcon("package") : warningIcon,
  );
}

/** Skills that agents wrote, what each asks for, where it is installed, and its files (EX-8). */
export class SkillsView implements TreeContent<SkillNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #endListening: () => void;

  /** @param isHere false for what belongs to another project alone. */
  constructor(
    private readonly skills: SkillCatalog,
    private readonly isHere: (skill: Skill) => boolean,
  ) {
    this.#endListening = skills.onChange(() => this.#changed.fire(undefined));
  }

  /** Another window may have changed them while nobody looked. */
  setVisible(isVisible: boolean): void {
    if (isVisible) void this.skills.refresh();
  }

  getChildren(parent?: SkillNode): SkillNode[] {
    if (!parent)
      return this.skills
        .all()
        .filter(this.isHere)
        .map((skill) => ({ kind: "skill", skill }));
    if (parent.kind !== "skill") return [];
    const { skill } = parent;
    return [
      ...skillFactLines(skill).map((text): SkillNode => ({ kind: "fact", skill, text })),
      ...skill.installs.map((install): SkillNode => ({ kind: "install", skill, install })),
      ...skill.files.map((file): SkillNode => ({ kind: "file", skill, file })),
    ];
  }

  getTreeItem(node: SkillNode): vscode.TreeItem {
    switch (node.kind) {
      case "skill":
        return skillItem(node.skill);
      case "fact":
        return textItem(node.text);
      case "install":
        return installItem(node.install);
      case "file":
        return fileItem(node.file);
    }
  }

  dispose(): void {
    this.#endListening();
    this.#changed.dispose();
  }
}
