/** The web tools as a person sees them: asked by host, remembered, through the person's proxy, shown (PO-8b, WF-6). */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeAuthority } from "../support/certificates";
import { closeServers, redirectTo, serve, type WebServer } from "../support/webServer";
import { allTools, type DemoWorkbench, openAgentMode, openDemo, pictureFailures, script } from "./support/demo";
import { startProxy, type WebProxy } from "./support/proxy";

const page = (title: string, text: string) =>
  `<html><head><title>${title}</title></head><body><p>${text}</p></body></html>`;

const pages = {
  "manual.example/guide": { body: page("The guide", "Read <b>this</b> first.") },
  "manual.example/more": { body: page("More", "Then this.") },
  "manual.example/moved": { status: 302, headers: { location: "http://mirror.example/guide" } },
  "manual.example/pictures": {
    body: page("Pictures", 'Look at this: <img src="http://manual.example/seen.png" alt="seen"> and at <b>that</b>.'),
  },
  "manual.example/[Repair](command:workbench.action.openSettings)": {
    status: 404,
    headers: { "content-type": "text/plain" },
    body: "[Click here](command:workbench.action.openSettings), or [there](https://mirror.example/).",
  },
  "mirror.example/guide": { body: page("The mirror", "A copy of the guide.") },
};

const fetchPage = (url: string) => ({ tool: "web_fetch", input: { url } });

describe("the web tools in the Chat panel", () => {
  let workbench: DemoWorkbench;
  let proxy: WebProxy;
  let trusted: WebServer;
  let unknown: WebServer;
  let folder: string;

  before(async () => {
    proxy = await startProxy(pages);
    const [ours, other] = [makeAuthority("Ours"), makeAuthority("Another")];
    const secure = { "/": page("Secure", "Behind the system's authority.") };
    trusted = await serve(secure, { tls: ours.issue(["127.0.0.1"]) });
    unknown = await serve(secure, { tls: other.issue(["127.0.0.1"]) });
    folder = mkdtempSync(join(tmpdir(), "crib-authority-"));
    writeFileSync(join(folder, "authority.pem"), ours.certificate);
    workbench = await openDemo({
      settings: { ...allTools, "http.proxy": proxy.address },
      machineSettings: { "toolcrib.web.allowLocal": [trusted.host, unknown.host] },
      // Where the system keeps the authorities that it trusts.
      env: { SSL_CERT_FILE: join(folder, "authority.pem") },
    });
  });
  after(async () => {
    await workbench?.close();
    await proxy?.close();
    await closeServers();
    rmSync(folder, { recursive: true });
  });
  pictureFailures(() => workbench);

  const ask = (...steps: object[]) => workbench.ask(`@crib ${script(...steps)}`);

  it("asks by host, goes through VS Code's proxy, and shows the page (PO-8b, WF-2)", async () => {
    await ask(fetchPage("http://manual.example/guide"));
    const question = await workbench.chat.confirmation();
    assert.match(question, /^Fetch http:\/\/manual\.example\/guide/);
    assert.match(question, /manual\.example is not on the list of allowed hosts/);
    assert.match(question, /Allow and do not ask again: .*requests to http:\/\/manual\.example for this session/);
    await workbench.screenshot("web-question");
    assert.equal(proxy.asked.length, 0, "nothing is sent before the answer");
    await workbench.chat.follow("requests to http://manual.example for this session");
    await workbench.dialogs.notification("saved (for this session). You will not be asked again.");
    const [told = ""] = await workbench.answered();
    assert.match(
      told,
      /^The guide\n\n[^\n]*http:\/\/manual\.example\/guide[^\n]*untrusted[^\n]*\n\nRead \*\*this\*\* first\./,
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
    await workbench.chat.said("Used 1 reference");
    await workbench.screenshot("web-remembered");
  });

  it("takes the word of the authorities that the system trusts, and of no others", async () => {
    await ask(fetchPage(`${trusted.origin}/`), fetchPage(`${unknown.origin}/`));
    const [refused = ""] = await workbench.answered();
    const [told = ""] = workbench.modelRequests().at(-2)?.results ?? [];
    assert.match(told, /Behind the system's authority\./);
    assert.match(refused, /certificate/);
    assert.deepEqual(unknown.requests, []);
  });

  const fetchFromPalette = async (url: string) => {
    await workbench.runCommand("Toolcrib: Run Tool…");
    await workbench.quickInput.pick("Fetch Web Page");
    await workbench.quickInput.type(url);
    await workbench.waitFor("the optional parameters", async () =>
      (await workbench.quickInput.entries()).includes("mode"),
    );
    await workbench.page.keyboard.press("Enter");
  };

  it("makes no links to commands of what an address or a server says", async () => {
    await fetchFromPalette("http://manual.example/[Repair](command:workbench.action.openSettings)");
    const said = await workbench.dialogs.notification("404 Not Found");
    assert.ok(said.replaceAll("\u2060", "").includes("[Click here](command:workbench.action.openSettings)"), said);
    await ask(fetchPage("http://mirror.example/[Allow](command:workbench.action.openSettings)"));
    const question = await workbench.chat.confirmation();
    assert.match(question.replaceAll("\u2060", ""), /^Fetch http:\/\/mirror\.example\/\[Allow\]\(command:/);
    await workbench.chat.decline();
    await workbench.answered();
  });

  it("shows a page that a person fetched as it was meant to be read, without its pictures (WF-2)", async () => {
    await fetchFromPalette("http://manual.example/pictures");
    const previewed = async () => {
      const texts = workbench.page.frames().map((frame) => frame.locator("body").textContent({ timeout: 1000 }));
      return (await Promise.allSettled(texts)).map((text) => (text.status === "fulfilled" ? text.value : "")).join();
    };
    await workbench.waitFor("the page", async () => /Look at this/.test(await previewed()));
    await workbench.screenshot("web-page");
    assert.ok(!proxy.asked.some((address) => address.endsWith(".png")));
  });

  it("asks about the host of a redirect (WF-6)", async () => {
    await ask(fetchPage("http://manual.example/moved"));
    const text = await workbench.chat.confirmation();
    assert.match(text, /mirror\.example is not on the list of allowed hosts/);
    await workbench.screenshot("web-redirect");
    await workbench.chat.decline();
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
    assert.match((await workbench.answered())[0] ?? "", /^Start\n\n.*\n\nOn this machine\./);
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
