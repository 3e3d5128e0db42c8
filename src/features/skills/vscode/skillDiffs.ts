import * as vscode from "vscode";
import { KeptTexts } from "../../../vscode/ui/keptTexts";
import { personsLanguage } from "../../../vscode/ui/localReason";
import { type DiffRow, openMultiDiff } from "../../../vscode/ui/multiDiff";
import type { FolderFile } from "../../approvedFolders/approvedFolder";
import { folderFileText } from "../../approvedFolders/folderText";
import { readWholeFolder } from "../../approvedFolders/node/wholeFolder";
import type { Skill } from "../skills";
import { skillSummary } from "../skillText";

/** The files of skills as a person reviews them: each against what is installed, with what hides in it made visible (EX-8). */
export class SkillDiffs implements vscode.Disposable {
  readonly #texts = new KeptTexts("toolcrib-skill", vscode.l10n.t("This skill is no longer shown."));
  #count = 0;

  /** Opens everything that would be approved in one editor, what it asks for first. @returns the title of the editor. */
  async show(skill: Skill): Promise<string> {
    const shown = `${++this.#count}`;
    const image = (side: string, name: string, text: string) =>
      this.#texts.keep(`/${skill.name}/${name}`, text, `${side}${shown}`);
    const before = await installedFiles(skill);
    // Lines of Markdown are wrapped where they are too long to be seen whole.
    const facts = image("after", `${vscode.l10n.t("What it asks for")}.md`, skillSummary(skill, personsLanguage));
    const names = [...new Set([...skill.files, ...before].map(({ name }) => name))].sort();
    const side = (which: string, files: readonly FolderFile[], name: string) => {
      const file = files.find((one) => one.name === name);
      return file && image(which, name, folderFileText(file, personsLanguage));
    };
    const rows = names.map((name): DiffRow => {
      const [old, now] = [side("before", before, name), side("after", skill.files, name)];
      return { resource: (now ?? old) as vscode.Uri, before: old, after: now };
    });
    const title =
      before.length > 0
        ? vscode.l10n.t("Skill {0}: installed ↔ proposed", skill.name)
        : vscode.l10n.t("Skill {0}: not installed ↔ proposed", skill.name);
    await openMultiDiff(title, [{ resource: facts, before: undefined, after: facts }, ...rows]);
    return title;
  }

  dispose(): void {
    this.#texts.dispose();
  }
}

async function installedFiles({ installs: [install] }: Skill): Promise<readonly FolderFile[]> {
  return install ? (await readWholeFolder(install.folder)).files : [];
}
