import { posix } from "node:path";
import * as vscode from "vscode";
import { type DiffRow, openMultiDiff } from "../../../vscode/ui/multiDiff";
import { type SingleFile, SingleFiles } from "../../../vscode/ui/singleFiles";
import type { BranchChange, BranchImage, Worktree, Worktrees } from "../worktrees";

/** Scheme of what files hold in an agent's branch, and held where it began. */
export const branchScheme = "toolcrib-branch";

/** The address shows the file's own name and folder; what it holds never changes. */
const imageUri = ({ repository }: Worktree, path: string, { id }: BranchImage): vscode.Uri => {
  const query = new URLSearchParams({ repository, path, id }).toString();
  return vscode.Uri.file(posix.join(repository, path)).with({ scheme: branchScheme, query });
};

/** Contents of branches, by git, for both sides of a diff. */
export class BranchImages extends SingleFiles {
  constructor(private readonly worktrees: Pick<Worktrees, "read">) {
    super();
  }

  protected async get(uri: vscode.Uri): Promise<SingleFile> {
    const query = new URLSearchParams(uri.query);
    const [repository, path, id] = ["repository", "path", "id"].map((name) => query.get(name) ?? "") as [
      string,
      string,
      string,
    ];
    const bytes = await this.worktrees.read({ repository }, path, { kind: "file", id }).catch(() => {
      throw vscode.FileSystemError.FileNotFound(uri);
    });
    return { bytes, mtime: 0, readOnly: true };
  }
}

const hasContent = (image: BranchImage | undefined) => image !== undefined && image.kind !== "module";

/** The title of the editor with all changes of a branch. */
export const branchTitle = ({ branch }: Worktree): string => vscode.l10n.t("{0}: base ↔ changes of its agent", branch);

/** Opens all that a branch changes in one editor: each file where the branch began, and where it stands. */
export async function showBranch(worktree: Worktree, changes: readonly BranchChange[]): Promise<void> {
  const rows = changes.map(
    ({ path, before, after }): DiffRow => ({
      resource: vscode.Uri.file(posix.join(worktree.repository, path)),
      before: before && hasContent(before) ? imageUri(worktree, path, before) : undefined,
      after: after && hasContent(after) ? imageUri(worktree, path, after) : undefined,
    }),
  );
  await openMultiDiff(
    branchTitle(worktree),
    rows.filter(({ before, after }) => before || after),
  );
}
