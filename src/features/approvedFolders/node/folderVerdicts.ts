/** What a person said to folders that agents made, and copies of those that were approved; in the state folder (CT-2, EX-8). */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeRecord } from "../../../node/files/writing/jsonRecord";
import type { FolderFile, KeptVerdict } from "../approvedFolder";
import { digestOf, readWholeFolder } from "./wholeFolder";

/** Times that a copy is put in its place while others do the same. */
const maxTries = 10;

interface SavedVerdict extends KeptVerdict {
  /** For people who look into the state folder. */
  readonly root: string;
  readonly name: string;
}

function savedIn(text: string): SavedVerdict | undefined {
  const { root, name, digest, verdict, comment } = JSON.parse(text) as Partial<Record<keyof SavedVerdict, unknown>>;
  if (typeof root !== "string" || typeof name !== "string" || typeof digest !== "string") return undefined;
  if (verdict !== "approved" && verdict !== "rejected") return undefined;
  return { root, name, digest, verdict, ...(typeof comment === "string" && { comment }) };
}

/** One file for each folder, so that two processes do not overwrite what the other was told. */
export class FolderVerdicts {
  readonly #verdicts: string;
  readonly #programs: string;

  /** @param folder in the state folder, where no tool and no command may look. */
  constructor(folder: string) {
    this.#verdicts = join(folder, "verdicts");
    this.#programs = join(folder, "programs");
  }

  #fileOf(root: string, name: string): string {
    return join(this.#verdicts, `${createHash("sha256").update(`${root}\0${name}`).digest("hex").slice(0, 32)}.json`);
  }

  /** What was said last to a folder of this name in the one at `root`; a file that cannot be read says nothing. */
  async find(root: string, name: string): Promise<KeptVerdict | undefined> {
    const saved = await this.#read(this.#fileOf(root, name));
    return saved?.root === root && saved.name === name ? saved : undefined;
  }

  async #read(file: string): Promise<SavedVerdict | undefined> {
    try {
      return savedIn(await readFile(file, "utf8"));
    } catch {
      return undefined;
    }
  }

  /** Remembers it; undefined: forgets what was said. */
  async save(root: string, name: string, kept: KeptVerdict | undefined): Promise<void> {
    const file = this.#fileOf(root, name);
    if (kept) await writeRecord(file, { root, name, ...kept });
    else await rm(file, { force: true });
    await this.#removeUnapproved();
  }

  /** Real as far as the state folder is. */
  programFolder(digest: string): string {
    return join(this.#programs, digest);
  }

  /** Makes sure that the copy is there and whole, whatever happened to the one before. */
  async prepare(digest: string, files: readonly FolderFile[]): Promise<void> {
    const folder = this.programFolder(digest);
    if (await holds(folder, digest)) return;
    const made = join(this.#programs, `.${randomUUID()}`);
    for (const { name, bytes } of files) {
      const path = join(made, ...name.split("/"));
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(path, bytes, { mode: 0o400 });
    }
    try {
      await this.#place(made, folder, digest);
    } finally {
      await rm(made, { recursive: true, force: true });
    }
  }

  /** Puts a copy in its place, unless somebody else who prepares the same files has done so meanwhile. */
  async #place(made: string, folder: string, digest: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      if (await holds(folder, digest)) return;
      await rm(folder, { recursive: true, force: true });
      try {
        return await rename(made, folder);
      } catch (error) {
        // Another may be removing or placing its own at this moment.
        if (tries === maxTries && !(await holds(folder, digest))) throw error;
      }
    }
  }

  async #removeUnapproved(): Promise<void> {
    const saved = await Promise.all(
      (await namesIn(this.#verdicts)).map((name) => this.#read(join(this.#verdicts, name))),
    );
    const approved = new Set(saved.flatMap((one) => (one?.verdict === "approved" ? [one.digest] : [])));
    for (const name of await namesIn(this.#programs))
      if (!approved.has(name) && !name.startsWith("."))
        await rm(join(this.#programs, name), { recursive: true, force: true });
  }
}

const namesIn = (folder: string) => readdir(folder).catch(() => []);

async function holds(folder: string, digest: string): Promise<boolean> {
  const { files, problem } = await readWholeFolder(folder);
  return problem === undefined && digestOf(files) === digest;
}
