/** What curl would dial for an address, told by a proxy that dials nothing. */
import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { tempFolder } from "../../../support/tempFolder";

/** True where curl is on the machine. */
export const hasCurl = (): boolean => spawnSync("curl", ["--version"]).status === 0;

const quoted = (text: string) => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** One transfer of a configuration file: its number goes to the proxy beside it. */
const transfer = (url: string, at: number, proxy: number) =>
  [
    `url = ${quoted(url)}`,
    `proxy = "http://127.0.0.1:${proxy}"`,
    `header = "X-Number: ${at}"`,
    `proxy-header = "X-Number: ${at}"`,
    'output = "/dev/null"',
    "globoff",
    "silent",
    "insecure",
    'noproxy = ""',
  ].join("\n");

/**
 * `host:port` that curl would go to for each address, in small letters; undefined where it takes it for no address. Nothing
 * is dialled but the proxy of this function.
 * @param urls http and https only, without line breaks.
 */
export async function curlTargets(urls: readonly string[]): Promise<(string | undefined)[]> {
  const targets: (string | undefined)[] = urls.map(() => undefined);
  const note = (headers: IncomingHttpHeaders, target: string) => {
    targets[Number.parseInt(String(headers["x-number"]), 10)] = target.toLowerCase();
  };
  const server = createServer(({ headers, url = "" }, response) => {
    const authority = /^http:\/\/([^/?]*)/i.exec(url)?.[1] ?? url;
    note(headers, /:\d+$/.test(authority) ? authority : `${authority}:80`);
    response.end();
  });
  server.on("connect", ({ headers, url = "" }, socket) => {
    note(headers, url);
    socket.end("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const config = join(tempFolder(), "transfers");
  const { port } = server.address() as AddressInfo;
  writeFileSync(config, urls.map((url, at) => transfer(url, at, port)).join("\nnext\n"));
  await new Promise<void>((resolve) => execFile("curl", ["-q", "-K", config], () => resolve()));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return targets;
}
