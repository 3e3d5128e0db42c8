import { dirname, join } from "node:path";
import * as vscode from "vscode";
import type { Crib } from "../../../core/calls/crib";
import { FolderWatches } from "../../../node/files/folderWatches";
import { onFileChanges } from "../../approvedFolders/vscode/approvalReviews";
import type { WaitingThings } from "../../needsYou/waitingThings";
import type { SkillCatalog } from "../skillCatalog";
import type { Skill } from "../skills";
import { SkillDiffs } from "./skillDiffs";
import { SkillReviews } from "./skillReviews";
import { SkillsView } from "./skillsView";

/** Folders that are watched: those of skills that are there, where they are installed, and what is installed. */
class SkillWatches implements vscode.Disposable {
  readonly #watches = new Map<string, vscode.Disposable>();
  readonly #installed: FolderWatches;

  constructor(
    private readonly base: string,
    private readonly changed: () => void,
  ) {
    this.#installed = new FolderWatches(changed);
  }

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
    this.#installed.follow(skills.flatMap(({ installs }) => installs.map(({ folder }) => folder)));
  }

  dispose(): void {
    for (const watched of [...this.#watches.values(), this.#installed]) watched.dispose();
  }
}

/** The view of skills that agents wrote, its commands, and what keeps it as the disk is. */
export async function openSkills(
  keep: <T extends vscode.Disposable>(part: T) => T,
  skills: SkillCatalog,
  { workspaces, context }: Pick<Crib, "workspaces" | "context">,
  things: WaitingThings,
) {
  await skills.refresh();
  const diffs = keep(new SkillDiffs());
  const watches = keep(new SkillWatches(workspaces.base, () => void skills.refresh()));
  keep({ dispose: skills.onChange(() => watches.follow(skills.all())) });
  watches.follow(skills.all());
  const isHere = ({ owner, installs }: Skill) => installs.length > 0 || !workspaces.isElsewhere(owner);
  const skillsView = keep(new SkillsView(skills, isHere));
  const { commands: skillCommands } = keep(
    new SkillReviews({
      ...{ skills, things, isHere },
      show: (skill) => diffs.show(skill),
      installTo: () => context().settings["skills.installTo"],
    }),
  );
  return { skillsView, skillCommands };
}
