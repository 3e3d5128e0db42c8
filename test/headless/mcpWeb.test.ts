/** The web tools over MCP, through the SDK's own client (D-1, WF-6). */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { closeServers, hanging, redirectTo, serve, type WebServer } from "../support/webServer";
import { servePages } from "./support/pageProxy";
import { program, workplace } from "./support/program";

const page = "<!doctype html><title>The title</title><p>The text.</p>";

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe("toolcrib mcp: the web tools", function () {
  this.timeout(60_000);
  const clients: Client[] = [];
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await closeServers();
  });

  interface Wish {
    readonly env?: NodeJS.ProcessEnv;
    readonly local?: WebServer;
    /** What a person behind the client says; absent: the client cannot ask. */
    readonly approve?: boolean;
  }

  const connect = async ({ env = {}, local, approve }: Wish) => {
    const { root, state } = workplace();
    const settings = join(dirname(state), "settings.json");
    const values = { "toolcrib.web.allowLocal": local ? [local.host] : [], "toolcrib.tools.deferAbove": 1000 };
    writeFileSync(settings, JSON.stringify(values));
    const capabilities = approve === undefined ? {} : { elicitation: {} };
    const client = new Client({ name: "test", version: "0" }, { capabilities });
    clients.push(client);
    const questions: string[] = [];
    if (approve !== undefined)
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        questions.push(params.message);
        return { action: "accept", content: { approve } };
      });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [program, "mcp", "--root", root, "--state", state, "--settings", settings],
        env: { ...process.env, ...env } as Record<string, string>,
      }),
    );
    const fetched = async (input: object, options: Parameters<Client["callTool"]>[2] = {}) => {
      const { content, isError } = await client.callTool(
        { name: "web_fetch", arguments: { ...input } },
        undefined,
        options,
      );
      return { text: (content as { text: string }[])[0]?.text ?? "", isError };
    };
    return { client, questions, fetched };
  };

  it("says of its web tools that they reach an open world", async () => {
    const { client } = await connect({});
    const { tools } = await client.listTools();
    const hints = (name: string) => {
      const { readOnlyHint, destructiveHint, openWorldHint } =
        tools.find((tool) => tool.name === name)?.annotations ?? {};
      return [readOnlyHint, destructiveHint, openWorldHint];
    };
    assert.deepEqual(["web_fetch", "web_search", "download_file"].map(hints), [
      [true, false, true],
      [true, false, true],
      [false, false, true],
    ]);
  });

  it("asks about a host, once for all addresses of the call on it, and anew where it leads elsewhere", async () => {
    const { environment, pages } = await servePages({
      "http://one.example/": redirectTo("/second"),
      "http://one.example/second": redirectTo("http://two.example/"),
      "http://two.example/": page,
    });
    const { fetched, questions } = await connect({ env: environment, approve: true });
    const { text, isError } = await fetched({ url: "http://one.example/" });
    assert.equal(isError, false, text);
    assert.match(text, /The text\./);
    assert.deepEqual(
      questions.map((question) => question.split("\n", 2)),
      ["one", "two"].map((name) => [
        `Fetch http://${name}.example/`,
        `${name}.example is not on the list of allowed hosts (toolcrib.web.allowedHosts)`,
      ]),
    );
    assert.deepEqual(pages(), ["http://one.example/", "http://one.example/second", "http://two.example/"]);
  });

  it("sends nothing after a no", async () => {
    const { environment, server } = await servePages({ "*": page });
    const { fetched, questions } = await connect({ env: environment, approve: false });
    const { text, isError } = await fetched({ url: "http://one.example/" });
    assert.deepEqual([isError, questions.length, server.connections], [true, 1, 0]);
    assert.match(text, /^The person declined this: Fetch http:\/\/one\.example\/\. Nothing was done/);
  });

  it("shows a person the host in the letters that machines use", async () => {
    const { environment } = await servePages({ "*": page });
    const { fetched, questions } = await connect({ env: environment, approve: false });
    await fetched({ url: "http://\u0440aypal.example/" });
    assert.match(questions[0] ?? "", /^Fetch http:\/\/xn--aypal-uye\.example\/\n/);
  });

  it("tells how far a fetch has come", async () => {
    let heard = () => {};
    const progressed = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const server = await serve({
      "/": async (_request, response) => {
        response.writeHead(200, { "content-type": "text/plain", "content-length": 200_000 });
        response.write("x".repeat(100_000));
        await progressed;
        response.end("y".repeat(100_000));
      },
    });
    const { fetched } = await connect({ local: server });
    const lines: string[] = [];
    const onprogress = ({ message = "" }: { message?: string | undefined }) => {
      lines.push(message);
      if (/\d/.test(message)) heard();
    };
    const { isError } = await fetched({ url: `${server.origin}/` }, { onprogress });
    assert.equal(isError, false);
    assert.ok(lines.length > 0);
  });

  it("ends the request of a call that is cancelled, and goes on", async () => {
    const server = await serve({ "/slow": hanging("<p>so far"), "/": page });
    const { fetched } = await connect({ local: server });
    const stop = new AbortController();
    const calling = fetched({ url: `${server.origin}/slow` }, { signal: stop.signal });
    await until(() => server.requests.some(({ path }) => path === "/slow"));
    stop.abort();
    await assert.rejects(calling);
    await until(() => server.open === 0);
    assert.match((await fetched({ url: `${server.origin}/` })).text, /^The title\n/);
  });

  it("ends with its client while a fetch is under way", async () => {
    const server = await serve({ "/slow": hanging("<p>so far") });
    const { client, fetched } = await connect({ local: server });
    const calling = fetched({ url: `${server.origin}/slow` }).catch(() => {});
    await until(() => server.requests.some(({ path }) => path === "/slow"));
    await client.close();
    await calling;
    await until(() => server.open === 0);
  });
});
