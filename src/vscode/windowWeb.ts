import type { WebPort } from "../core/web";
import { NodeWeb } from "../node/web/nodeWeb";
import type { SearchKeys } from "./searchKeys";
import { TrustedAuthorities } from "./trustedAuthorities";
import { webProxy } from "./webProxy";

/** Web requests by VS Code's settings: its proxy, and the authorities that it trusts (WF-6). */
export function windowWeb(keys: SearchKeys): WebPort {
  const authorities = new TrustedAuthorities();
  const web = new NodeWeb({
    keys: (provider) => keys.keyOf(provider),
    proxy: webProxy,
    get authorities() {
      return authorities.known;
    },
  });
  return {
    async fetch(request) {
      await authorities.learn();
      return web.fetch(request);
    },
  };
}
