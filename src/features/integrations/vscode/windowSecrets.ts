import type { SecretStorage } from "vscode";
import { type SecretOwner, type SecretStore, secretKey } from "../secretStore";

/** Secrets of integrations in VS Code's secret storage, and nowhere else (EX-1). */
export class WindowSecrets implements SecretStore {
  constructor(private readonly storage: SecretStorage) {}

  async get(of: SecretOwner, name: string): Promise<string | undefined> {
    return this.storage.get(secretKey(of, name));
  }

  async set(of: SecretOwner, name: string, value: string): Promise<void> {
    await this.storage.store(secretKey(of, name), value);
  }

  async remove(of: SecretOwner, name: string): Promise<boolean> {
    if ((await this.get(of, name)) === undefined) return false;
    await this.storage.delete(secretKey(of, name));
    return true;
  }
}
