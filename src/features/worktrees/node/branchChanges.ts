/** What a branch changes, and what its files hold, from the repository alone. */
import type { BranchChange, BranchFile, BranchImage } from "../worktrees";
import { fieldsOf, type GitConfiguration, printedByGit, withoutFilters } from "./git";

/** Two commits of one repository. */
export interface Span {
  /** Real path of the top of a working folder of the repository. */
  readonly repository: string;
  readonly base: string;
  readonly commit: string;
}

/** A renamed file is one that goes and one that comes: each is judged, written and taken back by itself. */
const plain = ["-r", "-z", "--no-renames", "--no-ext-diff", "--no-textconv"];

/** As `git diff --numstat` counts. */
export async function changedFiles({ repository, base, commit }: Span): Promise<BranchFile[]> {
  const args = ["diff-tree", "--numstat", ...plain, base, commit];
  return fieldsOf(await printedByGit(repository, "compare the branch", args)).map((field) => {
    const [added, removed, ...path] = field.split("\t");
    const binary = added === "-";
    return {
      path: path.join("\t"),
      added: Number(added) || 0,
      removed: Number(removed) || 0,
      ...(binary && { binary: true as const }),
    };
  });
}

const kinds: Readonly<Record<string, BranchImage["kind"]>> = {
  "100644": "file",
  "100755": "executable",
  "120000": "link",
  "160000": "module",
};

const imageOf = (mode: string, id: string): BranchImage | undefined => {
  const kind = kinds[mode];
  return kind && { kind, id };
};

/** Every file that differs, with where its contents are. */
export async function branchChanges({ repository, base, commit }: Span): Promise<BranchChange[]> {
  const args = ["diff-tree", "--raw", "--no-abbrev", ...plain, base, commit];
  const fields = fieldsOf(await printedByGit(repository, "compare the branch", args));
  return fields.flatMap((facts, at) => {
    const path = fields[at + 1];
    if (at % 2 === 1 || path === undefined) return [];
    const [oldMode = "", newMode = "", oldId = "", newId = ""] = facts.slice(1).split(" ");
    const before = imageOf(oldMode, oldId);
    const after = imageOf(newMode, newId);
    return [{ path, ...(before && { before }), ...(after && { after }) }];
  });
}

/** Contents of a repository's files as a checkout would write them: line endings and encodings as it is configured. */
export class BranchContents {
  #configuration: Promise<GitConfiguration> | undefined;

  constructor(private readonly repository: string) {}

  /** @param path decides on the attributes. @throws ToolError `unavailable` when git does not have it. */
  async read(path: string, id: string): Promise<Uint8Array> {
    this.#configuration ??= withoutFilters(this.repository);
    const args = ["cat-file", "--filters", `--path=${path}`, id];
    return printedByGit(this.repository, `read ${path}`, args, { configuration: await this.#configuration });
  }
}
