/** The folders that a process works in, which a client may change while it runs. */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { messageOf, ToolError } from "../core/vocabulary/toolError";
import { type Root, readRoots } from "../node/files/resolvePath";
import { type Project, projectOf } from "../node/state/project";

/** The folders at one moment. */
interface Folders {
  readonly roots: readonly Root[];
  readonly project: Project;
  /** Real paths of those that a setting adds to every project. */
  readonly added: readonly string[];
}

const realOf = (roots: readonly Root[]) => roots.map(({ real }) => real);

const isMissing = ({ code }: NodeJS.ErrnoException) => code === "ENOENT" || code === "ENOTDIR";

async function existingFolder(path: string): Promise<string> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error && !isMissing(found))
    throw new ToolError("invalid_input", `The root ${path} cannot be used (${messageOf(found)}).`);
  if (found instanceof Error || !found.isDirectory())
    throw new ToolError("invalid_input", `The root ${path} is not a folder.`);
  return resolve(path);
}

async function readFolders(paths: readonly string[], additional: readonly string[]): Promise<Folders> {
  const opened = await readRoots(await Promise.all(paths.map(existingFolder)));
  const added = await readRoots(additional);
  return { roots: [...opened, ...added], project: projectOf(realOf(opened)), added: realOf(added) };
}

/** What is open now. */
export class OpenedFolders {
  private constructor(
    private now: Folders,
    private readonly additional: readonly string[],
  ) {}

  /** @param additional from the settings. @throws ToolError for a path that is not a folder. */
  static async open(paths: readonly string[], additional: readonly string[]): Promise<OpenedFolders> {
    return new OpenedFolders(await readFolders(paths, additional), additional);
  }

  /** Works in others from now on. @throws ToolError for a path that is not a folder; then nothing changes. */
  async change(paths: readonly string[]): Promise<void> {
    this.now = await readFolders(paths, this.additional);
  }

  get roots(): readonly Root[] {
    return this.now.roots;
  }

  /** Their real paths. */
  get real(): readonly string[] {
    return realOf(this.now.roots);
  }

  get project(): Project {
    return this.now.project;
  }

  /** Real paths of those that a setting adds to every project. */
  get added(): readonly string[] {
    return this.now.added;
  }
}
