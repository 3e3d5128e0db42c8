/** Secrets in a file that only its owner may read, named by an option (EX-1). */
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { messageOf, ToolError } from "../../../core/vocabulary/toolError";
import { noFollow } from "../../../node/files/opened/openFlags";
import { writeRecord } from "../../../node/files/writing/jsonRecord";
import type { SecretOwner, SecretStore } from "../secretStore";

/** By workspace, or `*` for any, integration and name. */
type Secrets = Record<string, Record<string, Record<string, string>>>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isSecrets = (value: unknown): value is Secrets =>
  isRecord(value) &&
  Object.values(value).every(
    (of) =>
      isRecord(of) &&
      Object.values(of).every((one) => isRecord(one) && Object.values(one).every((text) => typeof text === "string")),
  );

const own = <T>(record: Record<string, T> | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;

/** See {@link SecretStore}. */
export class SecretFile implements SecretStore {
  /** @param path of the file, which need not be there. */
  constructor(private readonly path: string) {}

  #refused(why: string): ToolError {
    return new ToolError("unavailable", `The file with secrets ${this.path} is not used, because ${why}.`);
  }

  async #read(): Promise<Secrets> {
    const handle = await open(this.path, constants.O_RDONLY | noFollow).catch((error) => {
      if (error.code === "ENOENT") return undefined;
      throw this.#refused(error.code === "ELOOP" ? "it is a symbolic link" : messageOf(error));
    });
    if (!handle) return {};
    try {
      const found = await handle.stat();
      if (!found.isFile()) throw this.#refused("it is not a regular file");
      const isOwners = process.platform === "win32" || (found.mode & 0o077) === 0;
      if (!isOwners) throw this.#refused("others may read it: run chmod 600 on it");
      if (process.getuid && found.uid !== process.getuid()) throw this.#refused("it belongs to another user");
      return this.#parsed(await handle.readFile("utf8"));
    } finally {
      await handle.close();
    }
  }

  #parsed(text: string): Secrets {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      // The parser's own words could quote a secret.
      throw this.#refused("it is not JSON");
    }
    if (isSecrets(value)) return value;
    throw this.#refused('it is not of the form { "WORKSPACE or *": { "INTEGRATION": { "NAME": "value" } } }');
  }

  async get({ workspace, integration }: SecretOwner, name: string): Promise<string | undefined> {
    const all = await this.#read();
    const found = [workspace, "*"].map((owner) => own(own(own(all, owner), integration), name));
    return found.find((value) => value !== undefined);
  }

  async set({ workspace, integration }: SecretOwner, name: string, value: string): Promise<void> {
    const all = await this.#read();
    const ofWorkspace = own(all, workspace) ?? {};
    const changed = { ...ofWorkspace, [integration]: { ...own(ofWorkspace, integration), [name]: value } };
    await writeRecord(this.path, { ...all, [workspace]: changed });
  }

  async remove({ workspace, integration }: SecretOwner, name: string): Promise<boolean> {
    const all = await this.#read();
    const secrets = own(own(all, workspace), integration);
    if (!secrets || own(secrets, name) === undefined) return false;
    const { [name]: _, ...left } = secrets;
    await writeRecord(this.path, { ...all, [workspace]: { ...all[workspace], [integration]: left } });
    return true;
  }
}
