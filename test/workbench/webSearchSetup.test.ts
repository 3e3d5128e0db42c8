/** A person sets up a web search, tries it, and uses it in chat (WS-1). */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { serve, silent, type WebServer } from "../support/webServer";
import { allTools, type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

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

describe("setting up a web search", () => {
  let workbench: DemoWorkbench;
  let service: WebServer;
  const keys: (string | undefined)[] = [];

  before(async () => {
    service = await serve({
      "/search": json(answers),
      "/silent/search": silent,
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

  const settingsFile = () => join(workbench.home, "data/data/Machine/settings.json");
  const settings = () => JSON.parse(readFileSync(settingsFile(), "utf8")) as Record<string, unknown>;
  /** The list before may still be closing. */
  const listed = (wanted: readonly string[]) =>
    workbench.waitFor(`the list of ${wanted[0]}`, async () =>
      isDeepStrictEqual(await workbench.quickInput.entries(), wanted),
    );
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

  it("is offered in the palette, too", async () => {
    await workbench.runCommand("Toolcrib: Run Tool…");
    await workbench.quickInput.pick("Search the Web");
    await workbench.quickInput.type("crib");
    await workbench.waitFor("the optional parameters", async () =>
      (await workbench.quickInput.entries()).includes("max_results"),
    );
    await workbench.page.keyboard.press("Enter");
    await workbench.dialogs.answerNotification("No web search is set up", "Set Up Web Search…");
    await workbench.waitFor("the services", async () => (await workbench.quickInput.entries()).includes("SearXNG"));
    await workbench.quickInput.cancel();
  });

  it("says where a key is to be had, and takes none that cannot be one", async () => {
    await workbench.runCommand(setUp);
    await workbench.quickInput.pick("Brave");
    assert.match(
      await workbench.quickInput.message(),
      /API key, stored in VS Code's secret storage\. You can get one here\./,
    );
    await workbench.quickInput.type("two words");
    assert.match(await workbench.quickInput.message(), /API keys contain no spaces/);
    await workbench.screenshot("web-search-brave");
    await workbench.quickInput.cancel();
  });

  it("says that Bing's API was retired", async () => {
    await workbench.runCommand(setUp);
    await workbench.quickInput.pick("Bing");
    assert.match(await workbench.dialogs.notification("Bing"), /retired on 11 August 2025/);
    // It lies over the chat's input.
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  it("keeps nothing when the test query fails, and lets the person change what they typed", async () => {
    await workbench.runCommand(setUp);
    await workbench.quickInput.pick("SearXNG");
    await workbench.quickInput.type("ftp://search.example.org");
    assert.match(await workbench.quickInput.message(), /Enter an http or https address/);
    await workbench.quickInput.type(`${service.origin}/broken`);
    await workbench.quickInput.type("crib");
    const text = await workbench.dialogs.modalText();
    assert.match(text, /SearXNG did not answer the test query/);
    assert.match(text, /and restart it\./);
    assert.doesNotMatch(text, /tell the person/);
    await workbench.screenshot("web-search-failed");
    assert.equal(settings()["toolcrib.web.search.provider"], undefined);
    await workbench.dialogs.answerModal("Change…");
    await workbench.quickInput.type(service.origin);
    await workbench.screenshot("web-search-query");
    await workbench.quickInput.type("crib");
    await listed(found);
    await workbench.screenshot("web-search-results");
    assert.equal(settings()["toolcrib.web.search.provider"], "searxng");
    assert.equal(settings()["toolcrib.web.search.address"], service.origin);
    await workbench.quickInput.cancel();
  });

  it("keeps nothing of a test that the person cancels", async () => {
    await workbench.runCommand(setUp);
    await workbench.quickInput.pick("SearXNG");
    await workbench.quickInput.type(`${service.origin}/silent`);
    await workbench.quickInput.type("crib");
    await workbench.waitFor("the query to arrive", () => service.requests.some(({ path }) => /^\/silent/.test(path)));
    await workbench.dialogs.answerNotification("sending the test query", "Cancel");
    await workbench.runCommand(setUp);
    await workbench.quickInput.pick("SearXNG");
    await workbench.quickInput.cancel();
    assert.equal(settings()["toolcrib.web.search.address"], service.origin);
  });

  it("keeps what failed when the person says so", async () => {
    await workbench.runCommand(setUp);
    await workbench.quickInput.pick("SearXNG");
    await workbench.quickInput.type(`${service.origin}/broken`);
    await workbench.quickInput.type("crib");
    await workbench.dialogs.answerModal("Save Anyway");
    await workbench.waitFor(
      "the setting",
      () => settings()["toolcrib.web.search.address"] === `${service.origin}/broken`,
    );
    await workbench.runCommand(setUp);
    await workbench.quickInput.pick("SearXNG");
    await workbench.quickInput.type(service.origin);
    await workbench.quickInput.type("crib");
    await listed(found);
    await workbench.quickInput.cancel();
  });

  it("then answers in chat, with links to what was found", async () => {
    assert.match(await search(), /Cribbage\s+https:\/\/games\.example\/cribbage\?a=1&b=2/);
    await workbench.page.locator(".interactive-session").getByText("Completed", { exact: false }).last().click();
    await workbench.chat.said("Used 2 references");
    await workbench.screenshot("web-search-answer");
  });

  it("keeps a key in the secret storage alone, and forgets it", async () => {
    await workbench.runCommand(setUp);
    await workbench.quickInput.pick(custom);
    await workbench.screenshot("web-search-key");
    await workbench.quickInput.type("right-key");
    await workbench.quickInput.type("crib");
    await listed(found);
    await workbench.quickInput.cancel();
    assert.equal(settings()["toolcrib.web.search.provider"], "custom");
    assert.match(await search(), /Cribbage/);
    assert.deepEqual(keys, ["right-key", "right-key"]);
    const holding = spawnSync("grep", ["--recursive", "--files-with-matches", "right-key", workbench.home]);
    assert.equal(String(holding.stdout), "", "no setting, log or state of the extension has it");

    await workbench.runCommand("Toolcrib: Delete Web Search Key…");
    await workbench.waitFor("the services with keys", async () =>
      (await workbench.quickInput.entries())[0]?.startsWith("The service of toolcrib.web.search.template"),
    );
    await workbench.page.locator(".quick-input-list .monaco-list-row .label-name").first().click();
    await workbench.page.locator(".quick-input-widget").getByText("1 Selected").waitFor();
    await workbench.page.keyboard.press("Enter");
    await workbench.dialogs.notification("keys deleted: The service of toolcrib.web.search.template.");
    assert.match(await search(), /needs a key, and none is saved/, "a change counts at once");
    assert.equal(keys.length, 2);
    await workbench.page.keyboard.press("F1");
    await workbench.page.keyboard.insertText("Toolcrib: Delete Web Search Key");
    await workbench.waitFor("the palette without it", async () =>
      (await workbench.quickInput.entries()).every((entry) => !entry.includes("Delete Web Search Key")),
    );
    await workbench.quickInput.cancel();
  });

  it("leads to the setting that describes another service", async () => {
    const { "toolcrib.web.search.template": template, ...others } = settings();
    writeFileSync(settingsFile(), JSON.stringify(others));
    await workbench.waitFor("the setting to be gone", async () => {
      await workbench.runCommand(setUp);
      await workbench.quickInput.pick(custom);
      const tabs = await workbench.editors.tabs();
      if (tabs.some((tab) => tab.startsWith("settings.json"))) return true;
      await workbench.quickInput.cancel();
      return false;
    });
    await workbench.dialogs.notification("describe the service");
    await workbench.waitFor("the setting", async () =>
      /"toolcrib\.web\.search\.template"/.test(await workbench.editors.visibleText()),
    );
    await workbench.screenshot("web-search-template");
  });
});
