/** A server of the test under made-up names, and a crib that finds it by them. */

import type { Answer } from "../../../src/core/calls/approvals/answer";
import type { Level } from "../../../src/core/vocabulary/level";
import { type Route, serve, type WebServer } from "../../support/webServer";
import { resolver, type WebCrib, type WebCribOptions, webCrib } from "../../tools/web/support/webCrib";

/** What most addresses hold. */
export const page = "<title>A page</title><p>Hello</p>";

/** A person's no. */
export const no: Answer = { approved: false, by: "person" };

const names = ["packages.example", "evil.example", "docs.example", "crm.example"];

/** Names of hosts that all lead to this machine. */
export const here = Object.fromEntries(names.map((name) => [name, ["127.0.0.1"]]));

/** One server under all the names. @param local those that the person named as their own. */
export async function world(
  routes: (port: () => number) => Readonly<Record<string, Route>>,
  { local = [], ...options }: Omit<WebCribOptions, "local"> & { readonly local?: readonly string[] } = {},
) {
  const at: { server?: WebServer } = {};
  const server = await serve(routes(() => at.server?.port ?? 0));
  at.server = server;
  const { lookUp, asked: lookedUp } = resolver(here);
  const crib = await webCrib({ web: { lookUp }, ...options, local: local.map((name) => `${name}:${server.port}`) });
  return { ...crib, server, lookedUp, url: (host: string, path = "/") => `http://${host}:${server.port}${path}` };
}

/** Sends whoever comes to another of the names. */
export const redirectToHost =
  (host: string, port: () => number, path: string): Route =>
  (_request, response) => {
    response.writeHead(302, { location: `http://${host}:${port()}${path}` }).end();
  };

/** One line for each source that a session has read. */
export const lineageOf = ({ session }: Pick<WebCrib, "session">) =>
  session.taint.lineage.map(({ level, source, reason }) => `${level} ${source}: ${reason}`);

/** The session has read something of this level. */
export const taintTo = ({ session }: Pick<WebCrib, "session">, level: Level) =>
  session.taint.add({ time: 1, call: "1", level, source: "hr/pay.md", reason: "a test says so" });
