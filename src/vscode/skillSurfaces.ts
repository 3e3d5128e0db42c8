import { watch } from "node:fs";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import type { Crib } from "../core/crib";
import type { Skill } from "../core/skills";
import { onFileChanges } from "./approvalReviews";
import { SkillDiffs } from "./skillDiffs";
import { SkillReviews } from "./skillReviews";
import { SkillsView } from "./skillsView";

/**
 * Hears of changes in the folder of an installed skill. VS Code's own watcher of the workspace may miss what lies in folders
 * that came to be one in the other.
 */
function onInstalledChanges(folder: string, changed: () => void): vscode.Disposable {
  try {
    const watcher = watch(folder, { recursive: true }, changed);
    watcher.on("error", () => watcher.close());
    return { dispose: () => watcher.close() };
  } catch {
    // It is gone, which the watcher of the folder around it tells.
    return { dispose() {} };
  }
}

/** Folders that are watched: those of skills that are there, where they are installed, and what is installed. */
class SkillWatches implements vscode.Disposable {
  readonly #watches = new Map<string, vscode.Disposable>();
  readonly #installed: vscode.Disposable[] = [];

  constructor(
    private readonly base: string,
    private readonly changed: () => void,
  ) {}

  follow(skills: readonly Skill[]): void {
    const folders = skills.flatMap(({ owner, installs }) => [
      join(this.base, owner, "skills"),
      ...installs.map(({ folder }) => dirname(folder)),
    ]);
    for (const folder of folders) {
      if (this.#watches.has(folder)) continue;
      const pattern = new vscode.RelativePattern(vscode.Uri.file(folder), "**");
      this.#watches.set(folder, onFileChanges(pattern, this.changed));
    }
    this.#followInstalled(skills.flatMap(({ installs }) => installs.map(({ folder }) => folder)));
  }

  /** A folder that was written anew is another one to the system, so each is watched anew. */
  #followInstalled(folders: readonly string[]): void {
    for (const watched of this.#installed.splice(0)) watched.dispose();
    this.#installed.push(...folders.map((folder) => onInstalledChanges(folder, this.changed)));
  }

  dispose(): void {
    for (const watched of [...this.#watches.values(), ...this.#installed]) watched.dispose();
  }
}

/** The view of skills that agents wrote, its commands, and what keeps it as the disk is. */
export async function openSkills(
  keep: <T extends vscode.Disposable>(part: T) => T,
  { skills, workspaces, context }: Pick<Crib, "skills" | "workspaces" | "context">,
) {
  await skills.refresh();
  const diffs = keep(new SkillDiffs());
  const watches = keep(new SkillWatches(workspaces.base, () => void skills.refresh()));
  keep({ dispose: skills.onChange(() => watches.follow(skills.all())) });
  watches.follow(skills.all());
  const skillsView = keep(new SkillsView(skills));
  const { commands: skillCommands } = keep(
    new SkillReviews({
      skills,
      show: (skill) => diffs.show(skill),
      installTo: () => context().settings["skills.installTo"],
    }),
  );
  return { skillsView, skillCommands };
}
