import type { SecretStorage } from "vscode";
import { type SearchProvider, searchProviders } from "../core/searchProvider";

const nameOf = (provider: SearchProvider) => `toolcrib.search.key.${provider}`;

/** Keys of search services, in VS Code's secret storage and nowhere else (WS-1). A change holds for the next request. */
export class SearchKeys {
  #tried: { readonly provider: SearchProvider; readonly key: string } | undefined;

  constructor(private readonly secrets: SecretStorage) {}

  /** The key that a request to this service is made with; undefined when there is none. */
  async keyOf(provider: SearchProvider): Promise<string | undefined> {
    return this.#tried?.provider === provider ? this.#tried.key : this.secrets.get(nameOf(provider));
  }

  async keep(provider: SearchProvider, key: string): Promise<void> {
    await this.secrets.store(nameOf(provider), key);
  }

  async forget(provider: SearchProvider): Promise<void> {
    await this.secrets.delete(nameOf(provider));
  }

  /** The services whose keys are kept. */
  async kept(): Promise<SearchProvider[]> {
    const keys = await Promise.all(searchProviders.map((provider) => this.secrets.get(nameOf(provider))));
    return searchProviders.filter((_, index) => keys[index] !== undefined);
  }

  /** Makes requests with a key that is not kept yet. */
  async trying<T>(provider: SearchProvider, key: string, make: () => Promise<T>): Promise<T> {
    this.#tried = { provider, key };
    try {
      return await make();
    } finally {
      this.#tried = undefined;
    }
  }
}
