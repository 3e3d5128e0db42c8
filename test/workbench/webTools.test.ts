/** The web tools as a person sees them: asked by host, remembered, shown, and a search that is set up (PO-8b, WF-6, WS-1). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { redirectTo, serve, type WebServer } from "../support/webServer";
import { allTools, type DemoWorkbench, openAgentMode, openDemo, pictureFailures, script } from "./support/demo";
import { startProxy, type WebProxy } from "./support/proxy";

const page = (title: string, text: string) =>
  `<html><head><title>${title}</title></head><body><p>${text}</p></body></html>`;

const pages = {
  "manual.example/guide": { body: page("The guide", "Read <b>this</b> first.") },
  "manual.example/more": { body: page("More", "Then this.") },
  "manual.example/moved": { status: 302, headers: { location: "http://mirror.example/guide" } },
  "mirror.example/guide": { body: page("The mirror", "A copy of the guide.") },
};

const fetchPage = (url: string) => ({ tool: "web_fetch", input: { url } });

const answers = {
  results: [
    { title: "Cribbage", url: "https://games.example/cribbage?a=1&b=2", content: "A game of cards." },
    { title: "Crib", url: "https://words.example/crib", content: "A small bed.", publishedDate: "2025-04-01" },
  ],
};

/** The lines of the list in which these are offered. */
const found = [
  "Cribbage",
  "https://games.example/cribbage?a=1&b=2 A game of cards.",
  "Crib",
  "https://words.example/crib A small bed.",
];

const custom = "Another service that answers in JSON";

