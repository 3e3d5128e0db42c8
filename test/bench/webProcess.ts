/**
 * Measures the web tools in this process: `webProcess.js ROOT STATE-FOLDER` prints one line of JSON. Everything is served
 * on this machine.
 */
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { parse } from "parse5";
import { executeCall } from "../../src/core/calls/executeCall";
import type { WebRequest } from "../../src/core/ports/web";
import { startMachine } from "../../src/headless/machine";
import type { PageJob } from "../../src/lib/pages/body/page";
import { readPage } from "../../src/lib/pages/readPage";
import { NodeWeb } from "../../src/node/web/nodeWeb";
import { compare, type Row } from "./measure";
import { largePage } from "./webPages";

const mebibyte = 1024 * 1024;
const type = "text/html; charset=utf-8";

/** One request and its whole body, as Node makes them. */
const plainGet = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const asked = get(url, { agent: false }, (answer) => {
      answer.on("data", () => {}).once("end", resolve);
    });
    asked.once("error", reject);
  });

const converted = (page: string, mode: PageJob["mode"]) =>
  readPage({
    body: Buffer.from(page),
    contentType: type,
    url: "https://docs.example/guide/",
    mode,
    format: "markdown",
  });

async function conversions(page: string): Promise<Row[]> {
  const rounds = { rounds: 9, warm: true };
  const parsing = () => parse(page);
  return [
    {
      ...(await compare(
        "1 MB of HTML to Markdown, beside parse5 alone",
        parsing,
        () => converted(page, "full"),
        rounds,
      )),
      goal: { ratio: 3 },
    },
    await compare("the same, its article alone", parsing, () => converted(page, "article"), rounds),
  ];
}

async function requests(origin: string): Promise<Row[]> {
  const web = new NodeWeb();
  const reach = { isLocal: true, isPublic: () => false, isPrivate: () => true };
  const { signal } = new AbortController();
  const fixed = { method: "GET", cache: "none", asksRobots: false, agent: "bench", userAgent: "" } as const;
  const wanted = (url: string): WebRequest => ({
    ...fixed,
    url,
    reach,
    signal,
    timeoutMs: 30_000,
    maxBytes: 2 * mebibyte,
  });
  const beside = (task: string, url: string, rounds: number) =>
    compare(
      task,
      () => plainGet(url),
      () => web.fetch(wanted(url)),
      { rounds, warm: true },
    );
  return [
    await beside("request on this machine, 100 bytes, beside node:http", `${origin}/small`, 200),
    await beside("the same, 1 MB", `${origin}/large`, 50),
  ];
}

async function calls(host: string, page: string, [root, state]: readonly [string, string]): Promise<Row[]> {
  const settings = { "toolcrib.web.allowLocal": [host], "toolcrib.web.respectRobots": false };
  const machine = await startMachine({
    ...{ roots: [root], dialect: "standard", agent: "bench", stateFolder: state, settings },
  });
  const { signal } = new AbortController();
  const call = async (input: object) => {
    const confirm = async () => ({ approved: true, by: "option" }) as const;
    const turn = { id: crypto.randomUUID(), title: "web" };
    const wish = { tool: "web_fetch", input, signal, turn };
    const result = await executeCall(machine.crib, machine.session, wish, confirm);
    if (result.isError) throw new Error(result.text);
  };
  const url = `http://${host}/large`;
  let round = 0;
  const another = () => call({ url: `http://${host}/other?${round++}` });
  const ways = { rounds: 9, warm: true };
  const alone = () => plainGet(url).then(() => converted(page, "full"));
  const whole = await compare("1 MB through a whole call, beside request and conversion alone", alone, another, ways);
  const nextPart = () => call({ url, offset: 50_000 });
  const { task, ours } = await compare("its next part, from the copy", () => {}, nextPart, ways);
  return [whole, { task, ours }];
}

async function main(root: string, state: string): Promise<Row[]> {
  const page = largePage(mebibyte);
  // No page is converted twice where its text is known.
  const other = (query: string) => page.replace("<article>", `<article><p>${query}</p>`);
  const server = createServer(({ url = "" }, response) => {
    const [path, query = ""] = url.split("?", 2);
    response.setHeader("content-type", type);
    response.end(path === "/small" ? "x".repeat(100) : path === "/other" ? other(query) : page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rows = [
    ...(await conversions(page)),
    ...(await requests(`http://${host}`)),
    ...(await calls(host, page, [root, state])),
  ];
  server.close();
  return rows;
}

const [root = "", state = ""] = process.argv.slice(2);
void main(root, state).then((rows) => {
  console.log(JSON.stringify(rows));
  // The machine that was started keeps what it may need again.
  process.exit();
});
