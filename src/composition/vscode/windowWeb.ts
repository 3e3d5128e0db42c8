import type { WebPort } from "../../core/ports/web";
import type { SearchKeys } from "../../features/webSearch/vscode/searchKeys";
import { NodeWeb } from "../../node/web/nodeWeb";
import { TrustedAuthorities } from "../../vscode/web/trustedAuthorities";
import { webProxy } from "../../vscode/web/webProxy";

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
