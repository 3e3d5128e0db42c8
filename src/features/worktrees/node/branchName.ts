/** Names of the branches that agents work on. */
import { randomBytes } from "node:crypto";
import { ToolError } from "../../../core/vocabulary/toolError";
import { runGit } from "./git";
import { branchCommit, type WorktreeRepository } from "./repository";

/** Characters of a name that a model gives. */
const maxCharacters = 150;
/** Characters of a description that go into a name. */
const maxDescriptionLength = 40;

const slugOf = (description: string) =>
  description
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxDescriptionLength)
    .replace(/^-+|-+$/g, "") || "work";

/** Git could make these, and would then take them for something else. */
const ambiguous: ReadonlySet<string> = new Set(["HEAD", "@"]);

/** A person is told commands with the name in them: nothing that a shell takes for more than a name, or that hides what it is. */
const plain = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._/+@-]*$/u;

/** Whether git could make the branch, and a person could name it to git. */
async function isWellFormed({ top }: WorktreeRepository, branch: string): Promise<boolean> {
  if (branch.length > maxCharacters || ambiguous.has(branch) || !plain.test(branch)) return false;
  const { code, output } = await runGit(top, ["check-ref-format", "--branch", branch]);
  // What stands for another branch (`@{-1}`) comes out as that.
  return code === 0 && output.toString("utf8").trim() === branch;
}

async function given(repository: WorktreeRepository, branch: string): Promise<string> {
  const shown = JSON.stringify(branch.slice(0, maxCharacters));
  if (!(await isWellFormed(repository, branch)))
    throw new ToolError(
      "invalid_input",
      `${shown} cannot be the name of a branch: use letters, digits, "-" and "/", or leave it out.`,
    );
  if ((await branchCommit(repository, branch)) !== undefined)
    throw new ToolError("invalid_input", `There is already a branch ${shown}: give another name, or leave it out.`);
  return branch;
}

/**
 * The name of a new branch.
 * @param wanted by a model; made up from the description when absent.
 * @throws ToolError `invalid_input` when git takes no such name or there is one.
 */
export async function newBranchName(
  repository: WorktreeRepository,
  description: string,
  wanted: string | undefined,
): Promise<string> {
  if (wanted !== undefined) return given(repository, wanted);
  // A branch of this very name leaves no room for others below it.
  const separator = (await branchCommit(repository, "toolcrib")) === undefined ? "/" : "-";
  for (;;) {
    const name = `toolcrib${separator}${slugOf(description)}-${randomBytes(2).toString("hex")}`;
    if ((await branchCommit(repository, name)) === undefined) return name;
  }
}
