/** The web tools of the built library, in programs in plain Node (C-01, WF-6). */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import type * as library from "../../src/libraryApi";
import { tempFolder } from "../support/tempFolder";
import { closeServers, hanging, serve } from "../support/webServer";

const packageFolder = join(__dirname, "..", "..");
const { createTools }: typeof library = createRequire(join(packageFolder, "package.json"))("toolcrib/library");
const run = promisify(execFile);

const page = "<!doctype html><title>The title</title><h1>Head</h1><p>One &amp; two.</p>";

describe("toolcrib/library: the web tools", function () {
  this.timeout(60_000);
  afterEach(closeServers);

  const start = async (options: Omit<library.ToolsOptions, "root" | "roots"> = {}) => {
    const root = tempFolder();
    const set = await createTools({ root, ...options });
    const tool = (name: string): library.LibraryTool => {
      const found = set.get(name);
      assert.ok(found, name);
      return found;
    };
    return { root, tool };
  };

  const script = `require("toolcrib/library")
    .createTools({ root: process.argv[1], settings: { "web.allowLocal": [process.argv[2]] } })
    .then((set) => set.get("web_fetch").execute({ url: "http://" + process.argv[2] + "/" }))
    .then(({ text, isError }) => console.log(JSON.stringify([text, isError])));`;

  for (const options of [[], ["--max-old-space-size=500"], ["--dns-result-order=ipv4first", "--no-warnings"]])
    it(`a program ends by itself after a fetch: node ${options.join(" ")}`, async () => {
      const server = await serve({ "/": page });
      const { stdout } = await run(process.execPath, [...options, "-e", script, tempFolder(), server.host], {
        cwd: packageFolder,
      });
      const [text, isError] = JSON.parse(stdout) as [string, boolean];
      assert.deepEqual([isError, text.split("\n")[0]], [false, "The title"], text);
      assert.match(text, /One & two\./);
    });

  const manyPages = `require("toolcrib/library")
    .createTools({
      root: process.argv[1],
      settings: { "web.allowLocal": [process.argv[2]], "web.respectRobots": false },
    })
    .then(async (set) => {
      const used = [];
      for (let at = 1; at <= 150; at++) {
        await set.get("web_fetch").execute({ url: "http://" + process.argv[2] + "/" + at });
        if (at % 75 > 0) continue;
        // Buffers are given back beside the collection, so that one alone counts what is gone already.
        for (let round = 0; round < 3; round++) {
          gc();
          await new Promise((done) => setTimeout(done, 50));
        }
        const { heapUsed, external } = process.memoryUsage();
        used.push((heapUsed + external) / 2 ** 20);
      }
      console.log(JSON.stringify(used));
    });`;

  it("keeps no more of 150 pages of a megabyte than of 75, and ends", async () => {
    const line = "A line of the text of a page.\n";
    const body = line.repeat(2 ** 20 / line.length - 10);
    const headers = { "content-type": "text/plain" };
    const server = await serve({
      "*": ({ url }, response) => {
        response.writeHead(200, headers).end(`${url}\n${body}`);
      },
    });
    const args = ["--expose-gc", "-e", manyPages, tempFolder(), server.host];
    const { stdout } = await run(process.execPath, args, { cwd: packageFolder });
    const [half = 0, whole = 0] = JSON.parse(stdout) as number[];
    assert.equal(server.requests.length, 150);
    assert.ok(whole < half + 20, `${half} MB became ${whole} MB`);
  });

  it("asks the program about a host in the letters that machines use, and takes its no", async () => {
    const questions: library.Question[] = [];
    const { tool } = await start({
      async approve(question) {
        questions.push(question);
        return false;
      },
    });
    const { isError } = await tool("web_fetch").execute({ url: "http://b\u00fccher.example/" });
    assert.equal(isError, true);
    assert.deepEqual(
      questions.map(({ title, reason }) => [title, reason]),
      [
        [
          "Fetch http://xn--bcher-kva.example/",
          "xn--bcher-kva.example is not on the list of allowed hosts (toolcrib.web.allowedHosts)",
        ],
      ],
    );
  });

  it("tells what a fetch would do, and sends nothing for that", async () => {
    const server = await serve({ "/": page });
    const { tool } = await start({ settings: { "web.allowLocal": [server.host] } });
    const { summary, isError } = await tool("web_fetch").dryRun({ url: `${server.origin}/` });
    assert.deepEqual([isError, server.connections], [false, 0]);
    assert.ok(summary.includes(`Fetch ${server.origin}/`), summary);
  });

  it("ends a fetch that the program ends, and takes a download back", async () => {
    const bytes = Buffer.from([0, 1, 2, 255]);
    const server = await serve({ "/slow": hanging("<p>so far"), "/file": { body: bytes } });
    const { root, tool } = await start({ approve: "all", settings: { "web.allowLocal": [server.host] } });
    const stop = new AbortController();
    const calling = tool("web_fetch").execute({ url: `${server.origin}/slow` }, { signal: stop.signal });
    while (!server.requests.some(({ path }) => path === "/slow"))
      await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    const { isError, data } = await calling;
    assert.deepEqual([isError, (data as { error: string }).error], [true, "cancelled"]);
    const saved = await tool("download_file").execute({ url: `${server.origin}/file`, path: "got.bin" });
    assert.equal(saved.isError, false, saved.text);
    assert.deepEqual(readFileSync(join(root, "got.bin")), bytes);
    assert.deepEqual(await tool("download_file").undo(), ["got.bin"]);
  });
});
