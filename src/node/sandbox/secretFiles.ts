/** Secrets that a command is given as files: in bubblewrap they are in memory alone, for seatbelt on the disk for the while (EX-1). */
import { mkdir, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommandRequest } from "../../core/ports/shell";
import { secretFileVariable } from "../../core/vocabulary/program";
import { isLeftBehind, ownedName } from "../files/writing/processName";
import type { HandedText } from "../processes/starter";

/** Where a sandbox of bubblewrap has them. */
export const secretFolder = "/run/secrets";

/** The descriptor at which bubblewrap reads the first of them; a shell in between uses none from here on. */
const firstDescriptor = 10;

/** What gives a command its secrets as files. */
export interface SecretFiles {
  /** Lead the command to them. */
  readonly variables: NodeJS.ProcessEnv;
  /** Real path of the folder that holds them and that the command has to see; absent where there is none. */
  readonly folder?: string;
  /** Never rejects. */
  remove(): Promise<void>;
}

const variablesTo = (folder: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.keys(files).map((name) => [secretFileVariable(name), join(folder, name)]));

/** Files that are in the sandbox and nowhere else: {@link secretArguments} make them. */
export const filesInside = ({ secretFiles = {} }: Pick<CommandRequest, "secretFiles">): SecretFiles => ({
  variables: variablesTo(secretFolder, secretFiles),
  remove: async () => {},
});

/** For bubblewrap: files that only their owner may read, and nobody may change. @param names of the files, in the order in which they are handed over. */
export const secretArguments = (names: readonly string[]): string[] =>
  names.flatMap((name, at) => ["--ro-bind-data", String(firstDescriptor + at), join(secretFolder, name)]);

/** What bubblewrap is to find at its descriptors. */
export const handedOver = ({ secretFiles = {} }: Pick<CommandRequest, "secretFiles">): readonly HandedText[] =>
  Object.values(secretFiles).map((text, at) => ({ descriptor: firstDescriptor + at, text }));

const placeOf = (state: string) => join(state, "sandbox", "secrets");

/** Writes them into a folder of their own, which the caller removes. @param state the state folder, which other commands do not see. */
export async function filesOnDisk(
  { secretFiles = {} }: Pick<CommandRequest, "secretFiles">,
  state: string,
): Promise<SecretFiles> {
  const all = Object.entries(secretFiles);
  if (all.length === 0) return { variables: {}, remove: async () => {} };
  const made = join(placeOf(state), await ownedName());
  const remove = () => rm(made, { recursive: true, force: true }).catch(() => undefined);
  try {
    await mkdir(made, { recursive: true, mode: 0o700 });
    for (const [name, value] of all) await writeFile(join(made, name), value, { flag: "wx", mode: 0o600 });
    const folder = await realpath(made);
    return { variables: variablesTo(folder, secretFiles), folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Removes what a process left that was killed. Never rejects. */
export async function cleanSecretFiles(state: string, now: number): Promise<void> {
  const place = placeOf(state);
  for (const name of await readdir(place).catch(() => []))
    if (await isLeftBehind(join(place, name), now))
      await rm(join(place, name), { recursive: true, force: true }).catch(() => undefined);
}
