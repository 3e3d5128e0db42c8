/** A proxy that plays the open internet: it answers itself for every host, and keeps what it was asked. */
import { type CameIn, type Route, serve, type WebServer } from "../../support/webServer";

/** A proxy, and the environment of a program that is to use it. */
export interface PageProxy {
  readonly server: WebServer;
  readonly environment: Readonly<Record<string, string>>;
  /** Whole addresses that were asked for, robots.txt left out. */
  pages(): string[];
}

const isRobots = ({ path }: CameIn) => path.endsWith("/robots.txt");

/** @param pages by whole address, such as `http://pages.example/`. */
export async function servePages(pages: Readonly<Record<string, Route>>): Promise<PageProxy> {
  const server = await serve(pages);
  const none = { https_proxy: "", HTTPS_PROXY: "", all_proxy: "", ALL_PROXY: "", no_proxy: "", NO_PROXY: "" };
  return {
    server,
    environment: { ...none, http_proxy: server.origin, HTTP_PROXY: server.origin },
    pages: () => server.requests.filter((came) => !isRobots(came)).map(({ path }) => path),
  };
}