const json = (body: unknown) => ({ headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

describe("the web tools in the Chat panel", () => {
  let workbench: DemoWorkbench;
  let proxy: WebProxy;

  before(async () => {
    proxy = await startProxy(pages);
    workbench = await openDemo({ settings: { ...allTools, "http.proxy": proxy.address } });
  });
  after(async () => {
    await workbench?.close();
    await proxy?.close();
  });
  pictureFailures(() => workbench);

  const ask = (...steps: object[]) => workbench.ask(`@crib ${script(...steps)}`);

  it("asks by host, goes through VS Code's proxy, and shows the page (PO-8b, WF-2)", async () => {
    await ask(fetchPage("http://manual.example/guide"));
    const question = await workbench.chat.confirmation();
    assert.match(question, /^Fetch http:\/\/manual\.example\/guide/);
    assert.match(question, /manual\.example is not on the list of allowed hosts/);
    assert.match(question, /From now on allow: .*requests to http:\/\/manual\.example for this session/);
    await workbench.screenshot("web-question");
    assert.equal(proxy.asked.length, 0, "nothing is sent before the answer");
    await workbench.chat.follow("requests to http://manual.example for this session");
    await workbench.dialogs.notification("this is not asked about from now on (for this session)");
    await workbench.chat.press("Allow Once");
    const [told = ""] = await workbench.answered();
    assert.match(
      told,
      /^The guide\n[^\n]*http:\/\/manual\.example\/guide[^\n]*untrusted[^\n]*\n\nRead \*\*this\*\* first\./,
    );
    assert.ok(proxy.asked.includes("manual.example/guide"));
    await workbench.screenshot("web-answer");
  });

  it("does not ask again for a host that is remembered, and refers to the page (D-7)", async () => {
    await ask(fetchPage("http://manual.example/more"));
    assert.match((await workbench.answered())[0] ?? "", /Then this\./);
    await workbench.page.locator(".interactive-session").getByText("Completed", { exact: false }).last().click();
    const links = workbench.page.locator('.interactive-session a[data-href="http://manual.example/more"]');
    await links.first().waitFor();
    await workbench.screenshot("web-remembered");
  });

  it("asks about the host of a redirect (WF-6)", async () => {
    await ask(fetchPage("http://manual.example/moved"));
    const text = await workbench.dialogs.modalText();
    assert.match(text, /mirror\.example is not on the list of allowed hosts/);
    await workbench.screenshot("web-redirect");
    await workbench.dialogs.answerModal("Cancel");
    assert.match((await workbench.answered())[0] ?? "", /declined/);
    assert.ok(!proxy.asked.includes("mirror.example/guide"));
  });

  it("never asks about an address of the machine or its network (WF-6)", async () => {
    await ask(fetchPage("http://127.0.0.1:1/"), fetchPage("http://169.254.169.254/latest/meta-data/"));
    const [told = ""] = await workbench.answered();
    assert.match(told, /^Denied by policy: .*169\.254\.169\.254/);
    await workbench.screenshot("web-denied");
  });
});

describe("setting up a web search (WS-1)", () => {
  let workbench: DemoWorkbench;
  let service: WebServer;
  const keys: (string | undefined)[] = [];

  before(async () => {
    service = await serve({
      "/search": json(answers),
      "/broken/search": { status: 403, body: "the JSON format is off" },
      "/find": (request, response) => {
        const { "x-api-key": key } = request.headers;
        keys.push(key as string | undefined);
        if (key === "right-key") response.end(JSON.stringify({ data: answers.results }));
        else response.writeHead(401).end("{}");
      },
    });
    const template = { address: `${service.origin}/find?q={query}`, keyHeader: "X-API-Key" };
    const fields = { results: "data", title: "title", url: "url", snippet: "content" };
    workbench = await openDemo({
      settings: allTools,
      machineSettings: { "toolcrib.web.search.template": { ...template, ...fields } },
    });
  });
  after(async () => {
    await workbench?.close();
    await service?.close();
  });
  pictureFailures(() => workbench);

  const settings = () =>
    JSON.parse(readFileSync(join(workbench.home, "data/data/Machine/settings.json"), "utf8")) as Record<
      string,
      unknown
    >;
  const search = async () => {
    await workbench.ask(`@crib ${script({ tool: "web_search", input: { query: "crib" } })}`);
    return (await workbench.answered())[0] ?? "";
  };
  const setUp = "Toolcrib: Set Up Web Search…";

  it("is offered beside the answer that no search is set up", async () => {
    assert.match(await search(), /No web search is set up/);
    await workbench.screenshot("web-search-missing");
    await workbench.page.locator(".interactive-session").getByRole("button", { name: "Set Up Web Search…" }).click();
    assert.match(await workbench.quickInput.message(), /Toolcrib: Set Up Web Search/);
    const services = await workbench.quickInput.entries();
    for (const name of ["SearXNG", "Google Programmable Search", "Brave", "Tavily", custom, "Bing"])
      assert.ok(services.includes(name), name);
    await workbench.screenshot("web-search-services");
    await workbench.quickInput.cancel();
  });

  it("says where a key is to be had, and takes none that cannot be one", async () => {
    await workbench.runCommand(setUp);
    await workbench.quickInput.pick("Brave");
    assert.match(
      await workbench.quickInput.message(),
      /Its API key, which is kept in VS Code's secret storage\. You get one here\./,
    );
    await workbench.quickInput.type("two words");
    assert.match(await workbench.quickInput.message(), /A key has no blanks/);
    await workbench.screenshot("web-search-brave");
    await workbench.quickInput.cancel();
  });

  it("says that Bing's API was retired", async () => {
    await workbench.runCommand(setUp);
    await workbench.quickInput.pick("Bing");
    assert.match(await workbench.dialogs.notification("Bing"), /retired on 11 August 2025/);
  });

  it("keeps nothing when the test query fails, and lets the person change what they typed", async () => {
    await workbench.runCommand(setUp);
    await workbench.quickInput.pick("SearXNG");
    await workbench.quickInput.type("ftp://search.example.org");
    assert.match(await workbench.quickInput.message(), /An http or https address/);
    await workbench.quickInput.type(`${service.origin}/broken`);
    await workbench.quickInput.type("crib");
    const text = await workbench.dialogs.modalText();
    assert.match(text, /SearXNG did not answer the test query/);
    await workbench.screenshot("web-search-failed");
    assert.equal(settings()["toolcrib.web.search.provider"], undefined);
    await workbench.dialogs.answerModal("Change…");
    await workbench.quickInput.type(service.origin);
    await workbench.screenshot("web-search-query");
    await workbench.quickInput.type("crib");
    assert.deepEqual(await workbench.quickInput.entries(), found);
    await workbench.screenshot("web-search-results");
    assert.equal(settings()["toolcrib.web.search.provider"], "searxng");
    assert.equal(settings()["toolcrib.web.search.address"], service.origin);
    await workbench.quickInput.cancel();
  });

  it("then answers in chat, with links to what was found", async () => {
    assert.match(await search(), /Cribbage\s+https:\/\/games\.example\/cribbage\?a=1&b=2/);
    await workbench.screenshot("web-search-answer");
  });

  it("keeps a key in the secret storage alone, and forgets it", async () => {
    await workbench.runCommand(setUp);
    await workbench.quickInput.pick(custom);
    await workbench.screenshot("web-search-key");
    await workbench.quickInput.type("right-key");
    await workbench.quickInput.type("crib");
    assert.deepEqual(await workbench.quickInput.entries(), found);
    await workbench.quickInput.cancel();
    assert.equal(settings()["toolcrib.web.search.provider"], "custom");
    assert.ok(!JSON.stringify(settings()).includes("right-key"));
    assert.match(await search(), /Cribbage/);
    assert.deepEqual(keys, ["right-key", "right-key"]);

    await workbench.runCommand("Toolcrib: Forget Web Search Key…");
    assert.deepEqual(await workbench.quickInput.entries(), ["The service of toolcrib.web.search.template"]);
    await workbench.page.locator(".quick-input-list .monaco-list-row .monaco-checkbox").first().click();
    await workbench.page.keyboard.press("Enter");
    await workbench.dialogs.notification("was forgotten");
    await search();
    assert.equal(keys.at(-1), undefined, "a change counts at once");
    await workbench.runCommand("Toolcrib: Forget Web Search Key…");
    await workbench.dialogs.notification("no key of a search service is kept");
  });
});

describe("the web tools in agent mode", () => {
  let workbench: DemoWorkbench;
  let proxy: WebProxy;
  let server: WebServer;

  before(async () => {
    proxy = await startProxy(pages);
    server = await serve({
      "/start": page("Start", "On this machine."),
      "/away": redirectTo("http://mirror.example/guide"),
    });
    workbench = await openAgentMode({
      settings: { ...allTools, "http.proxy": proxy.address },
      machineSettings: { "toolcrib.web.allowLocal": [server.host] },
    });
  });
  after(async () => {
    await workbench?.close();
    await Promise.all([proxy?.close(), server?.close()]);
  });
  pictureFailures(() => workbench);

  it("fetches from a local server that a person named, without a question and past the proxy", async () => {
    await workbench.ask(script(fetchPage(`${server.origin}/start`)));
    assert.match((await workbench.answered())[0] ?? "", /^Start\n.*\n\nOn this machine\./);
    assert.ok(server.requests.some(({ path }) => path === "/start"));
    assert.equal(proxy.asked.length, 0);
    await workbench.screenshot("web-agent-local");
  });

  it("asks in VS Code's own question by host", async () => {
    await workbench.ask(script(fetchPage("http://manual.example/guide")));
    const question = await workbench.chat.confirmation();
    assert.match(question, /Fetch http:\/\/manual\.example\/guide/);
    assert.match(question, /manual\.example is not on the list of allowed hosts/);
    await workbench.screenshot("web-agent-question");
    await workbench.chat.press("Allow Once");
    assert.match((await workbench.answered())[0] ?? "", /^The guide\n/);
  });

  it("asks before it follows a redirect to another host (WF-6)", async () => {
    await workbench.ask(script(fetchPage(`${server.origin}/away`)));
    const text = await workbench.dialogs.modalText();
    assert.match(text, /mirror\.example is not on the list of allowed hosts/);
    await workbench.screenshot("web-agent-redirect");
    await workbench.dialogs.answerModal("Allow");
    assert.match((await workbench.answered())[0] ?? "", /^The mirror\n/);
  });
});
