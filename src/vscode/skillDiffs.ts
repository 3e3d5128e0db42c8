import * as vscode from "vscode";
import type { FolderFile } from "../core/approvedFolder";
import type { Skill } from "../core/skills";
import { readWholeFolder } from "../node/wholeFolder";
import { folderFileText } from "../review/folderText";
import { skillSummary } from "../review/skillText";
import { type DiffRow, openMultiDiff } from "./multiDiff";

const scheme = "toolcrib-skill";

/** The files of skills as a person reviews them: each against what is installed, with what hides in it made visible (EX-8). */
export class SkillDiffs implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registration: vscode.Disposable;
  #count = 0;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? "This skill is no longer shown.";
  }

  /** Opens everything that would be approved in one editor, what it asks for first. */
  async show(skill: Skill): Promise<void> {
    const shown = `${++this.#count}`;
    const image = (side: string, name: string, text: string) => {
      const uri = vscode.Uri.from({ scheme, path: `/${skill.name}/${name}`, query: `${side}${shown}` });
      this.#texts.set(uri.toString(), text);
      return uri;
    };
    const before = await installedFiles(skill);
    // Lines of Markdown are wrapped where they are too long to be seen whole.
    const facts = image("after", "What it asks for.md", skillSummary(skill));
    const names = [...new Set([...skill.files, ...before].map(({ name }) => name))].sort();
    const side = (which: string, files: readonly FolderFile[], name: string) => {
      const file = files.find((one) => one.name === name);
      return file && image(which, name, folderFileText(file));
    };
    const rows = names.map((name): DiffRow => {
      const [old, now] = [side("before", before, name), side("after", skill.files, name)];
      return { resource: (now ?? old) as vscode.Uri, before: old, after: now };
    });
    const against = before.length > 0 ? "what is installed ↔ what would be" : "nothing installed ↔ what would be";
    await openMultiDiff(`Skill ${skill.name}: ${against}`, [
      { resource: facts, before: undefined, after: facts },
      ...rows,
    ]);
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

async function installedFiles({ installs: [install] }: Skill): Promise<readonly FolderFile[]> {
  return install ? (await readWholeFolder(install.folder)).files : [];
}
