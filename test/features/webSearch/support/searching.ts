/** A crib whose search service is a server of the test. */

import type { WebPort } from "../../../../src/core/ports/web";
import type { SearchProvider } from "../../../../src/core/vocabulary/searchProviderName";
import { NodeWeb } from "../../../../src/node/web/nodeWeb";
import { type CribOptions, type RealCrib, realCrib } from "../../../support/realCrib";
import { type Route, serve, type WebServer } from "../../../support/webServer";

/** JSON as a service sends it. */
export const json = (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Route => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(value),
});

/** The next of these answers to each request; the last one again and again. */
export function inTurn(...answers: readonly Route[]): Route {
  let at = 0;
  return (request, response, came) => {
    const answer = answers[Math.min(at++, answers.length - 1)] as Route;
    if (typeof answer === "function") return answer(request, response, came);
    const { status = 200, headers = {}, body = "" } = typeof answer === "string" ? { body: answer } : answer;
    response.writeHead(status, headers as Record<string, string>).end(body);
  };
}

const localReach = { isLocal: true, isPublic: () => false, isPrivate: () => true };

/** The port of Node, but for the known places of services, which are this server; a judged request still is what it was. */
const playing = (web: WebPort, server: WebServer): WebPort => ({
  fetch(request) {
    const { origin } = new URL(request.url);
    const isOfServer = origin === server.origin;
    const url = isOfServer ? request.url : request.url.replace(origin, server.origin);
    return web.fetch({ ...request, url, ...(!isOfServer && { reach: localReach }) });
  },
});

/** A crib, and the server that it asks. */
export interface Searching extends RealCrib {
  readonly server: WebServer;
}

/** What differs from a search with the key `the-key`. */
export interface SearchingOptions extends Omit<CribOptions, "host"> {
  readonly key?: string | undefined;
}

/** @param settingsFor the settings, once it is known where the server is. */
export async function searching(
  routes: Readonly<Record<string, Route>>,
  settingsFor: (server: WebServer) => Record<string, unknown>,
  { settings = {}, ...options }: SearchingOptions = {},
): Promise<Searching> {
  const server = await serve(routes);
  const key = "key" in options ? options.key : "the-key";
  const web = playing(new NodeWeb({ keys: async () => key }), server);
  const crib = await realCrib({}, { ...options, settings: { ...settingsFor(server), ...settings }, host: { web } });
  return { ...crib, server };
}

/** Settings for a service in its known place. */
export const known = (provider: SearchProvider) => () => ({
  "toolcrib.web.search.provider": provider,
  ...(provider === "google" && { "toolcrib.web.search.engine": "my-engine" }),
});

/** Settings for the test's own SearXNG. */
export const ownSearxng = ({ origin }: WebServer) => ({
  "toolcrib.web.search.provider": "searxng",
  "toolcrib.web.search.address": origin,
});
