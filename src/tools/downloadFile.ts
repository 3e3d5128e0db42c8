import * as z from "zod";
import type { FetchEffect } from "../core/effect";
import { defineTool } from "../core/tool";
import { path } from "./parameters";
import { httpAddress, maxRedirects } from "./webParameters";

export const downloadFile = defineTool({
  name: "download_file",
  displayName: "Download File",
  summary: "Download a file from the web into the workspace, as a change to review",
  description:
    "Downloads an http or https address (GET) to a file in the workspace, byte for byte. The file is a change like any: reviewed before it is written, and undoable. Use web_fetch to read a page.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: true,
    searchHint: "web download save url file binary asset",
  },
  touches: ["read", "fetch", "write"],
  input: z.object({
    url: httpAddress,
    path,
    timeout: z.number().int().min(1).max(600).default(120).describe("Seconds to wait, 1 to 600. Default: 120."),
    max_redirects: maxRedirects,
  }),
  async plan({ url, path, timeout }, { host, settings }) {
    const target = await host.resolve(path);
    await host.mayWrite(target);
    const effect: FetchEffect = { kind: "fetch", url, method: "GET" };
    return {
      title: `Download ${url} to ${target.shown}`,
      effects: [effect],
      async run(context) {
        const mostBytes = settings["web.downloadMegabytes"] * 1024 * 1024;
        const wish = { timeoutMs: timeout * 1000, mostBytes, copies: "none", asksRobots: true } as const;
        const { body } = await context.host.fetch(effect, wish);
        return { text: `${body.length} bytes came.`, isError: true };
      },
    };
  },
});
