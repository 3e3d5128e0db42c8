import type { SecretStorage } from "vscode";
import { type SearchPlaces, searchOrigin } from "../../../core/settings/searchProvider";
import { type SearchProvider, searchProviders } from "../../../core/vocabulary/searchProviderName";

const nameOf = (provider: SearchProvider) => `toolcrib.search.key.${provider}`;

/** As it is stored: a service that is described anew elsewhere does not get the key of the one before. */
interface KeptKey {
  readonly key: string;
  /** Where the service was when the key was given. */
  readonly origin: string;
}

/** Keys of search services, in VS Code's secret storage and nowhere else (WS-1). A change holds for the next request. */
export class SearchKeys {
  #tried: { readonly provider: SearchProvider; readonly key: string } | undefined;

  /** @param places what the settings say now. */
  constructor(
    private readonly secrets: SecretStorage,
    private readonly places: () => SearchPlaces,
  ) {}

  /** The key that a request to this service is made with; undefined when there is none for where it is now. */
  async keyOf(provider: SearchProvider): Promise<string | undefined> {
    if (this.#tried?.provider === provider) return this.#tried.key;
    const stored = await this.secrets.get(nameOf(provider));
    if (stored === undefined) return undefined;
    const { key, origin } = JSON.parse(stored) as KeptKey;
    return origin === searchOrigin(provider, this.places()) ? key : undefined;
  }

  /** Keeps a key for where the service is now. */
  async keep(provider: SearchProvider, key: string): Promise<void> {
    const kept: KeptKey = { key, origin: searchOrigin(provider, this.places()) ?? "" };
    await this.secrets.store(nameOf(provider), JSON.stringify(kept));
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
