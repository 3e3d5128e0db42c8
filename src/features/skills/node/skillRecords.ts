/** What is known of skills beside their files, in the state folder: who wrote them, and where they are installed (EX-8). */
import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeRecord } from "../../../node/files/writing/jsonRecord";
import type { SavedInstall, SkillOrigin } from "../skills";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Which skill a record is of. */
export interface SkillKey {
  /** Real path of the workspace. */
  readonly root: string;
  readonly name: string;
}

type Kept<T> = SkillKey & T;

/** Files of JSON, one for each record, so that two processes do not overwrite what the other wrote. */
export class SkillRecords {
  readonly #origins: string;
  readonly #installs: string;

  /** @param folder in the state folder, where no tool and no command may look. */
  constructor(folder: string) {
    this.#origins = join(folder, "origins");
    this.#installs = join(folder, "installs");
  }

  /** One for each level at most. */
  async origins(key: SkillKey): Promise<readonly SkillOrigin[]> {
    return (await readAll<Kept<SkillOrigin>>(this.#origins)).filter(isOf(key));
  }

  /** A level has a file of its own, so that none can take the place of a higher one. */
  async noteOrigin({ root, name }: SkillKey, origin: SkillOrigin): Promise<void> {
    await writeRecord(join(this.#origins, `${sha256(`${root}\0${name}\0${origin.level}`)}.json`), {
      ...{ root, name },
      ...origin,
    });
  }

  async installs(): Promise<readonly Kept<SavedInstall>[]> {
    return readAll<Kept<SavedInstall>>(this.#installs);
  }

  async saveInstall({ root, name }: SkillKey, install: SavedInstall): Promise<void> {
    const { place, folder, digest, files, made } = install;
    await writeRecord(this.#fileOf(folder), { root, name, place, folder, digest, files, made });
  }

  async forgetInstall({ folder }: SavedInstall): Promise<void> {
    await rm(this.#fileOf(folder), { force: true });
  }

  #fileOf(folder: string): string {
    return join(this.#installs, `${sha256(folder)}.json`);
  }
}

/** True for records of this skill. */
export const isOf =
  ({ root, name }: SkillKey) =>
  (record: SkillKey): boolean =>
    record.root === root && record.name === name;

/** What cannot be read says nothing. */
async function readAll<T>(folder: string): Promise<T[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.filter((name) => name.endsWith(".json")).map((name) => readRecord<T>(join(folder, name))),
  );
  return found.flatMap((one) => one ?? []);
}

async function readRecord<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}
